import { OPERATION_TOOL } from './operation.ts';
import { REFUND_TOOL } from './tools.ts';
import type { AttemptEvent, LaneTrace, OutcomeEvent, PostingEvent, Report, Trace, TraceEvent } from './trace.ts';

/**
 * Two truths, both folds over the trace: what the gateway did (entries, in flight) and what the agent
 * can know of it (belief, report). No answer is not "no": during silence the belief is unknown.
 */
export type Belief =
  /** No refund has been sent. */
  | 'nothing-sent'
  /** One was sent, and nothing definite came back. */
  | 'unknown'
  | 'refunded'
  /** Every refund that was sent was definitely refused. */
  | 'not-refunded';

/** A write that was sent and has not landed yet. */
interface InFlight {
  readonly call: string;
  readonly attempt: number;
  readonly landsAt: number;
}

export interface LaneState {
  /** Effects that really happened, in the order in which they landed. */
  readonly entries: readonly PostingEvent[];
  readonly totalMinor: number;
  readonly inFlight: readonly InFlight[];
  readonly belief: Belief;
  /** What the agent said when it ended; null while it runs, and for a run that died. */
  readonly report: Report | null;
  readonly status: 'running' | 'finished' | 'died';
  /** A refund call is open: sent, and not yet resolved to an Observation. */
  readonly waiting: boolean;
  /** Silence that no later answer has settled. */
  readonly silent: boolean;
}

const START: LaneState = {
  entries: [],
  totalMinor: 0,
  inFlight: [],
  belief: 'nothing-sent',
  report: null,
  status: 'running',
  waiting: false,
  silent: false,
};

/** One lane at one moment: everything up to and including `at`. */
export function laneStateAt(lane: LaneTrace, at: number): LaneState {
  return laneStatesAt(lane, [at])[0] ?? START;
}

/** One lane at several moments, which rise: one fold for all of them. */
export function laneStatesAt({ events }: LaneTrace, moments: readonly number[]): readonly LaneState[] {
  const writes = new Set<string>();
  let state = START;
  let next = 0;
  return moments.map((at) => {
    for (let event = events[next]; event !== undefined && event.at <= at; event = events[next]) {
      state = folded(state, event, writes);
      next += 1;
    }
    return state;
  });
}

/** @param writes the calls that have sent a refund, which grow with the fold */
function folded(state: LaneState, event: TraceEvent, writes: Set<string>): LaneState {
  if (event.kind === 'attempt' && isRefund(event)) writes.add(event.call);
  // Other calls tell nothing about a refund, but what they move is in the ledger too; an exception ends the run whichever
  // call raised it.
  const beside = 'call' in event && event.kind !== 'died' && event.kind !== 'posting' && !writes.has(event.call);
  return beside ? state : after(state, event);
}

/** A program's writes count as what it is about; of a model's tools, only the refund is. */
function isRefund({ tool, effect }: AttemptEvent): boolean {
  return effect === 'write' && (tool === REFUND_TOOL || tool === OPERATION_TOOL);
}

function after(state: LaneState, event: TraceEvent): LaneState {
  switch (event.kind) {
    case 'attempt': {
      const { call, attempt, sent, landsAt } = event;
      const inFlight = landsAt === null ? state.inFlight : [...state.inFlight, { call, attempt, landsAt }];
      // A guard that is asked again knows no more than before, until it has answered.
      const belief = sent || state.belief !== 'nothing-sent' ? 'unknown' : state.belief;
      return { ...state, inFlight, belief, waiting: true };
    }
    case 'posting':
      return {
        ...landed(state, event),
        entries: [...state.entries, event],
        totalMinor: state.totalMinor + event.amountMinor,
      };
    case 'refusal':
      return landed(state, event);
    case 'outcome':
      return afterOutcome(state, event);
    case 'read-back':
      // The gateway's own records settle what silence left open.
      return event.found ? { ...state, belief: 'refunded', silent: false } : state;
    case 'observation':
      return { ...state, waiting: false };
    case 'finish':
      return { ...state, report: event.report, status: 'finished' };
    case 'died':
      return { ...state, status: 'died', waiting: false };
    case 'action':
    case 'loop-warning':
    case 'park':
    case 'alert':
    case 'rejected':
    case 'guard':
    case 'gate':
    case 'wait':
    case 'page':
      return state;
  }
}

function afterOutcome(state: LaneState, { outcome, category }: OutcomeEvent): LaneState {
  switch (outcome.kind) {
    case 'ok':
      // An answer that says nothing settles nothing.
      return category === 'ok' ? { ...state, belief: 'refunded', silent: false } : state;
    case 'failed':
      // A refusal speaks for its own attempt; one that met silence before may still have landed.
      return state.silent || state.belief === 'nothing-sent' ? state : { ...state, belief: 'not-refunded' };
    case 'unknown':
      return { ...state, silent: true };
  }
}

function landed(state: LaneState, { call, attempt }: { call: string; attempt: number }): LaneState {
  return { ...state, inFlight: state.inFlight.filter((flying) => flying.call !== call || flying.attempt !== attempt) };
}

/** The time of the last event of any lane. */
export function endOf(trace: Trace): number {
  return Math.max(0, ...trace.lanes.map(({ events }) => events.at(-1)?.at ?? 0));
}
