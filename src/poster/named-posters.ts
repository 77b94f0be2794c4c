import type { Claim } from '../core/claim.ts';
import { FIGURE_NAME } from '../core/figure.ts';
import { endOf } from '../core/ledger.ts';
import { openingStep } from '../core/opening.ts';
import type { Scenario } from '../core/scenario.ts';
import { NAMED_SCENARIOS } from '../core/scenarios.ts';
import { simulate } from '../core/simulate.ts';
import { stepsOf } from '../core/steps.ts';
import type { Trace } from '../core/trace.ts';

interface NamedPoster {
  readonly name: string;
  readonly run: { readonly scenario: Scenario; readonly trace: Trace };
  readonly at: number;
  readonly claims: readonly Claim[];
}

/** The page as it opens; every other named run when everything has landed, as its claims have it. */
export function namedPosters(): readonly NamedPoster[] {
  return NAMED_SCENARIOS.map(({ scenario, claims }) => {
    const trace = simulate(scenario);
    const { name } = scenario;
    return { name, run: { scenario, trace }, at: name === FIGURE_NAME ? openingTime(trace) : endOf(trace), claims };
  });
}

function openingTime(trace: Trace): number {
  const steps = stepsOf(trace);
  return steps[openingStep(trace, steps)]?.at ?? 0;
}
