import { itemResultsText } from '../core/item-text.ts';
import type { GuardMove } from '../core/guard.ts';
import type { Category } from '../core/taxonomy.ts';
import type { RejectedEvent, AttemptEvent, GuardEvent, LaneTrace, OutcomeEvent, PostingEvent, ReadBackEvent, TraceEvent, WaitEvent } from '../core/trace.ts';
import { fraction, type Axis } from './axis.ts';

/**
 * (lane, cursor time, axis) → what is drawn, in fractions of the axis. Bars and waits are uncovered up to
 * the playhead; marks are there from their own time on. What is not known yet at the cursor, such as how an
 * open attempt will end, is not in the geometry.
 */
export interface LaneGeometry {
  readonly bars: readonly Bar[];
  readonly quiet: readonly QuietGroup[];
  readonly waits: readonly Wait[];
  readonly rejections: readonly Rejection[];
  readonly guardMarks: readonly GuardMark[];
  readonly readBacks: readonly ReadBackMark[];
  readonly gatewayMarks: readonly GatewayMark[];
}

export interface Span {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** What a bar says, as far as it is known. */
export type BarState =
  /** No deadline: it waits for ever. */
  | { readonly kind: 'in-flight'; readonly deadline: number | null }
  | { readonly kind: 'answered'; readonly category: Category; readonly message: string | null }
  /** It ended at its deadline, without an answer. */
  | { readonly kind: 'silent'; readonly category: Category };

export interface Bar extends Span {
  readonly tool: string;
  readonly attempt: number;
  readonly effect: AttemptEvent['effect'];
  readonly sent: boolean;
  /** One attempt, and it was ok: such a bar needs no more than its tool's name. */
  readonly untroubled: boolean;
  readonly state: BarState;
}

/** Untroubled reads that follow each other: one short mark names them all where their bars are too narrow to. */
export interface QuietGroup {
  readonly id: string;
  readonly from: number;
  /** The narrowest of their bars. */
  readonly width: number;
  readonly tools: readonly string[];
}

export interface Wait extends Span {
  readonly delayMs: number;
  /** By the server; else it is the own backoff. */
  readonly asked: boolean;
  /** The layer that waits, where there are several. */
  readonly layer: string | null;
}

/** A mark on a row, and the room beside it where its label may stand. */
export interface Mark {
  readonly id: string;
  readonly at: number;
  readonly side: 'left' | 'right';
  readonly room: number;
}

export interface Rejection extends Mark {
  readonly tool: string;
  readonly category: RejectedEvent['category'];
}

export interface GuardMark extends Mark {
  readonly move: GuardMove;
  readonly operation: string;
}

/** The caller looked into the gateway's records. */
export interface ReadBackMark extends Mark {
  readonly found: boolean;
}

export type GatewayMark = Mark &
  (
    | { readonly kind: 'posting'; readonly amountMinor: number; readonly again: boolean }
    | { readonly kind: 'refusal' }
  );

/**
 * @param at the cursor: what is known
 * @param until the time that the picture is at, or is moving to while it plays
 */
export function layoutLane(lane: LaneTrace, at: number, until: number, axis: Axis): LaneGeometry {
  const known = lane.events.filter((event) => event.at <= at);
  const outcomes = new Map(
    lane.events.flatMap((event) => (event.kind === 'outcome' ? [[attemptKey(event), event] as const] : [])),
  );
  const x = (time: number): number => fraction(axis, time);

  const bars = known.flatMap((event) =>
    event.kind === 'attempt' ? [barOf(event, outcomes.get(attemptKey(event)), lane, at, until, x)] : [],
  );
  const waits = known.flatMap((event) => (event.kind === 'wait' ? [waitOf(event, x)] : []));
  return {
    bars,
    quiet: quietGroups(bars),
    waits,
    rejections: withRoom(
      known.flatMap((event) =>
        event.kind === 'rejected' ? [{ id: event.id, at: x(event.at), tool: event.tool, category: event.category }] : [],
      ),
    ),
    ...lookupMarks(known, (event) => x(event.at)),
    gatewayMarks: withRoom(gatewayMarks(known, x)),
  };
}

export function attemptKey({ call, attempt }: { readonly call: string; readonly attempt: number }): string {
  return `${call}.${attempt}`;
}

function barOf(
  event: AttemptEvent,
  ended: OutcomeEvent | undefined,
  lane: LaneTrace,
  at: number,
  until: number,
  x: (time: number) => number,
): Bar {
  const open = ended === undefined || ended.at > at;
  const end = open ? Math.min(until, event.deadlineAt ?? Infinity) : ended.at;
  const retried = lane.events.some((other) => other.kind === 'wait' && other.call === event.call);
  return {
    id: event.id,
    from: x(event.at),
    to: x(end),
    tool: event.tool,
    attempt: event.attempt,
    effect: event.effect,
    sent: event.sent,
    untroubled: !open && !retried && ended.category === 'ok' && event.effect === 'read',
    state: open ? { kind: 'in-flight', deadline: event.deadlineAt === null ? null : x(event.deadlineAt) } : stateAfter(ended),
  };
}

export function stateAfter({ outcome, category }: OutcomeEvent): BarState {
  switch (outcome.kind) {
    case 'unknown':
      return { kind: 'silent', category };
    case 'failed':
      return { kind: 'answered', category, message: outcome.error.message };
    case 'ok':
      return { kind: 'answered', category, message: outcome.items === undefined ? null : itemResultsText(outcome.items) };
  }
}

function quietGroups(bars: readonly Bar[]): readonly QuietGroup[] {
  const groups: Bar[][] = [];
  let open: Bar[] | null = null;
  for (const bar of bars) {
    if (!bar.untroubled || bar.state.kind === 'in-flight') {
      open = null;
    } else if (open === null) {
      open = [bar];
      groups.push(open);
    } else {
      open.push(bar);
    }
  }
  return groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length < 2) return [];
    const width = Math.min(...group.map(({ from, to }) => to - from));
    return [{ id: first.id, from: first.from, width, tools: group.map(({ tool }) => tool) }];
  });
}

