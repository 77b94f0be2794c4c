import { laneResultOf, type LaneOutcome } from './lane-result.ts';
import { itemsOf, operationOf, partsOfCall, wishesOf, type Operation } from './operation.ts';
import type { ToolOutcome } from './outcome.ts';
import { programEntries, type ProgramEntry } from './program-entries.ts';
import type { AttemptEvent, LaneTrace, ObservationEvent, PostingEvent, TraceEvent } from './trace.ts';
import type { Gravity } from './verdict.ts';

/** One lane of a program at one moment: what its caller was told, and what is true. */
export interface ProgramState {
  readonly attempts: number;
  readonly entries: readonly ProgramEntry[];
  readonly units: number;
  readonly totalMinor: number;
  /** Each wish once, and nothing of what the user stopped. */
  readonly expectedUnits: number;
  readonly expectedMinor: number;
  /** Units beyond what some wish asked for. */
  readonly surplus: number;
  /** Units that some wish asked for and that are not there as they were meant. */
  readonly missing: number;
  /** Whether money is in it at all. */
  readonly hasMoney: boolean;
  /** Some of the money goes the other way, so that amounts are sums of both. */
  readonly isNet: boolean;
  readonly onlyReads: boolean;
  /** Items that have been read, of those that there are; null: nothing is read in pages. */
  readonly read: { readonly items: number; readonly of: number } | null;
  /** Writes that were sent and have not landed. */
  readonly inFlight: number;
  /** Of the last operation that ended; null: none has. */
  readonly told: LaneOutcome | null;
  /** How much of it its caller was told that it has, where it is in pages or a batch. */
  readonly toldOf: Pick<ToolOutcome, 'extent' | 'tally'>;
  /** Every operation has ended, or one of them never will. */
  readonly done: boolean;
  /** When the caller was last told something; null: it was told nothing yet, or never will be. */
  readonly endMs: number | null;
  readonly resumesAt: number | null;
}

/** @returns null for a lane that carries out no operations */
export function programStateAt(lane: LaneTrace, at: number): ProgramState | null {
  const { operations } = lane;
  if (operations === undefined) return null;
  const known = { ...lane, events: lane.events.filter((event) => event.at <= at) };
  const result = laneResultOf(known);
  const sent = known.events.filter((event): event is AttemptEvent => event.kind === 'attempt' && event.sent);
  const postings = known.events.filter((event): event is PostingEvent => event.kind === 'posting');
  const ends = known.events.filter((event): event is ObservationEvent => event.kind === 'observation');
  const entries = programEntries(known.events);
  const wanted = wantedOf(operations, ends);
  const kept = keptOf(entries);
  const intents = [...new Set([...wanted.keys(), ...kept.keys()])];
  const beyond = intents.map((intent) => (kept.get(intent) ?? 0) - (wanted.get(intent) ?? 0));
  return {
    attempts: sent.length,
    entries,
    units: postings.reduce((sum, { units = 1 }) => sum + units, 0),
    totalMinor: postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    expectedUnits: [...wanted.values()].reduce((sum, units) => sum + units, 0),
    expectedMinor: result?.expectedMinor ?? 0,
    surplus: beyond.reduce((sum, units) => sum + Math.max(0, units), 0),
    missing: beyond.reduce((sum, units) => sum + Math.max(0, -units), 0),
    hasMoney: operations.some(({ amountMinor }) => amountMinor !== 0),
    isNet: operations.some(({ amountMinor }) => amountMinor < 0),
    onlyReads: operations.every(({ effect }) => effect === 'read'),
    read: readOf(operations, known.events),
    inFlight: sent.filter(({ landsAt }) => landsAt !== null && landsAt > at).length,
    told: ends.length === 0 ? null : (result?.outcome ?? null),
    toldOf: ends.at(-1)?.result ?? {},
    done: areOver(operations, known.events, ends) || ends.at(-1)?.result.disposition === 'never-ends',
    endMs: ends.length === 0 ? null : (result?.endMs ?? null),
    resumesAt: result?.resumesAt ?? null,
  };
}

