import { wishesOf } from './operation.ts';
import type { AttemptEvent, PostingEvent, TraceEvent } from './trace.ts';

/** An entry of a program's ledger, and what has to be said of it beside its amount. */
export interface ProgramEntry {
  readonly posting: PostingEvent;
  /** Its wish, or that of one of its items, had come true before, and still was. */
  readonly again: boolean;
  /** Somebody deleted what it made. */
  readonly deleted: boolean;
}

export function programEntries(events: readonly TraceEvent[]): readonly ProgramEntry[] {
  const kept = new Set<string>();
  return events.filter((event): event is PostingEvent => event.kind === 'posting').map((posting) => {
    const { operation, call, attempt, items, spoiled = false } = posting;
    const wishes = wishesOf(operation, items);
    const again = wishes.some((wish) => kept.has(wish));
    const request = events.find((event): event is AttemptEvent => event.kind === 'attempt' && event.call === call && event.attempt === attempt);
    const deleted = request?.fault?.kind === 'ok' && request.fault.thenDeleted === true;
    if (!spoiled && !deleted) for (const wish of wishes) kept.add(wish);
    return { posting, again, deleted };
  });
}
