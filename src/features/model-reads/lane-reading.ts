import { type ResolvedCall, resolvedCalls } from '../../core/resolved-call.ts';
import type { LaneTrace } from '../../core/trace.ts';

/** What the model of a lane has read by a time. */
export interface LaneReading {
  /** The last call that resolved; null: none has. */
  readonly last: ResolvedCall | null;
  /** A call is open, so there is nothing newer to read. */
  readonly waits: boolean;
  readonly died: boolean;
}

export function laneReading(lane: LaneTrace, at: number): LaneReading {
  const known = lane.events.filter((event) => event.at <= at);
  const died = known.some(({ kind }) => kind === 'died');
  return {
    last: resolvedCalls(lane, at).at(-1) ?? null,
    waits: !died && known.findLast(({ kind }) => kind === 'action' || kind === 'observation')?.kind === 'action',
    died,
  };
}
