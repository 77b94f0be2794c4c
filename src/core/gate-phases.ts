import type { BreakerEvent, LaneTrace, RetryQuotaEvent } from './trace.ts';

/** What a client's gates are over a run, read from their events. What opens, closes or fills them is decided in breaker and retry-quota. */

interface Phase<Event> {
  readonly from: number;
  /** The change that it begins with; null: the start of the run, or a wait that ran out. */
  readonly cause: Event | null;
}

export type BreakerPhase = Phase<BreakerEvent> &
  (
    | { readonly state: 'closed' | 'half-open' }
    /** Rejects everything before `until`. */
    | { readonly state: 'open'; readonly until: number }
    /** Its wait is over, and nothing was sent since: the next request is a probe. */
    | { readonly state: 'due' }
  );

/**
 * In the order of time; none for a client without a breaker. A phase may have no length, as that of a probe that fails
 * at once.
 *
 * @param at events up to here are known
 * @param until when the last phase is looked at: a wait that is over by then has its phase
 */
export function breakerPhases({ breaker, events }: LaneTrace, at: number, until = at): readonly BreakerPhase[] {
  if (breaker === undefined) return [];
  const changes = events.filter((event): event is BreakerEvent => event.kind === 'gate' && event.gate === 'breaker' && event.at <= at);
  const changed = changes.flatMap((cause, index): readonly BreakerPhase[] => {
    const from = cause.at;
    if (cause.state !== 'open') return [{ from, cause, state: cause.state }];
    const open = { from, cause, state: cause.state, until: cause.until };
    const next = changes[index + 1];
    const isOver = next === undefined ? open.until <= until : open.until < next.at;
    return isOver ? [open, { from: open.until, cause: null, state: 'due' }] : [open];
  });
  return [{ from: 0, cause: null, state: 'closed' }, ...changed];
}

export interface QuotaPhase extends Phase<RetryQuotaEvent> {
  readonly tokens: number;
}

/** In the order of time; none for a client without a retry quota. */
export function quotaPhases({ retryQuota, events }: LaneTrace, at: number): readonly QuotaPhase[] {
  if (retryQuota === undefined) return [];
  const changes = events.filter((event): event is RetryQuotaEvent => event.kind === 'gate' && event.gate === 'retry-quota' && event.at <= at);
  return [{ from: 0, cause: null, tokens: retryQuota.capacity }, ...changes.map((cause) => ({ from: cause.at, cause, tokens: cause.tokens }))];
}

/** Both gates at one moment; null for one that the client does not have. */
export interface Gates {
  readonly breaker: BreakerPhase | null;
  readonly retryQuota: { readonly tokens: number; readonly capacity: number } | null;
}

export function gatesAt(lane: LaneTrace, at: number): Gates {
  const tokens = quotaPhases(lane, at).at(-1)?.tokens;
  return {
    breaker: breakerPhases(lane, at).at(-1) ?? null,
    retryQuota: lane.retryQuota === undefined || tokens === undefined ? null : { tokens, capacity: lane.retryQuota.capacity },
  };
}
