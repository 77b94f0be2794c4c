import type { AttemptEvent, PostingEvent, TraceEvent } from './trace.ts';

/** An entry of a program's ledger, and what has to be said of it beside its amount. */
export interface ProgramEntry {
  readonly posting: PostingEvent;
  /** Its wish had come true before, and still was. */
  readonly again: boolean;
  /** Somebody deleted what it made. */
  readonly deleted: boolean;
}

export function programEntries(events: readonly TraceEvent[]): readonly ProgramEntry[] {
  const kept = new Set<string>();
  return events.filter((event): event is PostingEvent => event.kind === 'posting').map((posting) => {
    const { operation, call, attempt, spoiled = false } = posting;
    const again = kept.has(operation);
    const request = events.find((event): event is AttemptEvent => event.kind === 'attempt' && event.call === call && event.attempt === attempt);
    const deleted = request?.fault?.kind === 'ok' && request.fault.thenDeleted === true;
    if (!spoiled && !deleted) kept.add(operation);
    return { posting, again, deleted };
  });
}
