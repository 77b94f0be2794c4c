import { DEFAULT_SETTINGS, FIGURE_NAME, figureScenario, type FigureSettings, type Shown } from './figure.ts';
import type { Scenario } from './scenario.ts';
import { NAMED_SCENARIOS } from './scenarios.ts';

/** The names that a link may give; the first is the figure, which its own settings make. */
export const SCENARIO_NAMES: readonly string[] = NAMED_SCENARIOS.map(({ scenario }) => scenario.name);

export function shownByName(name: string): Shown {
  return name === FIGURE_NAME ? DEFAULT_SETTINGS.shows : { kind: 'named', name };
}

/** The run that the settings ask for: a scenario as it stands, or the figure with its switches and policy. */
export function scenarioOf(settings: FigureSettings): Scenario {
  const { shows } = settings;
  switch (shows.kind) {
    case 'figure':
      return figureScenario(settings);
    case 'named':
      return NAMED_SCENARIOS.find(({ scenario }) => scenario.name === shows.name)?.scenario ?? figureScenario(settings);
  }
}
