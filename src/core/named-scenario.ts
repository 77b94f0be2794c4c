import type { Claim } from './claim.ts';
import type { Scenario } from './scenario.ts';

/** Where it is from: the essay's own task, the systems of four documents on one fault, what a model makes of a failure, or a program without a model. */
export const SCENARIO_GROUPS = ['essay', 'handlers', 'loop', 'programs'] as const;

export type ScenarioGroup = (typeof SCENARIO_GROUPS)[number];

/** A run that has a name, and what it is there to show. */
export interface NamedScenario {
  readonly group: ScenarioGroup;
  readonly scenario: Scenario;
  readonly claims: readonly Claim[];
}
