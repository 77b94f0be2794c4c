import type { LaneTrace, TraceEvent } from './trace.ts';

/**
 * When two lanes part: the time of the first event that is not the same in both. What a guard writes
 * down for itself (a claim, its release) changes nothing outside, so it does not count; a hit does.
 */
export function firstDivergence(a: LaneTrace, b: LaneTrace): number | null {
  const left = a.events.filter(matters);
  const right = b.events.filter(matters);
  const length = Math.max(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const mine = left[index];
    const theirs = right[index];
    if (mine === undefined || theirs === undefined || fingerprint(mine) !== fingerprint(theirs)) {
      return Math.min(mine?.at ?? Infinity, theirs?.at ?? Infinity);
    }
  }
  return null;
}

function matters(event: TraceEvent): boolean {
  return event.kind !== 'guard' || event.move === 'hit';
}

function fingerprint(event: TraceEvent): string {
  return JSON.stringify({ ...event, seq: 0 });
}
