import { describe, expect, it } from 'vitest';
import { laneResultOf, type LaneResult } from '../../src/core/lane-result.ts';
import { simulate } from '../../src/core/simulate.ts';
import { incident, INCIDENT_IDS } from './incident-files.ts';
import { laneId, lanesOf, REPORTS, type Expected } from './reports.ts';

/** Virtual seconds above 2^53 have no exact sum; everything else agrees far better than a microsecond. */
const RELATIVE = 1e-9;

function close(a: number, b: number): boolean {
  return Math.abs(a - b) <= RELATIVE * Math.max(1, Math.abs(b));
}

/**
 * The numbers of a lane in the units and words of the report; only those that the report gives. A report that a program
 * replays in full leaves the end out where there is none; one with a queue or with pages leaves it open.
 */
function asReported(result: LaneResult, expected: Expected, hasEnd: boolean): Expected {
  const said: Required<Omit<Expected, 'note' | 'end_s' | 'calls'>> & Pick<Expected, 'end_s'> = {
    attempts: result.attempts,
    starts_s: result.startsMs.map((ms, index) => nearest(ms / 1_000, expected.starts_s?.[index])),
    ...(result.endMs === null ? {} : { end_s: nearest(result.endMs / 1_000, expected.end_s) }),
    ledger: result.ledger,
    amount: result.amountMinor / 100,
    expectedAmount: result.expectedMinor / 100,
    outcome: result.outcome,
  };
  return Object.fromEntries(Object.entries(said).filter(([name]) => (name === 'end_s' && hasEnd) || name in expected));
}

/** The reported number where ours is the same but for the last bits of a sum. */
function nearest(ours: number, theirs: number | undefined): number {
  return theirs !== undefined && close(ours, theirs) ? theirs : ours;
}

const programs = REPORTS.filter(({ id }) => INCIDENT_IDS.includes(id.toLowerCase()) && incident(id.toLowerCase()).agent.controller === 'operations');

it('every report that a program can replay is there', () => {
  const full = REPORTS.filter(({ replay }) => replay === 'full').map(({ id }) => id);
  expect(programs.map(({ id }) => id)).toEqual(expect.arrayContaining(full));
  expect(full).toHaveLength(61);
});

/** They need breakers, queues, pages or batches, which programs have by now. */
const BEYOND = [
  ...['CB-01', 'CB-02', 'CB-05', 'NL-06'],
  ...['RD-02', 'RD-03', 'RD-05', 'RD-06'],
  ...['IK-26', 'JQ-02', 'JQ-03', 'JQ-05', 'JQ-10', 'JQ-16', 'RD-09', 'TO-01'],
];

it('so is what needs more than a program, as far as programs can say it', () => {
  const beyond = programs.filter(({ replay }) => replay !== 'full').map(({ id }) => id);
  expect(beyond.sort()).toEqual([...BEYOND].sort());
});

describe.each(programs.map((report) => ({ id: report.id, report })))('$id', ({ id, report }) => {
  const scenario = incident(id.toLowerCase());
  const trace = simulate(scenario);

  it('has a lane for each of the report, and no other', () => {
    const theirs = lanesOf(report).map(([name]) => laneId(name));
    expect(scenario.lanes.map((lane) => lane.id).sort()).toEqual([...theirs].sort());
    expect(scenario.lanes.slice(0, 2).map((lane) => lane.id)).toEqual(['reported', 'right']);
  });

  it('names its source and says how much of it is reported', () => {
    expect(scenario.incident).toMatchObject({ id: id.toLowerCase(), source: report.source, basis: report.basis.replace(' ', '-') });
  });

  it.each(lanesOf(report).map(([name, { expected }]) => ({ name, expected })))('$name comes to the reported numbers', ({ name, expected }) => {
    const lane = trace.lanes.find(({ id: own }) => own === laneId(name));
    const result = lane === undefined ? null : laneResultOf(lane);
    const numbers = Object.fromEntries(Object.entries(expected).filter(([field]) => field !== 'note'));
    expect(result === null ? null : asReported(result, numbers, report.replay !== 'queue' && !report.needs.includes('F17'))).toEqual(numbers);
  });
});
