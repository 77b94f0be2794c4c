import { nearestAllowed, PARAMS, type ParamKey, type ParamRow } from '../../core/params.ts';

/** Where a slider's thumb may stand: 0 to 1 along its range, and `null` one notch past the end for "none". */

/** A logarithmic range that starts at 0 takes its first step from here, as a share of its maximum. */
const LOG_FLOOR = 1 / 500;

/** Notches of a logarithmic slider: fine enough to reach every round value, coarse enough for the keyboard. */
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

function logarithmic(row: ParamRow): Positions {
  const { min, max, nullable = false } = row;
  const floor = Math.max(min, max * LOG_FLOOR);
  const first = min < floor ? 1 : 0;
  const span = Math.log(max / floor);
  return {
    min: 0,
    max: nullable ? NOTCHES + 1 : NOTCHES,
    step: 1,
    toPosition(value) {
      if (value === null) return NOTCHES + 1;
      if (value < floor) return 0;
      return first + Math.round((Math.log(value / floor) / span) * (NOTCHES - first));
    },
    fromPosition(position) {
      if (position > NOTCHES) return null;
      if (position < first) return min;
      return nearestAllowed(row, rounded(floor * Math.exp((span * (position - first)) / (NOTCHES - first))));
    },
  };
}

/** Two significant digits: what a person would type. */
function rounded(value: number): number {
  return Number(value.toPrecision(2));
}
