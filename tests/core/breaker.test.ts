import { describe, expect, it } from 'vitest';
import { Breaker, type BreakerSetting } from '../../src/core/breaker.ts';
import { always, inTurn, program, runOf, summary, UNAVAILABLE } from './programs.ts';
import { eventsOf } from './runs.ts';

const SETTING: BreakerSetting = {
  opensAt: { kind: 'consecutive', failures: 3 },
  waitMs: 30_000,
  probes: 1,
  successes: 1,
  counts: ['network', 'timeout', '5xx'],
  failedProbe: 'reopens',
  otherProbe: 'releases',
};

const FAILED = ['503', '5xx'];
const OTHER = ['404', '4xx'];
const OK: readonly string[] = [];

/** Lets a request through at each time, and says how it ended at the same time. */
function after(ends: readonly (readonly [at: number, symptoms: readonly string[]])[], changed: Partial<BreakerSetting> = {}): Breaker {
  const breaker = new Breaker({ ...SETTING, ...changed });
  for (const [at, symptoms] of ends) {
    expect(breaker.admit(at)).toEqual({ kind: 'sent' });
    breaker.heard(symptoms, at);
  }
  return breaker;
}

const opened = (changed: Partial<BreakerSetting> = {}) => after([1, 2, 3].map((at) => [at * 1_000, FAILED] as const), changed);

describe('a circuit breaker', () => {
  it('[Q1] opens after so many failures one after the other; a success starts the count anew, another end does not', () => {
    expect(after([[0, FAILED], [1, FAILED]]).state).toBe('closed');
    expect(after([[0, FAILED], [1, FAILED], [2, FAILED]]).state).toBe('open');
    expect(after([[0, FAILED], [1, FAILED], [2, OK], [3, FAILED], [4, FAILED]]).state).toBe('closed');
    expect(after([[0, FAILED], [1, FAILED], [2, OTHER], [3, FAILED]]).state).toBe('open');
    expect(after([[0, OTHER], [1, OTHER], [2, OTHER], [3, OTHER]]).state).toBe('closed');
  });

  it('[Q2] or at a share of failures within a window, from a least number of ends on', () => {
    const opensAt = { kind: 'share', share: 0.5, windowMs: 10_000, minimum: 4 } as const;
    expect(after([[0, FAILED], [1, FAILED], [2, FAILED]], { opensAt }).state).toBe('closed');
    expect(after([[0, FAILED], [1, OK], [2, OK], [3, FAILED]], { opensAt }).state).toBe('open');
    expect(after([[0, FAILED], [1, OK], [2, OK], [3, OK]], { opensAt }).state).toBe('closed');
    // The first two have left the window when the fourth ends.
    expect(after([[0, FAILED], [1, FAILED], [2, OK], [10_001, FAILED]], { opensAt }).state).toBe('closed');
    expect(after([[0, FAILED], [1, FAILED], [2, OK], [9_999.999, FAILED]], { opensAt }).state).toBe('open');
    // What ended exactly a window ago has left it.
    expect(after([[0, FAILED], [1, FAILED], [2, OK], [10_000, FAILED]], { opensAt }).state).toBe('closed');
  });

  it('[Q3] rejects until its wait is over, counted from the failure that opened it', () => {
    const breaker = opened();
    expect(breaker.admit(32_999.999)).toEqual({ kind: 'rejected', until: 33_000 });
    expect(breaker.state).toBe('open');
    expect(breaker.standing).toEqual({ state: 'open', until: 33_000 });
    expect(breaker.admit(33_000)).toEqual({ kind: 'probe' });
    expect(breaker.state).toBe('half-open');
  });

  it('[Q4] admits so many probes at one time and rejects the rest', () => {
    const breaker = opened({ probes: 2 });
    expect([1, 2, 3].map(() => breaker.admit(40_000))).toEqual([{ kind: 'probe' }, { kind: 'probe' }, { kind: 'rejected', until: null }]);
    breaker.heard(OTHER, 41_000);
    expect([1, 2].map(() => breaker.admit(41_000).kind)).toEqual(['probe', 'rejected']);
    breaker.notSent();
    expect(breaker.admit(41_000).kind).toBe('probe');
  });

  it('[Q4] closes when enough of them succeeded, and has forgotten the failures before', () => {
    const breaker = opened({ successes: 2 });
    breaker.admit(40_000);
    breaker.heard(OK, 40_000);
    expect(breaker.state).toBe('half-open');
    breaker.admit(41_000);
    breaker.heard(OK, 41_000);
    expect(breaker.state).toBe('closed');
    for (const at of [42_000, 43_000]) breaker.heard(FAILED, at);
    expect(breaker.state).toBe('closed');
  });

  it('[Q5] a failed probe starts the wait again, and the successes before it do not count', () => {
    const breaker = opened({ successes: 2 });
    breaker.admit(40_000);
    breaker.heard(OK, 40_000);
    breaker.admit(41_000);
    breaker.heard(FAILED, 42_000);
    expect(breaker.admit(71_999)).toEqual({ kind: 'rejected', until: 72_000 });
    breaker.admit(72_000);
    breaker.heard(OK, 72_000);
    expect(breaker.state).toBe('half-open');
  });

  it('[Q5] one that only counts a failed probe stays half-open', () => {
    const breaker = opened({ failedProbe: 'counted' });
    breaker.admit(40_000);
    breaker.heard(FAILED, 40_000);
    expect([breaker.state, breaker.admit(40_001).kind]).toEqual(['half-open', 'probe']);
  });

  it('[Q6] a probe that ends in a 4xx releases its slot, and only a broken one keeps it', () => {
    for (const [otherProbe, next] of [['releases', 'probe'], ['keeps', 'rejected']] as const) {
      const breaker = opened({ otherProbe });
      breaker.admit(40_000);
      breaker.heard(OTHER, 40_000);
      expect([otherProbe, breaker.state, breaker.admit(99_000).kind]).toEqual([otherProbe, 'half-open', next]);
    }
  });
});

