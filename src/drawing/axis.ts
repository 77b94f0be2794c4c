/** One time axis for all lanes: fractions of its width instead of pixels, so that it can be drawn before any script. */
export interface Axis {
  readonly endMs: number;
  readonly ticks: readonly number[];
  /** In the order of time, where the axis is not to scale: see program-axis. Times between two of them are in proportion. */
  readonly stops?: readonly Stop[];
}

/** A moment that has room of its own, since much happens in it. */
export interface Stop {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Into how many equal parts its room is divided. */
  readonly cells: number;
}

/** Steps of a tick that people read easily, in milliseconds. */
const BASES = [1, 2, 5];
/** About this many ticks: more would crowd a phone. */
const TICKS = 5;

/** The axis from 0 to a little after the last event. */
export function axisFor(lastMs: number): Axis {
  const span = Math.max(lastMs, 100);
  const magnitude = 10 ** Math.floor(Math.log10(span / TICKS));
  const step = (BASES.find((base) => span / (base * magnitude) <= TICKS) ?? 10) * magnitude;
  // The last event keeps some room, so that its label and the playhead are not at the edge.
  const endMs = span * 1.04;
  const ticks: number[] = [];
  for (let index = 0; index * step <= endMs; index += 1) ticks.push(index * step);
  return { endMs, ticks };
}

/** Where a moment is over. */
export function fraction(axis: Axis, at: number): number {
  return axis.stops === undefined ? Math.min(1, Math.max(0, at / axis.endMs)) : placeIn(axis.stops, at, 'to');
}

/** Where a moment begins; without stops the place where it is over. */
export function startOf(axis: Axis, at: number): number {
  return axis.stops === undefined ? fraction(axis, at) : placeIn(axis.stops, at, 'from');
}

/** The time at a place; the inverse of `fraction`. */
export function timeAt({ endMs, stops }: Axis, share: number): number {
  if (stops === undefined) return share * endMs;
  const before = stops.findLast(({ from }) => from <= share);
  const after = stops.find(({ from }) => from > share);
  if (before === undefined) return 0;
  if (after === undefined || share <= before.to) return before.at;
  return before.at + ((share - before.to) / (after.from - before.to)) * (after.at - before.at);
}

function placeIn(stops: readonly Stop[], at: number, end: 'from' | 'to'): number {
  const before = stops.findLast((stop) => stop.at <= at);
  const after = stops.find((stop) => stop.at > at);
  if (before === undefined) return 0;
  if (before.at === at) return before[end];
  if (after === undefined) return before.to;
  return before.to + ((at - before.at) / (after.at - before.at)) * (after.from - before.to);
}
