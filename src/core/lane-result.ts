import { itemsOf, operationOf, wishesOf, type Operation } from './operation.ts';
import type { Disposition, ToolOutcome } from './outcome.ts';
import type { AttemptEvent, LaneTrace, ObservationEvent, PostingEvent } from './trace.ts';

/**
 * How a program's run ended, in the words of reports: what its caller was told, checked against the gateway's truth.
 * `ok` is what was told and true; `false-success` was told and is not.
 */
export type LaneOutcome = Exclude<Disposition, 'succeeded' | 'recovered'> | 'ok' | 'false-success';

/** A lane in numbers. Times in milliseconds, money in minor units. */
export interface LaneResult {
  /** Requests that were really sent, of every operation. */
  readonly attempts: number;
  readonly startsMs: readonly number[];
  /** When the caller had its last result; null: it never gets one. */
  readonly endMs: number | null;
  /** Effects, at the end of time. */
  readonly ledger: number;
  readonly amountMinor: number;
  /** What should have moved: each intent once, and nothing of what the user stopped. */
  readonly expectedMinor: number;
  /** Of the last operation that was carried out. */
  readonly outcome: LaneOutcome;
  /** When what was parked is to be resumed; null: nothing was. */
  readonly resumesAt: number | null;
}

/** @returns null for a lane that carries out no operations */
export function laneResultOf(lane: LaneTrace): LaneResult | null {
  const { operations } = lane;
  if (operations === undefined) return null;
  const sent = lane.events.filter((event): event is AttemptEvent => event.kind === 'attempt' && event.sent);
  const postings = lane.events.filter((event): event is PostingEvent => event.kind === 'posting');
  const ends = lane.events.filter((event): event is ObservationEvent => event.kind === 'observation');
  const last = ends.at(-1);
  const outcome = last === undefined ? 'never-ends' : outcomeOf(last, operations, postings, sent);
  return {
    attempts: sent.length,
    startsMs: sent.map(({ at }) => at),
    endMs: outcome === 'never-ends' ? null : (last?.at ?? null),
    ledger: postings.reduce((sum, { units = 1 }) => sum + units, 0),
    amountMinor: postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    expectedMinor: expectedOf(operations, ends),
    outcome,
    resumesAt: last?.result.resumesAt ?? null,
  };
}

function outcomeOf(
  { call, result }: ObservationEvent,
  operations: readonly Operation[],
  postings: readonly PostingEvent[],
  sent: readonly AttemptEvent[],
): LaneOutcome {
  const { disposition } = result;
  if (disposition !== 'succeeded' && disposition !== 'recovered') return disposition;
  const operation = operations.find(({ id }) => id === operationOf(call));
  if (operation === undefined) return 'ok';
  const happened = operation.effect === 'read' ? isGood(operation, result, sent.filter((attempt) => attempt.call === call).at(-1)) : isThere(operation, postings);
  return happened ? 'ok' : 'false-success';
}

/** Every page of it where it comes in pages, else an answer without an error in it. */
function isGood({ pages }: Operation, { extent }: ToolOutcome, last: AttemptEvent | undefined): boolean {
  return pages === undefined ? !hidesAnError(last) : extent?.items === pages.items;
}

/** As it was meant, and every item of it where it is a batch. */
function isThere(operation: Operation, postings: readonly PostingEvent[]): boolean {
  const made = new Set(postings.filter(({ spoiled }) => spoiled !== true).flatMap((posting) => wishesOf(posting.operation, posting.items)));
  return wishesOf(operation.intent, itemsOf(operation)).every((wish) => made.has(wish));
}

/** The status said success, and the text did not. */
function hidesAnError(attempt: AttemptEvent | undefined): boolean {
  return attempt?.fault?.kind === 'http' && attempt.fault.status < 400;
}

function expectedOf(operations: readonly Operation[], ends: readonly ObservationEvent[]): number {
  const stopped = new Set(ends.filter(({ result }) => result.disposition === 'aborted').map(({ call }) => operationOf(call)));
  const byIntent = new Map(operations.filter(({ id }) => !stopped.has(id)).map(({ intent, amountMinor, items = 1 }) => [intent, amountMinor * items]));
  return [...byIntent.values()].reduce((sum, amount) => sum + amount, 0);
}
