import type { Claim } from '../core/claim.ts';
import { FIGURE_NAME } from '../core/figure.ts';
import { endOf } from '../core/ledger.ts';
import { openingStep } from '../core/opening.ts';
import type { Scenario } from '../core/scenario.ts';
import { NAMED_SCENARIOS } from '../core/scenarios.ts';
import { simulate } from '../core/simulate.ts';
import { stepsOf } from '../core/steps.ts';
import type { Trace } from '../core/trace.ts';
import { LANES_AT_MOST } from './poster.ts';

/** What is drawn of a run when the page is built. */
export interface BuiltPoster {
  readonly name: string;
  readonly run: { readonly scenario: Scenario; readonly trace: Trace };
  readonly at: number;
  readonly claims: readonly Claim[];
}

export function namedPosters(): readonly BuiltPoster[] {
  return NAMED_SCENARIOS.map(({ scenario, claims }) => builtPoster(scenario, claims));
}

/** The page as it opens; any other run when everything has landed, as its claims have it. The lanes are the first two, as on the page. */
export function builtPoster(scenario: Scenario, claims: readonly Claim[] = []): BuiltPoster {
  const trace = { lanes: simulate(scenario).lanes.slice(0, LANES_AT_MOST) };
  const { name } = scenario;
  return { name, run: { scenario, trace }, at: name === FIGURE_NAME ? openingTime(trace) : endOf(trace), claims };
}

function openingTime(trace: Trace): number {
  const steps = stepsOf(trace);
  return steps[openingStep(trace, steps)]?.at ?? 0;
}
