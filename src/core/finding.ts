import { firstDivergence } from './divergence.ts';
import { laneFinding, type LaneFinding } from './lane-finding.ts';
import { loneFindingOf, type LoneFinding } from './lone-finding.ts';
import type { AttemptEvent, LaneTrace, Trace } from './trace.ts';

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
export type Finding = BothLanes | OneLane;

export interface BothLanes {
  readonly kind: 'both';
  readonly unguarded: LaneFinding;
  readonly guarded: LaneFinding;
  /** Null: the answer to the first refund attempt was heard, or none was sent. */
  readonly unheard: Unheard | null;
  /** The gateway refused a refund in some lane: the order's refunds would have exceeded what was captured. */
  readonly refused: boolean;
  /** The lanes met the same faults and made the same retry, and parted there. */
  readonly parted: boolean;
}

export interface OneLane {
  readonly kind: 'one';
  readonly found: LoneFinding;
  readonly refused: boolean;
  /** As of both lanes. */
  readonly unheard: Unheard | null;
}

/** Of the first lane with a guard and the first without, or of the only lane; null where the lanes are no such pair. */
export function findingOf(trace: Trace): Finding | null {
  const unguarded = trace.lanes.find(({ guard }) => guard.kind === 'none');
  const guarded = trace.lanes.find(({ guard }) => guard.kind !== 'none');
  if (unguarded === undefined || guarded === undefined) {
    const [only, ...others] = trace.lanes;
    if (only === undefined || others.length > 0) return null;
    return { kind: 'one', found: loneFindingOf(only), refused: wasRefused(only), unheard: unheardIn(only) };
  }
  return {
    kind: 'both',
    unguarded: laneFinding(unguarded),
    guarded: laneFinding(guarded),
    unheard: unheardIn(unguarded),
    refused: trace.lanes.some(wasRefused),
    parted: firstDivergence(unguarded, guarded) !== null,
  };
}

function wasRefused(lane: LaneTrace): boolean {
  return lane.events.some(({ kind }) => kind === 'refusal');
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
