import { describe, expect, it } from 'vitest';
import { ANSWER_LOST, inTurn, program, REQUEST_LOST, runOf, summary, UNAVAILABLE } from './programs.ts';
import { eventsOf } from './runs.ts';

/** Answered after 400 ms and posted after 300, given up after 500; late: posted after 5,000. */
function guarded(guard: object, faults: readonly object[], more: object = {}) {
  return program({
    policy: { deadlineMs: 500 },
    latency: { refundMs: 400, postingMs: 300, latePostingMs: 5_000, guardHitMs: 10 },
    guard,
    faults,
    ...more,
  });
}

const before = { kind: 'durable' };
const after = { kind: 'durable', records: 'after-acting' };
const twice = [{ id: 'pay' }, { id: 'again', intent: 'pay', atMs: 60_000 }];
const crash = (applied: unknown) => inTurn({ kind: 'crash', latencyMs: 350, applied });

describe('a durable record', () => {
  it('[I13] before acting survives a crash, and the gateway’s records decide what came of it', () => {
    expect(summary(guarded(before, crash('with-the-answer')))).toBe('0 | ok at 1360 | 1');
    expect(summary(guarded(before, crash('never')))).toBe('0 1350 | ok at 1750 | 1');
    // In memory it is gone, and the restarted process pays again.
    expect(summary(guarded({ kind: 'memory', key: 'operation' }, crash('with-the-answer')))).toBe('0 1350 | ok at 1750 | 2');
  });

  it('[I14] after acting does not know of an effect whose answer it never had, and repeats it', () => {
    expect(summary(guarded(after, crash('with-the-answer')))).toBe('0 1350 | ok at 1750 | 2');
    expect(summary(guarded(after, inTurn(ANSWER_LOST)))).toBe('0 1500 | ok at 1900 | 2');
    expect(eventsOf(runOf(guarded(after, [])).lane, 'guard').map(({ move }) => move)).toEqual(['recorded']);
  });

  it('[I13] a confirmed effect answers every later asking, from the record', () => {
    for (const guard of [before, after]) expect(summary(guarded(guard, [], { operations: twice }))).toBe('0 | ok at 60010 | 1');
    expect(summary(guarded({ kind: 'none' }, [], { operations: twice }))).toBe('0 60000 | ok at 60400 | 2');
  });

  it('[I15] what it reads back as missing is sent again, which is wrong while effects can be late', () => {
    const late = inTurn({ kind: 'silence', which: 'late' });
    expect(summary(guarded(before, late))).toBe('0 1500 | ok at 1900 | 2');
    expect(summary(guarded({ ...before, settleMs: 4_999 }, late))).toBe('0 4999 | ok at 5399 | 2');
    expect(summary(guarded({ ...before, settleMs: 5_000 }, late))).toBe('0 | ok at 5010 | 1');
    expect(summary(guarded({ ...before, settleMs: 5_000 }, inTurn(REQUEST_LOST)))).toBe('0 5000 | ok at 5400 | 1');
  });

  it('[I15] and while the records lag behind', () => {
    const lost = inTurn(ANSWER_LOST);
    // Posted at 300; the retry looks at 1,500.
    expect(summary(guarded({ ...before, lagMs: 1_200 }, lost))).toBe('0 | ok at 1510 | 1');
    expect(summary(guarded({ ...before, lagMs: 1_200.001 }, lost))).toBe('0 1500 | ok at 1900 | 2');
    expect(summary(guarded({ ...before, lagMs: 3_000, settleMs: 3_300 }, lost))).toBe('0 | ok at 3310 | 1');
  });

  it('[I2] a definite refusal frees its claim, so that the retry is sent at once', () => {
    const scenario = guarded({ ...before, settleMs: 60_000 }, inTurn({ ...UNAVAILABLE, latencyMs: 0 }));
    expect(summary(scenario)).toBe('0 1000 | ok at 1400 | 1');
    expect(eventsOf(runOf(scenario).lane, 'guard').map(({ move }) => move)).toEqual(['claimed', 'released', 'claimed', 'recorded']);
  });

  it.each([500, 502, 504, 520, 524, 599])('[I16] a %d is no definite refusal: its claim stays, and is read back', (status) => {
    const applied = inTurn({ kind: 'http', status, latencyMs: 350, applied: 'with-the-answer' });
    expect(summary(guarded(before, applied))).toBe('0 | ok at 1360 | 1');
  });

  it.each([501, 503, 400, 409, 429])('[I16] a %d is one: the claim is given up, and nothing is read back', (status) => {
    const scenario = guarded({ ...before, settleMs: 60_000 }, inTurn({ kind: 'http', status, latencyMs: 350 }), { policy: { deadlineMs: 500, retryOn: ['any'] } });
    expect(summary(scenario)).toBe('0 1350 | ok at 1750 | 1');
  });

  it('[I16] neither is an error that is called timeout', () => {
    const applied = inTurn({ kind: 'error', name: 'timeout', latencyMs: 350, applied: 'with-the-answer' });
    expect(summary(guarded(before, applied))).toBe('0 | ok at 1360 | 1');
  });

  it('[I16] neither is a broken connection, unless it broke before the request left', () => {
    const broken = (phase: string, applied: unknown) => inTurn({ kind: 'network', phase, latencyMs: 350, applied });
    expect(summary(guarded({ ...before, settleMs: 60_000 }, broken('request', 'never')))).toBe('0 60000 | ok at 60400 | 1');
    expect(summary(guarded({ ...before, settleMs: 60_000 }, broken('connect', 'never')))).toBe('0 1350 | ok at 1750 | 1');
  });
});

describe('a guard without a record', () => {
  const readBack = { kind: 'read-back' };

  it('[I17] asks the gateway before each send', () => {
    expect(summary(guarded(readBack, inTurn(ANSWER_LOST)))).toBe('0 | ok at 1510 | 1');
    expect(summary(guarded(readBack, [], { operations: twice }))).toBe('0 | ok at 60010 | 1');
    expect(eventsOf(runOf(guarded(readBack, inTurn(ANSWER_LOST))).lane, 'read-back').map(({ at, found }) => [at, found])).toEqual([
      [0, false],
      [1_500, true],
    ]);
  });

  it('[I17] and pays again where the records lag', () => {
    expect(summary(guarded({ ...readBack, lagMs: 60_000 }, inTurn(ANSWER_LOST)))).toBe('0 1500 | ok at 1900 | 2');
  });
});
