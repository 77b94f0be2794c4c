import type { BreakerStanding } from './breaker.ts';
import { gatesAt } from './gate-phases.ts';
import { laneStateAt } from './ledger.ts';
import { formatMoney } from './money.ts';
import type { Disposition } from './outcome.ts';
import type { FailureCategory } from './taxonomy.ts';
import type { LaneTrace, ObservationEvent, Report, Trace } from './trace.ts';

/** What a named scenario says that it shows. Data, so that a test can hold every one of them. */
export type Claim =
  | { readonly kind: 'refunds'; readonly lane: string; readonly count: number; readonly totalMinor: number }
  | { readonly kind: 'recovers'; readonly lane: string; readonly call: string; readonly attempt: number }
  | { readonly kind: 'gives-up'; readonly lane: string; readonly call: string; readonly attempts: number }
  | { readonly kind: 'fed-back'; readonly lane: string; readonly call: string; readonly category: FailureCategory }
  /** Null: the run ends, and nobody is told anything. */
  | { readonly kind: 'reports'; readonly lane: string; readonly report: Report | null }
  | { readonly kind: 'dies'; readonly lane: string }
  /** Effects of one operation: "3 credits for acct-1". */
  | { readonly kind: 'effects'; readonly lane: string; readonly operation: string; readonly count: number }
  /** The things that those effects made, item by item where they are a batch: "19 entries for load". */
  | { readonly kind: 'entries'; readonly lane: string; readonly operation: string; readonly count: number }
  | { readonly kind: 'ends'; readonly lane: string; readonly call: string; readonly disposition: Disposition }
  /** The text that the model reads of a call, or a part of it. */
  | { readonly kind: 'reads'; readonly lane: string; readonly call: string; readonly text: string }
  /** A person is called, since this call failed. */
  | { readonly kind: 'alerts'; readonly lane: string; readonly call: string }
  /** Requests that a call sent, refused ones included. */
  | { readonly kind: 'requests'; readonly lane: string; readonly call: string; readonly count: number }
  /** What the client's breaker changed to, one after the other. */
  | { readonly kind: 'breaker'; readonly lane: string; readonly states: readonly BreakerStanding['state'][] }
  /** What the client's retry quota has left. */
  | { readonly kind: 'tokens'; readonly lane: string; readonly left: number; readonly capacity: number };

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
    case 'reports': {
      const { report, status } = laneStateAt(lane, Infinity);
      return status !== 'running' && report === claim.report;
    }
    case 'effects':
      return laneStateAt(lane, Infinity).entries.filter(({ operation }) => operation === claim.operation).length === claim.count;
    case 'entries': {
      const own = laneStateAt(lane, Infinity).entries.filter(({ operation }) => operation === claim.operation);
      return own.reduce((sum, { units = 1 }) => sum + units, 0) === claim.count;
    }
    case 'ends':
      return resultOf(lane, claim.call)?.disposition === claim.disposition;
    case 'reads':
      return resultOf(lane, claim.call)?.observation.includes(claim.text) === true;
    case 'alerts':
      return lane.events.some((event) => event.kind === 'alert' && event.call === claim.call);
    case 'requests':
      return lane.events.filter((event) => event.kind === 'attempt' && event.call === claim.call && event.sent).length === claim.count;
    case 'breaker':
      return isEqual(lane.events.flatMap((event) => (event.kind === 'gate' && event.gate === 'breaker' ? [event.state] : [])), claim.states);
    case 'tokens': {
      const left = gatesAt(lane, Infinity).retryQuota;
      return left?.tokens === claim.left && left.capacity === claim.capacity;
    }
    case 'dies':
      return laneStateAt(lane, Infinity).status === 'died';
  }
}

function isEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
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
      return claim.report === null ? 'reports nothing' : `reports ${claim.report}`;
    case 'effects':
      return `${counted(claim.count, 'effect')} of ${claim.operation}`;
    case 'entries':
      return `${claim.count} ${claim.count === 1 ? 'entry' : 'entries'} for ${claim.operation}`;
    case 'ends':
      return `${claim.call} ends: ${claim.disposition.replace('-', ' ')}`;
    case 'reads':
      return `the model reads “${claim.text}”`;
    case 'alerts':
      return `an alert, since ${claim.call} failed`;
    case 'requests':
      return `${counted(claim.count, 'request')} for ${claim.call}`;
    case 'breaker':
      return `the breaker becomes ${claim.states.join(', ')}`;
    case 'tokens':
      return `${claim.left} of ${claim.capacity} retry tokens left`;
    case 'dies':
      return 'the run dies';
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