/** A queue may hand an operation out more than once: then each worker that began has to have ended. */
function areOver(operations: readonly Operation[], known: LaneTrace['events'], ends: readonly ObservationEvent[]): boolean {
  const ended = new Set(ends.map(({ call }) => call));
  const isOver = ({ id }: Operation): boolean => ended.has(id);
  return operations.every(isOver) && known.every((event) => event.kind !== 'attempt' || ended.has(partsOfCall(event.call).whole));
}

function wantedOf(operations: readonly Operation[], ends: readonly ObservationEvent[]): ReadonlyMap<string, number> {
  const stopped = new Set(ends.filter(({ result }) => result.disposition === 'aborted').map(({ call }) => call));
  const writes = operations.filter(({ id, effect }) => effect === 'write' && !stopped.has(id));
  return new Map(writes.flatMap((operation) => wishesOf(operation.intent, itemsOf(operation)).map((wish) => [wish, operation.units] as const)));
}

/** The best delivery of each, where a queue hands it out again. */
function readOf(operations: readonly Operation[], events: readonly TraceEvent[]): ProgramState['read'] {
  const paged = operations.filter(({ pages }) => pages !== undefined);
  if (paged.length === 0) return null;
  const best = new Map<string, number>();
  for (const event of events) {
    if (event.kind !== 'page') continue;
    const operation = operationOf(event.call);
    best.set(operation, Math.max(best.get(operation) ?? 0, event.itemsSoFar));
  }
  return {
    items: [...best.values()].reduce((sum, items) => sum + items, 0),
    of: paged.reduce((sum, { pages }) => sum + (pages?.items ?? 0), 0),
  };
}

/** Of each wish, what is there as it was meant. */
function keptOf(entries: readonly ProgramEntry[]): ReadonlyMap<string, number> {
  const kept = new Map<string, number>();
  for (const { posting, deleted } of entries) {
    if (deleted || posting.spoiled === true) continue;
    const wishes = wishesOf(posting.operation, posting.items);
    for (const wish of wishes) kept.set(wish, (kept.get(wish) ?? 0) + (posting.units ?? 1) / wishes.length);
  }
  return kept;
}

/** What can be said of a program's lane at one moment: what is true, against what was told. */
export type ProgramVerdict =
  | { readonly kind: 'open' }
  /** Its caller was told, and a write that it sent has not landed yet. */
  | { readonly kind: 'in-flight' }
  | { readonly kind: 'settled'; readonly truth: Truth; readonly told: LaneOutcome };

export type Truth = 'more' | 'less' | 'as-asked' | 'only-read';

export function programVerdict(state: ProgramState): ProgramVerdict {
  if (state.surplus === 0 && (!state.done || state.told === null)) return { kind: 'open' };
  if (state.surplus === 0 && state.inFlight > 0) return { kind: 'in-flight' };
  const truth = state.onlyReads ? 'only-read' : state.surplus > 0 ? 'more' : state.missing > 0 ? 'less' : 'as-asked';
  return { kind: 'settled', truth, told: state.told ?? 'unknown' };
}

/** How grave it is, in the same degrees as a refund's verdict. */
export function programGravity(verdict: ProgramVerdict): Gravity {
  switch (verdict.kind) {
    case 'open':
      return 'neutral';
    case 'in-flight':
      return 'unknown';
    case 'settled':
      return verdict.truth === 'more' ? 'wrong' : gravityOfTold(verdict.told, verdict.truth);
  }
}

function gravityOfTold(told: LaneOutcome, truth: Exclude<Truth, 'more'>): Gravity {
  switch (told) {
    case 'false-success':
    case 'crashed':
    case 'never-ends':
      return 'wrong';
    case 'ok':
      // Less was done than was asked for, and the caller was told so before.
      return truth === 'less' ? 'neutral' : 'right';
    case 'unknown':
    case 'parked':
    case 'handed-off':
      return 'unknown';
    case 'aborted':
      return truth === 'as-asked' ? 'right' : 'neutral';
    case 'incomplete':
      // A part of a read that says so: nobody is misled by it.
      return 'neutral';
    case 'gave-up':
    case 'rejected':
    case 'fed-back':
      return truth === 'as-asked' ? 'misreported' : 'neutral';
  }
}
