import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOf } from '../../src/core/ledger.ts';
import { simulate } from '../../src/core/simulate.ts';
import { stepsOf } from '../../src/core/steps.ts';
import type { LaneTrace } from '../../src/core/trace.ts';
import { axisFor, fraction } from '../../src/drawing/axis.ts';
import { layoutLane, lookupRow, type LaneGeometry, type Mark } from '../../src/drawing/lane-layout.ts';
import { anyPair } from '../core/arbitrary-scenario.ts';
import { bothLanes, figureWith } from '../core/runs.ts';

describe('the axis', () => {
  it.each([
    [0, [0, 20, 40, 60, 80, 100]],
    [1_700, [0, 500, 1_000, 1_500]],
    [4_200, [0, 1_000, 2_000, 3_000, 4_000]],
    [20_000, [0, 5_000, 10_000, 15_000, 20_000]],
  ])('of a run of %d ms has ticks that people read easily', (last, ticks) => {
    expect(axisFor(last).ticks).toEqual(ticks);
  });

  it('reaches from 0 to a little after the last event, with a few ticks, for runs of any length', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e15, noNaN: true }), (last) => {
        const axis = axisFor(last);
        expect(axis.endMs).toBeGreaterThanOrEqual(last);
        expect(axis.ticks[0]).toBe(0);
        expect(axis.ticks.length).toBeGreaterThanOrEqual(3);
        expect(axis.ticks.length).toBeLessThanOrEqual(8);
        expect(axis.ticks.at(-1)).toBeLessThanOrEqual(axis.endMs);
        const [first = NaN, second = NaN] = axis.ticks;
        // 1, 2 or 5 times a power of ten.
        const digits = (second - first).toPrecision(6).replace(/e.*$/, '').replace(/[0.]+/g, '');
        expect(['1', '2', '5']).toContain(digits);
      }),
    );
  });

  it('places every time on it, in order, and times beyond it at its ends', () => {
    const time = fc.double({ min: -1e6, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), time, time, (last, a, b) => {
        const axis = axisFor(last);
        const [earlier, later] = [fraction(axis, Math.min(a, b)), fraction(axis, Math.max(a, b))];
        expect(earlier).toBeGreaterThanOrEqual(0);
        expect(later).toBeLessThanOrEqual(1);
        expect(earlier).toBeLessThanOrEqual(later);
        expect(fraction(axis, last)).toBeLessThan(1);
      }),
    );
  });
});

/** The geometry of a lane with the cursor on one of its run's steps. */
const anyView = fc.tuple(anyPair, fc.nat(), fc.nat(1)).map(([scenario, pick, which]) => {
  const trace = simulate(scenario);
  const steps = stepsOf(trace);
  const at = steps[pick % steps.length]?.at ?? 0;
  const lane = trace.lanes[which];
  if (lane === undefined) throw new Error('no lane');
  return { trace, lane, at, axis: axisFor(endOf(trace)) };
});

const marksOf = ({ rejections, guardMarks, readBacks, gatewayMarks }: LaneGeometry): readonly (readonly Mark[])[] => [
  rejections,
  // One row for both.
  [...guardMarks, ...readBacks].sort((one, other) => one.at - other.at),
  gatewayMarks,
];

/** Doubles that were added and taken apart again. */
const CLOSE = 1e-9;

function expectInOrder(numbers: readonly number[]): void {
  for (const [index, number] of numbers.entries()) expect(number).toBeGreaterThanOrEqual((numbers[index - 1] ?? 0) - CLOSE);
  expect(numbers.at(-1) ?? 1).toBeLessThanOrEqual(1 + CLOSE);
}

