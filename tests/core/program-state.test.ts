import { describe, expect, it } from 'vitest';
import { openingStep } from '../../src/core/opening.ts';
import { isProgram } from '../../src/core/program.ts';
import { programGravity, programStateAt, programVerdict, type ProgramState } from '../../src/core/program-state.ts';
import { simulate } from '../../src/core/simulate.ts';
import { stepsOf } from '../../src/core/steps.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { incident, INCIDENT_IDS } from '../incidents/incident-files.ts';

function stateOf(id: string, laneId: string, at = Infinity): ProgramState {
  const scenario = incident(id);
  const lane = simulate(scenario).lanes.find(({ id: own }) => own === laneId);
  const state = lane === undefined ? null : programStateAt(lane, at);
  if (state === null) throw new Error(`${id} has no program ${laneId}`);
  return state;
}

describe('a program at one moment', () => {
  it('marks what was done again for the same wish', () => {
    const { entries, totalMinor, expectedMinor, surplus, missing } = stateOf('ik-07', 'reported');
    expect(entries.map(({ posting: { at, abandoned }, again }) => [at, abandoned, again])).toEqual([
      [90_000, true, false],
      [120_000, false, true],
      [3_700_000, false, true],
    ]);
    expect([totalMinor, expectedMinor, surplus, missing]).toEqual([6_000, 2_000, 2, 0]);
  });

  it('asks for nothing more of what the user stopped', () => {
    expect(stateOf('to-08', 'reported', 0)).toMatchObject({ expectedMinor: 4_000, surplus: 0, missing: 1, told: null });
    expect(stateOf('to-08', 'reported')).toMatchObject({ expectedMinor: 0, surplus: 1, missing: 0, told: 'aborted' });
  });

  it('counts neither what was deleted nor what was spoiled as done', () => {
    expect(stateOf('ik-24', 'right')).toMatchObject({ units: 2, surplus: 0, missing: 0 });
    expect(stateOf('ik-24', 'right').entries.map(({ again, deleted }) => [again, deleted])).toEqual([
      [false, true],
      [false, false],
    ]);
    expect(stateOf('ni-10', 'reported')).toMatchObject({ units: 1, missing: 1, told: 'false-success' });
  });

  it('knows at each moment no more than has happened', () => {
    expect(stateOf('ra-02', 'right', 0)).toMatchObject({ attempts: 1, told: null, done: false, endMs: null, units: 0 });
    expect(stateOf('ra-02', 'right', 2_000)).toMatchObject({ attempts: 2, told: 'ok', done: true, endMs: 2_000, units: 1 });
    expect(stateOf('ik-19', 'reported', 1_500)).toMatchObject({ told: 'rejected', inFlight: 1, units: 0 });
  });

  it.each([
    ['ik-01', 'reported', { kind: 'settled', truth: 'more', told: 'ok' }, 'wrong'],
    ['ik-01', 'right', { kind: 'settled', truth: 'as-asked', told: 'ok' }, 'right'],
    ['ik-21', 'reported', { kind: 'settled', truth: 'less', told: 'false-success' }, 'wrong'],
    ['jq-14', 'reported', { kind: 'settled', truth: 'as-asked', told: 'gave-up' }, 'misreported'],
    ['jq-14', 'right', { kind: 'settled', truth: 'as-asked', told: 'parked' }, 'unknown'],
    ['ra-02', 'reported', { kind: 'settled', truth: 'less', told: 'gave-up' }, 'neutral'],
    ['to-06', 'reported', { kind: 'settled', truth: 'only-read', told: 'never-ends' }, 'wrong'],
    ['to-08', 'right', { kind: 'settled', truth: 'as-asked', told: 'aborted' }, 'right'],
    ['rd-02', 'reported', { kind: 'settled', truth: 'only-read', told: 'false-success' }, 'wrong'],
    ['rd-02', 'right', { kind: 'settled', truth: 'only-read', told: 'ok' }, 'right'],
    ['rd-05', 'reported', { kind: 'settled', truth: 'more', told: 'gave-up' }, 'wrong'],
    ['rd-05', 'right', { kind: 'settled', truth: 'less', told: 'rejected' }, 'neutral'],
    ['rd-06', 'reported', { kind: 'settled', truth: 'less', told: 'false-success' }, 'wrong'],
    // One card was declined, and its owner told so.
    ['ik-14', 'right', { kind: 'settled', truth: 'less', told: 'ok' }, 'neutral'],
  ] as const)('%s, %s: what is true against what was told', (id, lane, verdict, gravity) => {
    expect(programVerdict(stateOf(id, lane))).toEqual(verdict);
    expect(programGravity(programVerdict(stateOf(id, lane)))).toBe(gravity);
  });

  it('is not settled while a request is under way', () => {
    expect(programVerdict(stateOf('ik-19', 'reported', 1_500))).toEqual({ kind: 'in-flight' });
    expect(programVerdict(stateOf('ra-02', 'right', 0))).toEqual({ kind: 'open' });
  });
});

describe('programs', () => {
  it.each(INCIDENT_IDS)('[F9] %s opens on its last step', (id) => {
    const trace = simulate(incident(id));
    const steps = stepsOf(trace);
    expect(openingStep(trace, steps)).toBe(steps.length - 1);
  });

  it('are told from runs of a model', () => {
    for (const id of INCIDENT_IDS) expect(simulate(incident(id)).lanes.every(isProgram)).toBe(true);
    for (const { scenario } of NAMED_SCENARIOS) {
      expect(simulate(scenario).lanes.some(isProgram), scenario.name).toBe(scenario.agent.controller === 'operations');
    }
  });
});
