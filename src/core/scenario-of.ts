import { figureScenario, type FigureSettings } from './figure.ts';
import type { Scenario } from './scenario.ts';
import { NAMED_SCENARIOS } from './scenarios.ts';

/** The names that a link may give; the first is the figure, which its own settings make. */
export const SCENARIO_NAMES: readonly string[] = NAMED_SCENARIOS.map(({ scenario }) => scenario.name);

/** The run that the settings ask for: a named one as it stands, else the figure with its switches and policy. */
export function scenarioOf(settings: FigureSettings): Scenario {
  const named = settings.named === null ? undefined : NAMED_SCENARIOS.find(({ scenario }) => scenario.name === settings.named);
  return named?.scenario ?? figureScenario(settings);
}
