import { describe, expect, it } from 'vitest';
import { PARAM_KEYS, PARAMS, nearestAllowed, type ParamKey, type ParamRow } from '../../src/core/params.ts';
import { positionsOf, type Positions } from '../../src/features/policy/positions.ts';

const SLIDERS: readonly ParamKey[] = ['maxRetries', 'firstBackoffMs', 'backoffFactor', 'backoffCapMs', 'deadlineMs', 'refundMinor'];

const rowOf = (key: ParamKey): ParamRow => PARAMS[key];

/** Every place where the thumb can stand. */
function stops({ min, max, step }: Positions): number[] {
  return Array.from({ length: Math.round((max - min) / step) + 1 }, (_, index) => min + index * step);
}

describe.each(SLIDERS)('the slider of %s', (key) => {
  const row = rowOf(key);
  const positions = positionsOf(key);
  const values = stops(positions).map(positions.fromPosition);
  const numbers = values.filter((value) => value !== null);

  it('reaches from the least to the largest value', () => {
    expect(numbers[0]).toBe(row.min);
    expect(numbers.at(-1)).toBe(row.max);
  });

  it('gives values of its row only, in rising order', () => {
    for (const [index, value] of numbers.entries()) {
      expect(nearestAllowed(row, value)).toBe(value);
      expect(value).toBeGreaterThanOrEqual(numbers[index - 1] ?? 0);
    }
  });

  it('has none one notch past the end, where the row has it', () => {
    expect(values.filter((value) => value === null)).toHaveLength(row.nullable === true ? 1 : 0);
    if (row.nullable !== true) return;
    expect(values.at(-1)).toBe(null);
    expect(positions.toPosition(null)).toBe(positions.max);
  });

  it('has a place on its scale for every value of its row', () => {
    const steps = Math.round((row.max - row.min) / row.step);
    let before = positions.min;
    for (let count = 0; count <= steps; count += Math.max(1, Math.floor(steps / 997))) {
      const position = positions.toPosition(nearestAllowed(row, row.min + count * row.step));
      expect(position).toBeGreaterThanOrEqual(before);
      expect(position).toBeLessThanOrEqual(positions.max);
      before = position;
    }
  });
});

/** Where two notches have one value, a key moves the thumb, and the value moves it back. */
const stuck = (key: ParamKey): number[] => {
  const { toPosition, fromPosition, min, max, step } = positionsOf(key);
  return stops(positionsOf(key)).filter((position) => {
    const value = fromPosition(position);
    const moved = (to: number) => to < min || to > max || fromPosition(to) !== value;
    return !moved(toPosition(value) + step) || !moved(toPosition(value) - step);
  });
};

describe('with the keys', () => {
  for (const key of SLIDERS) {
    it(`every notch of ${key} leads on, up and down`, () => {
      expect(stuck(key)).toEqual([]);
    });

    it(`the default of ${key} is reached again`, () => {
      const { toPosition, fromPosition } = positionsOf(key);
      expect(fromPosition(toPosition(rowOf(key).default))).toBe(rowOf(key).default);
    });
  }
});

it('every number of a link has positions, moved by a slider or not', () => {
  for (const key of PARAM_KEYS) {
    const { fromPosition, min, max } = positionsOf(key);
    expect(fromPosition(min)).toBe(rowOf(key).min);
    expect([rowOf(key).max, null]).toContain(fromPosition(max));
  }
});
