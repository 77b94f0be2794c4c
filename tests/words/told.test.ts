import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SWITCHES, SILENCES } from '../../src/core/figure.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { gatesAt } from '../../src/core/gate-phases.ts';
import { programStateAt } from '../../src/core/program-state.ts';
import { simulate } from '../../src/core/simulate.ts';
import { stepsOf } from '../../src/core/steps.ts';
import type { Trace, TraceEvent } from '../../src/core/trace.ts';
import { en } from '../../src/words/en.ts';
import { tellStep } from '../../src/words/tellStep.ts';
import { anyScenario } from '../core/arbitrary-scenario.ts';
import { always, inTurn, program, UNAVAILABLE } from '../core/programs.ts';
import { direct, figureWith } from '../core/runs.ts';
import { incident, INCIDENT_IDS } from '../incidents/incident-files.ts';

const SCENARIOS = [
  ...SILENCES.map((silence) => figureWith(SWITCHES.map(({ id }) => id), { silence })),
  figureWith(['silence'], { refusesOverCapture: true, params: { refundMinor: 16_000 } }),
  figureWith([]),
  direct(figureWith(['temporary-error'])),
  incident('ik-27'),
  ...NAMED_SCENARIOS.map(({ scenario }) => scenario).filter(({ name }) => ['same-again', 'parked', 'undo-fails'].includes(name)),
  incident('cb-02'),
  incident('rd-02'),
  program({ faults: always(UNAVAILABLE), client: { retryQuota: { capacity: 1, cost: 1, gain: 1 } } }),
  program({ faults: inTurn(UNAVAILABLE, { kind: 'crash' }), client: { retryQuota: { capacity: 1, cost: 1, gain: 1 } } }),
];

/** Each kind, and what has to be in its clause; null where the step's other events tell it. */
const TOLD: Record<TraceEvent['kind'], RegExp | null> = {
  action: null,
  rejected: /refused before any attempt, (malformed|unknown-tool|permanent), fed back/,
  attempt: /attempt \d+/,
  guard: /^guard /,
  posting: /the gateway posts \$\d+\.\d\d/,
  refusal: /the gateway refuses/,
  'read-back': /^reads back, and finds (the effect|nothing)$/,
  gate: /^(the circuit breaker (opens|closes|lets a probe through)|.* (left|up to \d+)|the new process has a full retry quota: \d+$)/,
  outcome: /attempt \d+: ./,
  wait: /^waits .* s, then retry \d+( of \d+)?$/,
  page: /^(\d+ of )?\d+ items? so far, and (a|no) next page$/,
  observation: /handed to the model: (gave up|fed back|parked)/,
  finish: /the agent finishes and reports: (refunded|failed|not attempted|answered|stopped|handed off)/,
  died: /the run dies/,
  'loop-warning': /^the loop warns: the same call, the same result, 3 times$/,
  park: /^the case is parked until .* s$/,
  alert: /^alert: undo-\S+ failed, a person has to step in$/,
};

