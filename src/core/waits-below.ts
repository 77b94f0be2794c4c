import { wholeMicroseconds } from './backoff.ts';
import type { LaneTrace } from './trace.ts';

/** What was waited under the loop: milliseconds, and not a word to the model. */
export interface WaitsBelow {
  readonly count: number;
  readonly waitedMs: number;
}

/** Up to a time; of a wait under way what has passed. */
export function waitsBelow({ events }: LaneTrace, at: number): WaitsBelow {
  const waits = events.flatMap((event) => (event.kind === 'wait' && event.at <= at ? [event] : []));
  const waitedMs = waits.reduce((sum, wait) => sum + Math.min(wait.until, at) - wait.at, 0);
  return { count: waits.length, waitedMs: wholeMicroseconds(waitedMs) };
}
