import { parseLane, type LaneSetting, type Scenario } from './scenario.ts';

/** A scenario as one lane runs it: with the changes that the lane makes to it. */
export function laneScenario(scenario: Scenario, lane: LaneSetting): Scenario {
  if (lane.changes === undefined) return scenario;
  const result = parseLane(scenario, lane);
  // It succeeds for every scenario that parseScenario lets through.
  return result.success ? result.output : scenario;
}
