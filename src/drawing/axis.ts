/** One time axis for all lanes: fractions of its width instead of pixels, so that it can be drawn before any script. */
export interface Axis {
  readonly endMs: number;
  readonly ticks: readonly number[];
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

export function fraction(axis: Axis, at: number): number {
  return Math.min(1, Math.max(0, at / axis.endMs));
}
