import type { FailureCategory } from './taxonomy.ts';
import type { LaneTrace } from './trace.ts';

/** Failures of a lane up to a time, by class: of attempts, of calls refused before any, and of what is down for longer. */
export function failuresSeen({ events }: LaneTrace, at: number): ReadonlyMap<FailureCategory, number> {
  const counts = new Map<FailureCategory, number>();
  for (const event of events) {
    if (event.at > at) break;
    const category =
      event.kind === 'outcome' || event.kind === 'rejected'
        ? event.category
        : event.kind === 'observation' && event.result.category === 'down'
          ? 'down'
          : 'ok';
    if (category !== 'ok') counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return counts;
}
