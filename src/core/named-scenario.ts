import type { Claim } from './claim.ts';
import type { Scenario } from './scenario.ts';

/** The runs that have a name: the essay's, and the ones that make a point of their own. */
export interface NamedScenario {
  readonly scenario: Scenario;
  readonly claims: readonly Claim[];
}
