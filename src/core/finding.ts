import { firstDivergence } from './divergence.ts';
import { laneStateAt } from './ledger.ts';
import type { AttemptEvent, LaneTrace, Trace } from './trace.ts';
import { gravityOf, verdictOf, type Gravity, type Said } from './verdict.ts';

/** How one lane ended, when everything has landed: what happened against what was said. */
export interface LaneFinding {
  readonly count: number;
  readonly said: Said;
  readonly gravity: Gravity;
  readonly totalMinor: number;
}

/** What had become of the first refund request when its caller, having heard nothing, stopped waiting. */
export type Unheard =
  /** It never arrived. */
  | 'request-lost'
  /** It had taken effect; its answer was lost. */
  | 'answer-lost'
  /** It was going to take effect later. */
  | 'on-its-way'
  /** Nothing went wrong but the waiting: the deadline was shorter than the answer took. */
  | 'deadline';

/** What the run shows, as facts for a sentence. */
export interface Finding {
  readonly unguarded: LaneFinding;
  readonly guarded: LaneFinding;
  /** Null: the answer to the first refund attempt was heard, or none was sent. */
  readonly unheard: Unheard | null;
  /** The lanes met the same faults and made the same retry, and parted there. */
  readonly parted: boolean;
}

/** Null where the trace does not hold both lanes. */
export function findingOf(trace: Trace): Finding | null {
  const unguarded = trace.lanes.find(({ guard }) => guard.kind === 'none');
  const guarded = trace.lanes.find(({ guard }) => guard.kind !== 'none');
  if (unguarded === undefined || guarded === undefined) return null;
  return {
    unguarded: laneFinding(unguarded),
    guarded: laneFinding(guarded),
    unheard: unheardIn(unguarded),
    parted: firstDivergence(unguarded, guarded) !== null,
  };
}

export function laneFinding(lane: LaneTrace): LaneFinding {
  const state = laneStateAt(lane, Infinity);
  const verdict = verdictOf(state);
  return {
    count: verdict.count,
    // When everything has landed, nothing is open or in flight.
    said: verdict.kind === 'settled' ? verdict.said : 'nothing',
    gravity: gravityOf(verdict),
    totalMinor: state.totalMinor,
  };
}

function unheardIn(lane: LaneTrace): Unheard | null {
  const first = lane.events.find((event): event is AttemptEvent => event.kind === 'attempt' && event.effect === 'write');
  if (first === undefined) return null;
  const outcome = lane.events.find(
    (event) => event.kind === 'outcome' && event.call === first.call && event.attempt === first.attempt,
  );
  if (outcome?.kind !== 'outcome' || outcome.outcome.kind !== 'unknown') return null;
  if (first.fault?.kind !== 'silence') return 'deadline';
  if (first.landsAt === null) return 'request-lost';
  return first.landsAt <= outcome.at ? 'answer-lost' : 'on-its-way';
}