/** @param to where it ends, where that is not where its time is over */
export function waitOf({ id, at, until, delayMs, source, layer }: WaitEvent, x: (time: number) => number, to = x(until)): Wait {
  return { id, from: x(at), to, delayMs, asked: source === 'retry-after', layer: layer ?? null };
}

export type LookupRow = 'guard' | 'readBack';

/** The row of what is looked up, in a guard's record or in the gateway's; null: nothing is. Of the whole run, so that no row comes or goes. */
export function lookupRow({ guard, events }: LaneTrace): LookupRow | null {
  if (guard.kind !== 'none') return 'guard';
  return events.some(({ kind }) => kind === 'read-back') ? 'readBack' : null;
}

/** What is looked up in either record has one row, and no label there stands over another. */
export function lookupMarks(
  known: readonly TraceEvent[],
  x: (event: GuardEvent | ReadBackEvent) => number,
): Pick<LaneGeometry, 'guardMarks' | 'readBacks'> {
  const events = known.filter((event): event is GuardEvent | ReadBackEvent => event.kind === 'guard' || event.kind === 'read-back');
  // On an axis with cells the order of time is not always that of places.
  const placed = events.map((event) => ({ id: event.id, at: x(event), event })).sort((a, b) => a.at - b.at);
  const marks = withRoom(placed);
  return {
    guardMarks: marks.flatMap(({ event, ...mark }) => (event.kind === 'guard' ? [{ ...mark, move: event.move, operation: event.operation }] : [])),
    readBacks: marks.flatMap(({ event, ...mark }) => (event.kind === 'read-back' ? [{ ...mark, found: event.found }] : [])),
  };
}

type Unplaced<Placed> = Placed extends Mark ? Omit<Placed, 'side' | 'room'> : never;

function gatewayMarks(known: readonly TraceEvent[], x: (time: number) => number): Unplaced<GatewayMark>[] {
  const first = known.find((event): event is PostingEvent => event.kind === 'posting');
  return known.flatMap((event): Unplaced<GatewayMark>[] => {
    if (event.kind === 'refusal') return [{ kind: 'refusal', id: event.id, at: x(event.at) }];
    if (event.kind !== 'posting') return [];
    const { id, amountMinor } = event;
    return [{ kind: 'posting', id, at: x(event.at), amountMinor, again: event !== first }];
  });
}

/** A label on the right needs about this share of the axis, for its longest words on a wide page. */
const ROOMY = 0.16;

/** Gives each mark the side with room for its label: between its neighbours, never over them. */
export function withRoom<Placed extends { readonly id: string; readonly at: number }>(
  marks: readonly Placed[],
): readonly (Placed & Pick<Mark, 'side' | 'room'>)[] {
  let takenUntil = 0;
  return marks.map((mark, index) => {
    const right = (marks[index + 1]?.at ?? 1) - mark.at;
    const left = mark.at - takenUntil;
    const side = right >= ROOMY || right >= left ? 'right' : 'left';
    const room = side === 'right' ? Math.min(right, Math.max(ROOMY, right / 2)) : left;
    takenUntil = side === 'right' ? mark.at + room : mark.at;
    return { ...mark, side, room };
  });
}
