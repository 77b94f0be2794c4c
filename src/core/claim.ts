import { laneStateAt } from './ledger.ts';
import { formatMoney } from './money.ts';
import type { FailureCategory } from './taxonomy.ts';
import type { LaneTrace, ObservationEvent, Report, Trace } from './trace.ts';

/** What a named scenario says that it shows. Data, so that a test can hold every one of them. */
export type Claim =
  | { readonly kind: 'refunds'; readonly lane: string; readonly count: number; readonly totalMinor: number }
  | { readonly kind: 'recovers'; readonly lane: string; readonly call: string; readonly attempt: number }
  | { readonly kind: 'gives-up'; readonly lane: string; readonly call: string; readonly attempts: number }
  | { readonly kind: 'fed-back'; readonly lane: string; readonly call: string; readonly category: FailureCategory }
  | { readonly kind: 'reports'; readonly lane: string; readonly report: Report }
  | { readonly kind: 'dies'; readonly lane: string };

/** Whether a run shows what is claimed, when everything has landed. */
export function holds(claim: Claim, trace: Trace): boolean {
  const lane = trace.lanes.find(({ id }) => id === claim.lane);
  if (lane === undefined) return false;
  switch (claim.kind) {
    case 'refunds': {
      const { entries, totalMinor } = laneStateAt(lane, Infinity);
      return entries.length === claim.count && totalMinor === claim.totalMinor;
    }
    case 'recovers': {
      const result = resultOf(lane, claim.call);
      return result?.disposition === 'recovered' && result.attempts === claim.attempt;
    }
    case 'gives-up': {
      const result = resultOf(lane, claim.call);
      return result?.disposition === 'gave-up' && result.attempts === claim.attempts;
    }
    case 'fed-back': {
      const result = resultOf(lane, claim.call);
      return result?.disposition === 'fed-back' && result.category === claim.category;
    }
    case 'reports':
      return laneStateAt(lane, Infinity).report === claim.report;
    case 'dies':
      return laneStateAt(lane, Infinity).status === 'died';
  }
}

function resultOf(lane: LaneTrace, call: string) {
  const found = lane.events.find((event): event is ObservationEvent => event.kind === 'observation' && event.call === call);
  return found?.result;
}

/** The claim as a caption: "2 refunds, $160.00". */
export function describeClaim(claim: Claim): string {
  switch (claim.kind) {
    case 'refunds':
      return `${claim.count} ${claim.count === 1 ? 'refund' : 'refunds'}, ${formatMoney(claim.totalMinor, 'USD')}`;
    case 'recovers':
      return `recovers on attempt ${claim.attempt}`;
    case 'gives-up':
      return `gives up after ${claim.attempts} ${claim.attempts === 1 ? 'attempt' : 'attempts'}`;
    case 'fed-back':
      return `fed back at once as ${claim.category}`;
    case 'reports':
      return `reports ${claim.report}`;
    case 'dies':
      return 'the run dies';
  }
}
