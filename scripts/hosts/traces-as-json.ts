import { DEFAULT_SETTINGS, figureScenario, JITTER_CHOICES } from '../../src/core/figure.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { simulate } from '../../src/core/simulate.ts';

/** By name, what `npm run -s trace -- NAME --json` prints; and the figure with each jitter, where powers and luck come in. */
export function tracesAsJson(): readonly (readonly [name: string, json: string])[] {
  const jittered = JITTER_CHOICES.map((jitter) => ({
    ...figureScenario({
      ...DEFAULT_SETTINGS,
      on: { ...DEFAULT_SETTINGS.on, 'temporary-error': true, 'too-slow': true },
      jitter,
      params: { ...DEFAULT_SETTINGS.params, maxRetries: 5 },
    }),
    name: `jitter ${jitter}`,
  }));
  return [...NAMED_SCENARIOS.map(({ scenario }) => scenario), ...jittered].map((scenario) => [
    scenario.name,
    `${JSON.stringify({ scenario, lanes: simulate(scenario).lanes }, null, 2)}\n`,
  ]);
}
