import { breakerPhases, quotaPhases, type BreakerPhase, type Gates, type QuotaPhase } from '../core/gate-phases.ts';
import type { BreakerEvent, LaneTrace, RetryQuotaEvent } from '../core/trace.ts';
import { fraction, startOf, type Axis } from './axis.ts';
import type { Span } from './lane-layout.ts';

/** The gates of a client, each in a row of its own: what it was, from one change to the next. */
export type GateRow =
  | { readonly kind: 'breaker'; readonly segments: readonly BreakerSegment[] }
  | { readonly kind: 'retryQuota'; readonly capacity: number; readonly segments: readonly QuotaSegment[] };

export interface BreakerSegment extends Span {
  readonly phase: BreakerPhase;
}

export interface QuotaSegment extends Span {
  readonly phase: QuotaPhase;
  /** Tokens left, as a share of its capacity. */
  readonly share: number;
}

/** From the caller outwards. Of the whole run, so that no row comes or goes. */
export function gateRowsOf({ breaker, retryQuota }: LaneTrace): readonly (keyof Gates)[] {
  return [...(breaker === undefined ? [] : ['breaker' as const]), ...(retryQuota === undefined ? [] : ['retryQuota' as const])];
}

/**
 * Arguments as those of `layoutProgram`.
 *
 * @param cellOf the place of an attempt that takes no time, if the event is of one; null: the axis says where it is
 */
export function layoutGates(
  lane: LaneTrace,
  at: number,
  until: number,
  axis: Axis,
  cellOf: (event: BreakerEvent | RetryQuotaEvent) => { readonly from: number; readonly to: number } | null,
): readonly GateRow[] {
  const starts = (phase: BreakerPhase | QuotaPhase): number => {
    const { cause, from } = phase;
    if (cause === null) return startOf(axis, from);
    const cell = cellOf(cause);
    // A breaker is half-open before its probe; any other change follows from how an attempt ended.
    if (cause.state === 'half-open') return cell?.from ?? fraction(axis, from);
    return cell?.to ?? startOf(axis, from);
  };
  const end = fraction(axis, until);
  return gateRowsOf(lane).map((kind): GateRow => {
    switch (kind) {
      case 'breaker':
        return { kind, segments: segments(kind, breakerPhases(lane, at, until), starts, end) };
      case 'retryQuota': {
        const capacity = lane.retryQuota?.capacity ?? 0;
        const own = segments(kind, quotaPhases(lane, at), starts, end);
        return { kind, capacity, segments: own.map((each) => ({ ...each, share: capacity === 0 ? 0 : each.phase.tokens / capacity })) };
      }
    }
  });
}

/** One after the other up to the playhead, none of them before the one that it follows. */
function segments<Phase extends BreakerPhase | QuotaPhase>(
  kind: string,
  phases: readonly Phase[],
  starts: (phase: Phase) => number,
  end: number,
): readonly (Span & { readonly phase: Phase })[] {
  let after = 0;
  const placed = phases.map((phase, index) => {
    // The row begins with the plot, whatever room the axis keeps before its first moment.
    after = index === 0 ? 0 : Math.min(end, Math.max(after, starts(phase)));
    return { id: `${kind}.${index}`, phase, from: after };
  });
  return placed.map((each, index) => ({ ...each, to: placed[index + 1]?.from ?? end })).filter(({ from, to }) => to > from);
}
