import { nearestAllowed, PARAMS, type ParamKey, type ParamRow } from '../../core/params.ts';

/** Where a slider's thumb may stand: 0 to 1 along its range, and `null` one notch past the end for "none". */

/** A logarithmic range that starts at 0 takes its first step from here, as a share of its maximum. */
const LOG_FLOOR = 1 / 500;

/** Notches of a logarithmic slider before those that round to the same value become one. */
const NOTCHES = 100;

export interface Positions {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly toPosition: (value: number | null) => number;
  readonly fromPosition: (position: number) => number | null;
}

export function positionsOf(key: ParamKey): Positions {
  const row: ParamRow = PARAMS[key];
  return row.scale === 'linear' ? linear(row) : logarithmic(row);
}

function linear(row: ParamRow): Positions {
  const { min, max, step } = row;
  return {
    min,
    max,
    step,
    toPosition: (value) => value ?? max,
    fromPosition: (position) => nearestAllowed(row, position),
  };
}

/** A place for each of a list of values, so that every key press leads on, and the default can be reached again. */
function logarithmic(row: ParamRow): Positions {
  const { nullable = false } = row;
  const values = notchValues(row);
  const last = values.length - 1;
  return {
    min: 0,
    max: nullable ? last + 1 : last,
    step: 1,
    toPosition: (value) => (value === null ? last + 1 : nearestIndex(values, value)),
    fromPosition: (position) => values[position] ?? (nullable ? null : row.max),
  };
}

/** Rising, each once: the bounds, the default, and what a person would type between them. */
function notchValues(row: ParamRow): readonly number[] {
  const { min, max } = row;
  const floor = Math.max(min, max * LOG_FLOOR);
  const spread = Array.from({ length: NOTCHES + 1 }, (_, notch) =>
    nearestAllowed(row, rounded(floor * Math.exp((Math.log(max / floor) * notch) / NOTCHES))),
  );
  const values = new Set([min, max, ...spread, ...(row.default === null ? [] : [row.default])]);
  return [...values].sort((a, b) => a - b);
}

function nearestIndex(values: readonly number[], value: number): number {
  let nearest = 0;
  for (const [index, each] of values.entries()) {
    if (Math.abs(each - value) < Math.abs((values[nearest] ?? 0) - value)) nearest = index;
  }
  return nearest;
}

/** Two significant digits: what a person would type. */
function rounded(value: number): number {
  return Number(value.toPrecision(2));
}
