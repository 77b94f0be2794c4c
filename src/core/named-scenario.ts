import type { Claim } from './claim.ts';
import type { Scenario } from './scenario.ts';

/** The runs that have a name: the essay's, and the ones that make a point of their own. */
/** Where it is from: the essay's own task, the systems of four documents on one fault, what a model makes of a failure, or a program without one. */
export type ScenarioGroup = 'essay' | 'handlers' | 'loop' | 'programs';

export interface NamedScenario {
  readonly group: ScenarioGroup;
  readonly scenario: Scenario;
  readonly claims: readonly Claim[];
}
