import { operationOf, partsOfCall } from '../core/operation.ts';
import type { Disposition, Outcome } from '../core/outcome.ts';
import { pageCount } from '../core/pages.ts';
import { programEntries, type ProgramEntry } from '../core/program-entries.ts';
import type { AttemptEvent, LaneTrace, ObservationEvent, OutcomeEvent } from '../core/trace.ts';
import { fraction, startOf, type Axis } from './axis.ts';
import { layoutGates, type GateRow } from './gate-layout.ts';
import { attemptKey, lookupMarks, stateAfter, waitOf, withRoom, type Bar, type GuardMark, type Mark, type ReadBackMark, type Span, type Wait } from './lane-layout.ts';
import { instantAttempts, neverEnds } from './program-axis.ts';

/** A program's lane as it is drawn; what a model's lane has too is drawn in the same way. */
export interface ProgramGeometry {
  readonly bars: readonly ProgramBar[];
  readonly waits: readonly Wait[];
  readonly gates: readonly GateRow[];
  readonly guardMarks: readonly GuardMark[];
  readonly readBacks: readonly ReadBackMark[];
  readonly postings: readonly ProgramPosting[];
  /** Where a call's caller was told what came of it. */
  readonly ends: readonly EndMark[];
  /** It waits on, beyond all that happens; null: it does not. */
  readonly endless: Span | null;
}

/** How many items a request holds, and how many of them its answer calls done; null: no answer has told them apart. */
export interface BatchRequest {
  readonly sent: number;
  readonly done: number | null;
}

export interface ProgramBar extends Bar {
  readonly call: string;
  /** What the client's breaker made of it; null: it was closed, or there is none. */
  readonly admission: 'probe' | 'rejected' | null;
  /** Which page of how many it asks for; null: of none. */
  readonly page: { readonly number: number; readonly of: number } | null;
  /** Null: it is no batch. */
  readonly items: BatchRequest | null;
  /** Attempts alike that follow each other without any time between them, drawn as one; 1 for a bar of its own. */
  readonly count: number;
  /** Deliveries of one operation may overlap in time: then they share the height, in so many rows. */
  readonly row: number;
  readonly rows: number;
}

export interface ProgramPosting extends Mark {
  readonly entry: ProgramEntry;
}

export interface EndMark extends Mark {
  readonly disposition: Disposition;
}

/** From this many on, attempts alike are one bar. */
const ALIKE = 4;

/** Arguments as those of `layoutLane`; the axis is one of `programAxis`. */
export function layoutProgram(lane: LaneTrace, at: number, until: number, axis: Axis): ProgramGeometry {
  const known = lane.events.filter((event) => event.at <= at);
  const place = placesOf(lane, axis);
  const outcomes = new Map(lane.events.flatMap((event) => (event.kind === 'outcome' ? [[attemptKey(event), event] as const] : [])));
  const bars = inRows(alikeAsOne(
    known.flatMap((event) => (event.kind === 'attempt' ? [barOf(event, outcomes.get(attemptKey(event)), lane, at, until, axis, place)] : [])),
    outcomes,
  ));
  return {
    bars,
    waits: known.flatMap((event) => (event.kind === 'wait' && event.delayMs > 0 ? [waitOf(event, () => place.get(attemptKey(event))?.to ?? fraction(axis, event.at), startOf(axis, event.until))] : [])),
    gates: layoutGates(lane, at, until, axis, (event) => cellOf(event, axis, place)),
    ...lookupMarks(known, (event) => (event.kind === 'guard' ? placed(event, axis, place) : startOf(axis, event.at))),
    postings: withRoom(
      programEntries(known).map((entry) => ({ id: entry.posting.id, at: placed(entry.posting, axis, place), entry })),
    ),
    ends: withRoom(
      known.filter((event): event is ObservationEvent => event.kind === 'observation' && event.result.disposition !== 'never-ends')
        .map(({ id, at: time, result: { disposition } }) => ({ id, at: fraction(axis, time), disposition })),
    ),
    endless: neverEnds(lane) && (lane.events.at(-1)?.at ?? 0) <= at ? { id: `${lane.id}.endless`, from: Math.max(0, ...bars.map(({ to }) => to)), to: 1 } : null,
  };
}

interface Cell {
  readonly from: number;
  readonly to: number;
}

/** The cells of the attempts that take no time. */
function placesOf(lane: LaneTrace, axis: Axis): Places {
  return new Map(
    (axis.stops ?? []).flatMap((stop) => {
      const here = instantAttempts(lane, stop.at);
      // Every lane has the cells of the fullest; a lane with fewer uses the first of them.
      const cell = (stop.to - stop.from) / Math.max(1, stop.cells);
      return here.map((event, index) => [attemptKey(event), { from: stop.from + index * cell, to: stop.from + (index + 1) * cell }] as const);
    }),
  );
}