it('every kind of event is told, or left to another of its step', () => {
  const seen = new Set<TraceEvent['kind']>();
  for (const scenario of SCENARIOS) {
    for (const { events } of simulate(scenario).lanes) {
      for (const event of events) {
        seen.add(event.kind);
        const told = en.told(event);
        const expected = TOLD[event.kind];
        if (expected === null || (event.kind === 'observation' && event.result.usable)) expect(told).toBe(null);
        else expect(told).toMatch(expected);
      }
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(TOLD).sort());
});

it('silence on a write is told as an unknown outcome, with its class beside it; on a read as its class', () => {
  const [lane] = simulate(figureWith(['silence', 'too-slow'])).lanes;
  const silent = (lane?.events ?? []).filter((event) => event.kind === 'outcome' && event.outcome.kind === 'unknown').map(en.told);
  expect(silent.at(-1)).toBe('refund attempt 1: no answer by the deadline, outcome unknown; class here: transient');
  expect(silent[0]).toBe('order attempt 1: no answer by the deadline, transient');
});

it('what is the same in both lanes is told once, and what differs names its lane', () => {
  const trace = simulate(figureWith(['silence']));
  const steps = stepsOf(trace);
  const at = (time: number) => tellStep(en, trace, steps.find((step) => step.at === time));
  expect(at(300)).toBe('Both lanes: policy attempt 1: OK.');
  expect(at(1_500)).toBe('Both lanes: the gateway posts $80.00.');
  expect(at(3_700)).toBe(
    'No guard: process_refund attempt 2 is sent. Guarded by order: process_refund attempt 2; guard recognises the order: not sent again.',
  );
  expect(at(4_000)).toBe('No guard: the gateway posts $80.00.');
});

it('every step of every run is one sentence that is not empty', () => {
  fc.assert(
    fc.property(anyScenario, (scenario) => {
      const trace = simulate(scenario);
      for (const step of stepsOf(trace).slice(0, 60)) {
        const sentence = tellStep(en, trace, step);
        expect(sentence).toMatch(/^\S[^]*\.$/);
        expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
      }
    }),
    { numRuns: 60 },
  );
});

describe('the gates of a client', () => {
  const named = (name: string): Trace => {
    const scenario = NAMED_SCENARIOS.find((each) => each.scenario.name === name)?.scenario;
    if (scenario === undefined) throw new Error(`no scenario ${name}`);
    return simulate(scenario);
  };
  const gates = (name: string, at: number): string[] => {
    const lane = named(name).lanes[1];
    return lane === undefined ? [] : en.program.gateFacts(gatesAt(lane, at)).map((fact) => `${fact.name}: ${fact.value}`);
  };
  const told = (name: string, at: number): string => {
    const trace = named(name);
    return tellStep(en, trace, stepsOf(trace).find((step) => step.at === at));
  };

  it('are said as they are at the moment', () => {
    expect([0, 6_000, 16_000, 18_000, 20_000, 32_400].map((at) => gates('breaker', at))).toEqual([
      ['Breaker: closed'],
      ['Breaker: open until 16.0 s'],
      ['Breaker: open: a probe is next'],
      ['Breaker: half-open'],
      ['Breaker: open until 30.0 s'],
      ['Breaker: closed'],
    ]);
    expect([0, 400, 5_300, 12_400].map((at) => gates('retry-quota', at))).toEqual([
      ['Retry quota: 4 of 4 left'],
      ['Retry quota: 3 of 4 left'],
      ['Retry quota: 0 of 4 left'],
      ['Retry quota: 0.5 of 4 left'],
    ]);
  });

  it('are in the sentence of the step, with what was stopped and what was a probe', () => {
    expect(told('breaker', 6_000)).toContain('With breaker: the circuit breaker opens: nothing is sent until 16.0 s.');
    expect(told('breaker', 8_000)).toContain('With breaker: c4 attempt 1: the circuit is open: not sent;');
    expect(told('breaker', 18_000)).toContain('With breaker: c6 attempt 1 is sent, as a probe; the circuit breaker lets a probe through.');
    expect(told('retry-quota', 5_300)).toContain('the retry quota has 0 left: too little for a retry');
  });

  it('are in what the picture of the lane is called', () => {
    const lane = named('breaker').lanes[1];
    const state = lane === undefined ? null : programStateAt(lane, 8_000);
    if (lane === undefined || state === null) throw new Error('no program');
    expect(en.program.picture('With a breaker', state, gatesAt(lane, 8_000))).toBe(
      'With a breaker: 3 attempts; told: rejected; true: nothing done; breaker: open until 16.0 s',
    );
  });
});

describe('a program', () => {
  const told = (id: string, step: number): string => {
    const trace = { lanes: simulate(incident(id)).lanes.slice(0, 2) };
    return tellStep(en, trace, stepsOf(trace).at(step));
  };

  it('is told without a model, an agent, or a refund', () => {
    for (const id of INCIDENT_IDS) {
      const trace = { lanes: simulate(incident(id)).lanes.slice(0, 2) };
      for (const step of stepsOf(trace)) {
        const sentence = tellStep(en, trace, step);
        expect(sentence).toMatch(/^\S[^]*\.$/);
        expect(sentence).not.toMatch(/undefined|null|NaN|\[object|the model|the agent|class here/);
        expect(sentence.length).toBeLessThan(400);
      }
    }
  });

  it.each([
    ['ra-02', 0, 'Both lanes: attempt 1 is sent; attempt 1: temporary upstream failure (HTTP 429). Reported: waits 2 ms, as the server asked. Done right: waits 2.0 s, as the server asked.'],
    ['ra-02', -1, 'Done right: attempt 2 is sent; attempt 2: OK; the gateway posts 1 entry; told: ok.'],
    [
      'nl-02',
      0,
      'Both lanes: told: gave up. Reported: attempts 1 to 45 are sent; attempts 1 to 45: temporary upstream failure (HTTP 429). Done right: attempts 1 to 15 are sent; attempts 1 to 15: temporary upstream failure (HTTP 429).',
    ],
    ['jq-14', -1, 'Both lanes: reads back, and finds nothing. Reported: told: gave up. Done right: told: parked.'],
    ['ik-07', 2, 'Both lanes: the gateway posts $20.00, after the caller stopped waiting.'],
  ])('%s, step %i', (id, step, sentence) => {
    expect(told(id, step)).toBe(sentence);
  });
});
