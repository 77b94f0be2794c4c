import { describe, expect, it } from 'vitest';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import { simulate } from '../../src/core/simulate.ts';
import { stepsOf } from '../../src/core/steps.ts';
import { axisOf } from '../../src/drawing/axis-of.ts';
import { fraction, startOf } from '../../src/drawing/axis.ts';
import { gateRowsOf, type GateRow } from '../../src/drawing/gate-layout.ts';
import { layoutProgram } from '../../src/drawing/program-layout.ts';
import { always, inTurn, program, UNAVAILABLE } from '../core/programs.ts';
import { incident, INCIDENT_IDS } from '../incidents/incident-files.ts';

function laid(scenario: Scenario) {
  const trace = simulate(scenario);
  const axis = axisOf(trace);
  const [lane] = trace.lanes;
  if (lane === undefined) throw new Error('no lane');
  return { lane, axis, at: (at: number, until = at) => layoutProgram(lane, at, until, axis) };
}

const states = (row: GateRow | undefined): string[] => (row?.kind === 'breaker' ? row.segments.map(({ phase }) => phase.state) : []);

describe('a breaker on the time axis', () => {
  // c0 and c1 fail at once at 0 s, c2 is rejected there, and the probe of 6 s fails.
  const operations = [0, 0, 0, 6_000].map((atMs, index) => ({ id: `c${index}`, atMs }));
  const breaker = { opensAt: { kind: 'consecutive', failures: 2 }, waitMs: 5_000 };
  const { axis, at } = laid(program({ policy: { maxRetries: 0 }, client: { breaker }, faults: always(UNAVAILABLE), operations }));
  const { gates, bars } = at(6_000);
  const [row] = gates;
  const segments = row?.kind === 'breaker' ? row.segments : [];

  it('opens where the attempt that opens it ends, and is half-open as long as its probe', () => {
    // That it opened again has no length yet.
    expect(states(row)).toEqual(['closed', 'open', 'due', 'half-open']);
    const [, second, third, probe] = bars;
    expect(segments[0]).toMatchObject({ from: 0, to: second?.to });
    expect(segments[1]).toMatchObject({ from: second?.to, to: startOf(axis, 5_000) });
    expect(third?.from).toBe(second?.to);
    expect(segments[3]).toMatchObject({ from: probe?.from, to: probe?.to });
  });

  it('marks the attempts that it rejects and those that are probes', () => {
    expect(bars.map(({ call, admission }) => [call, admission])).toEqual([['c0', null], ['c1', null], ['c2', 'rejected'], ['c3', 'probe']]);
  });

  it('ends at the playhead, also while that moves toward the next step', () => {
    expect(states(at(0).gates[0])).toEqual(['closed', 'open']);
    expect(at(0).gates[0]?.segments.at(-1)?.to).toBe(fraction(axis, 0));
    expect(states(at(0, 6_000).gates[0])).toEqual(['closed', 'open', 'due']);
    expect(at(0, 6_000).gates[0]?.segments.at(-1)?.to).toBe(fraction(axis, 6_000));
  });
});

describe('a budget on the time axis', () => {
  const retryQuota = { capacity: 4, cost: 1, gain: 0.5 };
  const { axis, at } = laid(program({ client: { retryQuota }, faults: inTurn(UNAVAILABLE, UNAVAILABLE) }));

  it('is a step for each of its events, with its share of the capacity', () => {
    // Spent at 0 and 1 s; the success of 3 s brings half a token, which the playhead at its end leaves no room for.
    const [row] = at(3_000).gates;
    expect(row?.kind === 'retryQuota' ? row.segments.map(({ phase, share }) => [phase.tokens, share]) : []).toEqual([
      [4, 1],
      [3, 0.75],
      [2, 0.5],
    ]);
    expect(row?.segments.at(-1)?.to).toBe(fraction(axis, 3_000));
  });
});

const EVERY = [
  ...NAMED_SCENARIOS.map(({ scenario }) => scenario).filter(({ agent }) => agent.controller === 'operations'),
  ...INCIDENT_IDS.map(incident),
].filter(({ client, lanes }) => JSON.stringify([client, lanes]).match(/"breaker":\{|"retryQuota":\{/));

it('are held by the scenarios and incidents that have gates', () => {
  expect(EVERY.length).toBeGreaterThanOrEqual(6);
});

describe.each(EVERY.map((scenario) => [scenario.name, scenario] as const))('the gates of %s', (_, scenario) => {
  const trace = simulate(scenario);
  const axis = axisOf(trace);

  it('are rows without a gap from the start to the playhead, at every step', () => {
    for (const lane of trace.lanes) {
      for (const { at } of stepsOf(trace)) {
        const { gates } = layoutProgram(lane, at, at, axis);
        expect(gates.map(({ kind }) => kind)).toEqual(gateRowsOf(lane));
        for (const { segments } of gates) {
          expect(segments[0]?.from).toBe(0);
          expect(segments.at(-1)?.to).toBe(fraction(axis, at));
          for (const [index, { from, to }] of segments.entries()) {
            expect(to).toBeGreaterThan(from);
            expect(from).toBe(segments[index - 1]?.to ?? 0);
          }
        }
      }
    }
  });
});
