import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/core/simulate.ts';
import { stepsOf } from '../../src/core/steps.ts';
import type { LaneTrace } from '../../src/core/trace.ts';
import { fraction, startOf, timeAt } from '../../src/drawing/axis.ts';
import { axisOf } from '../../src/drawing/axis-of.ts';
import { layoutProgram } from '../../src/drawing/program-layout.ts';
import { incident, INCIDENT_IDS } from '../incidents/incident-files.ts';

function seen(id: string) {
  const lanes = simulate(incident(id)).lanes.slice(0, 2);
  const trace = { lanes };
  const [reported, right] = lanes;
  if (reported === undefined || right === undefined) throw new Error(`${id} has no two lanes`);
  return { trace, reported, right, axis: axisOf(trace), steps: stepsOf(trace) };
}

function layoutAt(lane: LaneTrace, id: string, at = Infinity) {
  const { axis, steps } = seen(id);
  const end = steps.at(-1)?.at ?? 0;
  return layoutProgram(lane, Math.min(at, end), Math.min(at, end), axis);
}

/** The reports of queues whose workers overlap. */
const overlapping = ['jq-02', 'jq-03', 'jq-05', 'jq-16'];

const NEARLY = 1e-9;

describe.each(INCIDENT_IDS)('the lanes of %s', (id) => {
  const { trace, axis, steps } = seen(id);

  it('have an axis that goes forward, within its width, and gives each step back', () => {
    let before = -NEARLY;
    for (const { at } of steps) {
      expect(startOf(axis, at)).toBeGreaterThan(before);
      expect(fraction(axis, at)).toBeGreaterThanOrEqual(startOf(axis, at));
      expect(timeAt(axis, fraction(axis, at))).toBe(at);
      before = fraction(axis, at);
    }
    expect(before).toBeLessThan(1);
  });

  it('draw every attempt once, one after the other, and within the axis', () => {
    for (const lane of trace.lanes) {
      const { bars, waits, postings } = layoutAt(lane, id);
      const attempts = lane.events.filter(({ kind }) => kind === 'attempt');
      expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(attempts.length);
      for (const row of new Set(bars.map((bar) => bar.row))) {
        const spans = [...bars.filter((bar) => bar.row === row), ...(row === 0 ? waits : [])].sort((a, b) => a.from - b.from || a.to - b.to);
        for (const [index, { from, to }] of spans.entries()) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(1);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(from).toBeGreaterThanOrEqual((spans[index - 1]?.to ?? 0) - NEARLY);
        }
      }
      // Only deliveries of one operation overlap; every other attempt has the row to itself.
      if (!overlapping.includes(id)) expect(bars.every((bar) => bar.rows === 1)).toBe(true);
      expect(postings).toHaveLength(lane.events.filter(({ kind }) => kind === 'posting').length);
    }
  });

  it('give every attempt a width, even where it takes no time', () => {
    for (const lane of trace.lanes) {
      for (const { from, to, count, state } of layoutAt(lane, id).bars) if (state.kind !== 'in-flight') expect((to - from) / count).toBeGreaterThan(0.001);
    }
  });

  it('show at a moment nothing that comes after it', () => {
    for (const lane of trace.lanes) {
      const { at } = steps[Math.floor(steps.length / 2)] ?? { at: 0 };
      const soFar = { ...lane, events: lane.events.filter((event) => event.at <= at) };
      const { bars, waits, postings, readBacks, ends } = layoutProgram(lane, at, at, axis);
      expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(soFar.events.filter(({ kind }) => kind === 'attempt').length);
      for (const { from } of [...bars, ...waits]) expect(from).toBeLessThanOrEqual(fraction(axis, at) + NEARLY);
      for (const mark of [...postings, ...readBacks, ...ends]) expect(mark.at).toBeLessThanOrEqual(fraction(axis, at) + NEARLY);
    }
  });
});

describe('what programs need beside bars', () => {
  it('attempts alike at one moment are one bar', () => {
    const { reported, right } = seen('nl-02');
    expect(layoutAt(reported, 'nl-02').bars.map(({ attempt, count }) => [attempt, count])).toEqual([[1, 45]]);
    expect(layoutAt(right, 'nl-02').bars.map(({ attempt, count }) => [attempt, count])).toEqual([[1, 15]]);
  });

  it('waits that the server asked for are told apart, and so is the layer that waits', () => {
    const { reported } = seen('ra-12');
    const waits = layoutAt(reported, 'ra-12').waits;
    expect(new Set(waits.map(({ layer }) => layer)).size).toBe(2);
    expect(waits.filter(({ asked }) => asked).map(({ delayMs }) => delayMs)).toEqual([120_000, 120_000, 120_000]);
  });

  it('a look into the records says whether it found anything', () => {
    const { reported } = seen('jq-14');
    expect(layoutAt(reported, 'jq-14').readBacks.map(({ found }) => found)).toEqual([false, false, false, false, false]);
    const { right } = seen('to-11');
    expect(layoutAt(right, 'to-11').readBacks.map(({ found }) => found)).toEqual([true]);
  });

  it('what never ends goes on to the end of the axis', () => {
    const { reported, right } = seen('to-06');
    expect(layoutAt(reported, 'to-06').endless).toMatchObject({ to: 1 });
    expect(layoutAt(right, 'to-06').endless).toBeNull();
  });

  it('an attempt without a deadline has none while it is open', () => {
    const { reported, axis } = seen('to-10');
    const open = layoutProgram(reported, 0, 0, axis).bars[0]?.state;
    expect(open).toMatchObject({ kind: 'in-flight', deadline: expect.any(Number) as number });
    const endless = seen('to-06');
    expect(layoutProgram(endless.right, 0, 0, endless.axis).bars).toHaveLength(1);
  });
});