describe('a lane', () => {
  it('is drawn within the axis, whatever the run and the cursor', () => {
    fc.assert(
      fc.property(anyView, ({ lane, at, axis }) => {
        const geometry = layoutLane(lane, at, at, axis);
        for (const { from, to } of [...geometry.bars, ...geometry.waits]) expectInOrder([from, to]);
        for (const { from, width } of geometry.quiet) expectInOrder([from, from + width]);
        for (const bar of geometry.bars) if (bar.state.kind === 'in-flight') expectInOrder([bar.to, bar.state.deadline ?? 1]);
        for (const mark of marksOf(geometry).flat()) {
          expectInOrder([mark.at]);
          expect(mark.room).toBeGreaterThanOrEqual(-CLOSE);
        }
      }),
    );
  });

  it('gives each label room that no other mark or label has', () => {
    fc.assert(
      fc.property(anyView, ({ lane, at, axis }) => {
        for (const row of marksOf(layoutLane(lane, at, at, axis))) {
          let taken = 0;
          for (const { at: place, side, room } of row) {
            const [from, to] = side === 'right' ? [place, place + room] : [place - room, place];
            expectInOrder([taken, from, to]);
            taken = to;
          }
        }
      }),
    );
  });

  it('shows nothing that is not known yet', () => {
    fc.assert(
      fc.property(anyView, ({ lane, at, axis }) => {
        const soFar: LaneTrace = { ...lane, events: lane.events.filter((event) => event.at <= at) };
        expect(layoutLane(lane, at, at, axis)).toEqual(layoutLane(soFar, at, at, axis));
      }),
    );
  });

  it('changes nothing that was drawn before but open bars and the room of labels', () => {
    fc.assert(
      fc.property(anyView, ({ trace, lane, at, axis }) => {
        const before = layoutLane(lane, at, at, axis);
        const end = endOf(trace);
        const after = layoutLane(lane, end, end, axis);
        const settled = before.bars.filter(({ state }) => state.kind !== 'in-flight');
        expect(after.bars).toEqual(expect.arrayContaining(settled));
        expect(after.waits.slice(0, before.waits.length)).toEqual(before.waits);
        for (const [index, row] of marksOf(before).entries()) {
          const later = marksOf(after)[index]?.slice(0, row.length);
          expect(later?.map(({ id, at: place }) => ({ id, place }))).toEqual(row.map(({ id, at: place }) => ({ id, place })));
        }
      }),
    );
  });

  it('draws the opening run: two postings without guard, one and a hit with it', () => {
    const { unguarded, guarded } = bothLanes(figureWith(['silence']));
    const axis = axisFor(4_200);
    const at = (time: number) => expect.closeTo(time / axis.endMs, 9) as number;
    const without = layoutLane(unguarded, 4_200, 4_200, axis);
    expect(without.gatewayMarks).toMatchObject([
      { kind: 'posting', at: at(1_500), again: false },
      { kind: 'posting', at: at(4_000), again: true, side: 'left' },
    ]);
    expect(without.guardMarks).toEqual([]);
    expect(without.bars.slice(-2)).toMatchObject([
      { from: at(1_200), to: at(3_200), attempt: 1, state: { kind: 'silent' } },
      { from: at(3_700), to: at(4_100), attempt: 2, state: { kind: 'answered', category: 'ok' } },
    ]);
    expect(without.waits).toMatchObject([{ from: at(3_200), to: at(3_700), delayMs: 500 }]);
    expect(without.quiet).toMatchObject([{ from: 0, tools: ['search_policy', 'lookup_order', 'search_index'] }]);

    const withGuard = layoutLane(guarded, 4_200, 4_200, axis);
    expect(withGuard.gatewayMarks).toMatchObject([{ kind: 'posting', at: at(1_500), again: false }]);
    expect(withGuard.guardMarks.map(({ move }) => move)).toEqual(['claimed', 'hit']);
    expect(withGuard.bars.at(-1)).toMatchObject({ sent: false, from: at(3_700), to: at(3_800) });
  });

  it('draws what a handler reads back, in a row that is there from the start', () => {
    const { lanes } = simulate(figureWith(['silence'], { lanes: 'handlers' }));
    const [printed, typed] = lanes;
    if (printed === undefined || typed === undefined) throw new Error('no lanes');
    const axis = axisFor(4_200);
    expect([lookupRow(printed), lookupRow(typed)]).toEqual([null, 'readBack']);
    expect(layoutLane(printed, 4_200, 4_200, axis).readBacks).toEqual([]);
    expect(layoutLane(typed, 0, 0, axis).readBacks).toEqual([]);
    const [found, ...others] = layoutLane(typed, 4_200, 4_200, axis).readBacks;
    expect(found).toMatchObject({ found: true });
    expect(others).toEqual([]);
    // Not before the silence has ended.
    expect((found?.at ?? 0) * axis.endMs).toBeGreaterThanOrEqual(3_200);
  });

  it('lets an open bar grow to where the picture moves, and no further than its deadline', () => {
    const { unguarded } = bothLanes(figureWith(['silence']));
    const axis = axisFor(4_200);
    const open = (until: number) => layoutLane(unguarded, 1_500, until, axis).bars.at(-1);
    expect(open(1_500)).toMatchObject({ to: fraction(axis, 1_500), state: { kind: 'in-flight', deadline: fraction(axis, 3_200) } });
    expect(open(3_000)).toMatchObject({ to: fraction(axis, 3_000) });
    expect(open(9_000)).toMatchObject({ to: fraction(axis, 3_200) });
  });
});
