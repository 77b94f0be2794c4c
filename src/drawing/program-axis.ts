import type { LaneTrace, OutcomeEvent } from '../core/trace.ts';
import type { Axis, Stop } from './axis.ts';

/**
 * The axis of a program's lanes. Reports have dozens of attempts that take no time at all, and waits of milliseconds
 * beside waits of years: to scale, nothing of them could be seen. So an attempt without length has a cell of its own,
 * and every time between two moments at least a little room; what is left is to scale.
 */

/** Cells are as wide as this share of the axis, and all of them together no wider than the second. */
const CELL = 0.07;
const CELLS_AT_MOST = 0.5;
/** Where all happens at one moment. */
const LONE_CELL = 0.24;
/** Times between moments have this share at least, and all of them together no more than the second. */
const GAP = 0.035;
const GAPS_AT_MOST = 0.25;
/** A mark at the first moment keeps clear of the row's name. */
const START = 0.015;
/** The last event keeps some room, and what never ends keeps more. */
const END = 0.945;
const BEFORE_ENDLESS = 0.8;
/** Ticks keep this distance. */
const BETWEEN_TICKS = 0.17;

export function programAxis(lanes: readonly LaneTrace[]): Axis {
  const moments = [...new Set([0, ...lanes.flatMap(({ events }) => events.map(({ at }) => at))])].sort((a, b) => a - b);
  const cells = moments.map((at) => Math.max(0, ...lanes.map((lane) => instantAttempts(lane, at).length)));
  const count = cells.reduce((sum, each) => sum + each, 0);
  const gaps = moments.length - 1;
  const endMs = moments.at(-1) ?? 0;
  const end = lanes.some(neverEnds) ? BEFORE_ENDLESS : END;

  const cell = gaps === 0 ? Math.min(LONE_CELL, 1 / count) : Math.min(CELL, CELLS_AT_MOST / count);
  const gap = gaps === 0 ? 0 : Math.min(GAP, GAPS_AT_MOST / gaps);
  const toScale = gaps === 0 ? 0 : 1 - (count === 0 ? 0 : cell * count) - gap * gaps;

  const stops: Stop[] = [];
  let x = START;
  for (const [index, at] of moments.entries()) {
    const before = moments[index - 1];
    if (before !== undefined) x += (gap + (toScale * (at - before)) / endMs) * end;
    const own = cells[index] ?? 0;
    const to = x + (own === 0 ? 0 : own * cell * end);
    stops.push({ at, from: x, to, cells: own });
    x = to;
  }
  return { endMs, ticks: ticksOf(stops), stops };
}

function ticksOf(stops: readonly Stop[]): readonly number[] {
  const ticks: Stop[] = [];
  for (const stop of stops) {
    const last = ticks.at(-1);
    if (last === undefined || stop.from - last.from >= BETWEEN_TICKS) ticks.push(stop);
  }
  // The end of the run is worth more than the tick before it.
  const end = stops.at(-1);
  const last = ticks.at(-1);
  if (end !== undefined && last !== undefined && end !== last) {
    if (ticks.length > 1) ticks.pop();
    if (end.from - (ticks.at(-1)?.from ?? 0) >= BETWEEN_TICKS) ticks.push(end);
    else if (last !== ticks.at(-1)) ticks.push(last);
  }
  return ticks.map(({ at }) => at);
}

/** The attempts of a lane that begin and end at one moment, in their order. */
export function instantAttempts({ events }: LaneTrace, at: number): readonly OutcomeEvent[] {
  const now = events.filter((event) => event.at === at);
  const begun = new Set(now.flatMap((event) => (event.kind === 'attempt' ? [`${event.call}.${event.attempt}`] : [])));
  return now.filter((event): event is OutcomeEvent => event.kind === 'outcome' && begun.has(`${event.call}.${event.attempt}`));
}

export function neverEnds({ events }: LaneTrace): boolean {
  return events.some((event) => event.kind === 'observation' && event.result.disposition === 'never-ends');
}
