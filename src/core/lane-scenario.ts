import { merged } from './merged.ts';
import type { LaneSetting, Scenario } from './scenario.ts';

/** A scenario as one lane runs it: with the changes that the lane makes to it. */
export function laneScenario(scenario: Scenario, { changes }: LaneSetting): Scenario {
  // What comes out was parsed as a scenario when the file was: see parseScenario.
  return changes === undefined ? scenario : (merged(scenario, changes) as Scenario);
}
