import { DEFAULT_SETTINGS, FIGURE_NAME, figureScenario, type FigureSettings, type Shown } from './figure.ts';
import { INCIDENT_NAMES } from './incident-names.ts';
import type { Scenario } from './scenario.ts';
import { NAMED_SCENARIOS } from './scenarios.ts';

/** The names that a link may give; the first is the figure, which its own settings make. */
export const SCENARIO_NAMES: readonly string[] = [...NAMED_SCENARIOS.map(({ scenario }) => scenario.name), ...INCIDENT_NAMES];

export function shownByName(name: string): Shown {
  if (name === FIGURE_NAME) return DEFAULT_SETTINGS.shows;
  return { kind: INCIDENT_NAMES.includes(name) ? 'incident' : 'named', name };
}

/**
 * The run that the settings ask for: a scenario as it stands, or the figure with its switches and policy. Null: an
 * incident, whose file has to be loaded first.
 */
export function scenarioOf(settings: FigureSettings): Scenario | null {
  const { shows } = settings;
  switch (shows.kind) {
    case 'figure':
      return figureScenario(settings);
    case 'file':
      return shows.scenario;
    case 'named':
      return NAMED_SCENARIOS.find(({ scenario }) => scenario.name === shows.name)?.scenario ?? figureScenario(settings);
    case 'incident':
      return null;
  }
}