type Places = ReadonlyMap<string, Cell>;

interface OfAttempt {
  readonly at: number;
  readonly call: string;
  readonly attempt: number;
}

/** In the middle of its attempt, where both are one moment. */
function placed(event: OfAttempt, axis: Axis, places: Places): number {
  const cell = cellOf(event, axis, places);
  return cell === null ? startOf(axis, event.at) : (cell.from + cell.to) / 2;
}

/** The cell of its attempt, where both are one moment. */
function cellOf(event: OfAttempt, axis: Axis, places: Places): Cell | null {
  const cell = places.get(attemptKey(event));
  return cell !== undefined && event.at <= timeOfCell(axis, cell.from) ? cell : null;
}

function timeOfCell({ stops }: Axis, from: number): number {
  return stops?.findLast((stop) => stop.from <= from)?.at ?? 0;
}

function barOf(
  event: AttemptEvent,
  ended: OutcomeEvent | undefined,
  lane: LaneTrace,
  at: number,
  until: number,
  axis: Axis,
  places: Places,
): ProgramBar {
  const { id, tool, call, attempt, effect, sent, deadlineAt, admission = null } = event;
  const cell = places.get(attemptKey(event));
  // A page ends with the next one, or with its whole operation.
  const result = lane.events.find((other) => other.kind === 'observation' && other.call === partsOfCall(call).whole);
  // An attempt that was stopped, or whose caller ended, has no outcome of its own.
  const endedAt = ended?.at ?? (result?.kind === 'observation' && result.result.disposition !== 'never-ends' ? result.at : Infinity);
  const open = endedAt > at;
  const to = open ? fraction(axis, Math.min(until, deadlineAt ?? Infinity)) : startOf(axis, endedAt);
  const from = fraction(axis, event.at);
  return {
    ...(cell ?? { from, to: Math.max(from, to) }),
    id,
    tool,
    call,
    page: pageOf(event, lane),
    items: event.items === undefined ? null : { sent: event.items.length, done: open ? null : doneOf(ended) },
    attempt,
    effect,
    sent,
    admission,
    count: 1,
    row: 0,
    rows: 1,
    untroubled: false,
    state: open ? { kind: 'in-flight', deadline: deadlineAt === null ? null : startOf(axis, deadlineAt) } : ended === undefined ? { kind: 'silent', category: 'unknown-outcome' } : stateAfter(ended),
  };
}

function doneOf(ended: OutcomeEvent | undefined): number | null {
  const items = ended?.outcome.kind === 'ok' ? ended.outcome.items : undefined;
  return items === undefined || items.failed.length + items.notAttempted.length === 0 ? null : items.done.length;
}

function pageOf({ call, page }: AttemptEvent, { operations = [] }: LaneTrace): ProgramBar['page'] {
  const pages = operations.find(({ id }) => id === operationOf(call))?.pages;
  return page === undefined || pages === undefined ? null : { number: page, of: pageCount(pages) };
}

function alikeAsOne(bars: readonly ProgramBar[], outcomes: ReadonlyMap<string, OutcomeEvent>): readonly ProgramBar[] {
  const runs: ProgramBar[][] = [];
  for (const bar of bars) {
    const last = runs.at(-1)?.at(-1);
    const mine = outcomes.get(attemptKey(bar));
    const theirs = last === undefined ? undefined : outcomes.get(attemptKey(last));
    const touches = last !== undefined && last.call === bar.call && last.admission === bar.admission && Math.abs(last.to - bar.from) < 1e-9 && bar.to > bar.from;
    if (touches && mine !== undefined && theirs !== undefined && mine.at === theirs.at && textOf(mine.outcome) === textOf(theirs.outcome)) runs.at(-1)?.push(bar);
    else runs.push([bar]);
  }
  return runs.flatMap((run) => {
    const [first] = run;
    const last = run.at(-1);
    return first === undefined || last === undefined || run.length < ALIKE ? run : [{ ...first, to: last.to, count: run.length }];
  });
}

/** The first row that is free again, in the order in which they begin. */
function inRows(bars: readonly ProgramBar[]): readonly ProgramBar[] {
  const busyUntil: number[] = [];
  const placed = bars.map((bar) => {
    const free = busyUntil.findIndex((to) => to <= bar.from + CLOSE);
    const row = free === -1 ? busyUntil.length : free;
    busyUntil[row] = bar.to;
    return { ...bar, row };
  });
  return placed.map((bar) => ({ ...bar, rows: Math.max(1, busyUntil.length) }));
}

/** What rounding may leave between an end and the next beginning, as a share of the axis. */
const CLOSE = 1e-9;

function textOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'ok':
      return `ok: ${outcome.text}`;
    case 'failed':
      return outcome.error.message;
    case 'unknown':
      return 'unknown';
  }
}