describe('a program with a breaker', () => {
  const breaker = { opensAt: { kind: 'consecutive', failures: 2 }, waitMs: 5_000 };

  it('[Q7] sends nothing while it is open: a definite rejection, with the symptom circuit-open', () => {
    const scenario = program({ policy: { maxRetries: 4 }, client: { breaker }, faults: always(UNAVAILABLE) });
    // Opened at 1,000; rejected at 3,000; the probe of 7,000 fails, so the attempt of 15,000 is a probe again.
    expect(summary(scenario)).toBe('0 1000 7000 15000 | gave-up at 15000 | 0');
    const { lane } = runOf(scenario);
    expect(eventsOf(lane, 'outcome').map(({ at, outcome }) => [at, outcome.kind === 'failed' && outcome.error.symptoms?.[0]])).toEqual([
      [0, '503'],
      [1_000, '503'],
      [3_000, 'circuit-open'],
      [7_000, '503'],
      [15_000, '503'],
    ]);
    expect(eventsOf(lane, 'attempt').map(({ sent }) => sent)).toEqual([true, true, false, true, true]);
    expect(summary(program({ policy: { maxRetries: 4, retryOn: ['5xx'] }, client: { breaker }, faults: always(UNAVAILABLE) }))).toBe(
      '0 1000 | rejected at 3000 | 0',
    );
  });

  it('[Q7] can park what is rejected until the breaker probes', () => {
    const client = { breaker, endsAs: { 'circuit-open': 'parked' } };
    const { result } = runOf(program({ policy: { retryOn: ['5xx'] }, client, faults: always(UNAVAILABLE) }));
    expect(result).toMatchObject({ startsMs: [0, 1_000], outcome: 'parked', endMs: 3_000, resumesAt: 6_000 });
  });

  it('[Q8] each change of its state is an event of the attempt that caused it', () => {
    const scenario = program({
      policy: { maxRetries: 0 },
      client: { breaker },
      faults: inTurn(UNAVAILABLE, UNAVAILABLE, UNAVAILABLE),
      operations: [0, 1, 2, 6_000, 7_000, 12_000].map((atMs, index) => ({ id: `c${index}`, atMs })),
    });
    expect(eventsOf(runOf(scenario).lane, 'gate').map(({ id, at, state }) => [id, at, state])).toEqual([
      ['c1.1.breaker.open', 1, 'open'],
      ['c3.1.breaker.half-open', 6_000, 'half-open'],
      ['c3.1.breaker.open', 6_000, 'open'],
      ['c5.1.breaker.half-open', 12_000, 'half-open'],
      ['c5.1.breaker.closed', 12_000, 'closed'],
    ]);
    expect(runOf(scenario).result).toMatchObject({ startsMs: [0, 1, 6_000, 12_000], outcome: 'ok', ledger: 1 });
  });

  it('[Q8] it is in memory: a crash closes it', () => {
    const crash = { kind: 'crash' };
    const client = { breaker: { ...breaker, counts: ['5xx', 'crash'] } };
    const scenario = program({ policy: { maxRetries: 5, backoff: { growth: { kind: 'constant', delayMs: 10 } } }, client, faults: inTurn(UNAVAILABLE, crash, UNAVAILABLE) });
    // The crash is the first failure that the new process knows of; the 503 after it is the second.
    expect(runOf(scenario).result.startsMs).toEqual([0, 10, 20]);
    expect(summary(program({ policy: { maxRetries: 5, backoff: { growth: { kind: 'constant', delayMs: 10 } } }, client: { breaker }, faults: inTurn(UNAVAILABLE, crash, UNAVAILABLE) }))).toBe(
      '0 10 20 30 | ok at 30 | 1',
    );
  });

  it('[Q12] an attempt says what the breaker made of it, and an opening says until when', () => {
    const scenario = program({ policy: { maxRetries: 4 }, client: { breaker }, faults: always(UNAVAILABLE) });
    const { lane } = runOf(scenario);
    // Sent at 0, 1, 3, 7 and 15 s; opened at 1 s for 5 s, and at 7 s once more.
    expect(eventsOf(lane, 'attempt').map(({ at, admission }) => [at, admission])).toEqual([
      [0, undefined],
      [1_000, undefined],
      [3_000, 'rejected'],
      [7_000, 'probe'],
      [15_000, 'probe'],
    ]);
    expect(eventsOf(lane, 'gate')).toMatchObject([
      { at: 1_000, state: 'open', until: 6_000 },
      { at: 7_000, state: 'half-open' },
      { at: 7_000, state: 'open', until: 12_000 },
      { at: 15_000, state: 'half-open' },
      { at: 15_000, state: 'open', until: 20_000 },
    ]);
    expect(lane.breaker).toMatchObject({ waitMs: 5_000 });
  });

  it('[Q12] what a guard answers while the breaker is half-open is neither', () => {
    const scenario = program({
      policy: { maxRetries: 0 },
      guard: { kind: 'memory', key: 'operation' },
      client: { breaker: { ...breaker, opensAt: { kind: 'consecutive', failures: 1 } } },
      faults: inTurn(null, UNAVAILABLE),
      operations: [{ id: 'a' }, { id: 'b' }, { id: 'again', intent: 'a', atMs: 6_000 }],
    });
    expect(eventsOf(runOf(scenario).lane, 'attempt').map(({ call, sent, admission }) => [call, sent, admission])).toEqual([
      ['a', true, undefined],
      ['b', true, undefined],
      ['again', false, undefined],
    ]);
  });

  it('[Q8] what a guard answers from its record is no probe', () => {
    const scenario = program({
      policy: { maxRetries: 0 },
      guard: { kind: 'memory', key: 'operation' },
      client: { breaker },
      faults: inTurn(null, UNAVAILABLE, UNAVAILABLE),
      operations: [
        { id: 'a', intent: 'same' },
        ...['b', 'c'].map((id) => ({ id })),
        { id: 'again', intent: 'same', atMs: 6_000 },
        { id: 'probe', atMs: 7_000 },
      ],
    });
    const { lane } = runOf(scenario);
    expect(eventsOf(lane, 'gate').map(({ call, state }) => [call, state])).toEqual([
      ['c', 'open'],
      ['again', 'half-open'],
      ['probe', 'closed'],
    ]);
  });
});
