import { describe, expect, it } from 'vitest';
import { KeyRing, type KeySetting } from '../../src/core/idempotency-key.ts';
import { ANSWER_LOST, inTurn, program, REQUEST_LOST, summary } from './programs.ts';

const PAY = { intent: 'pay', subject: 'order' };
const SECOND = { intent: 'pay-second', subject: 'order' };

function ring(scope: KeySetting['scope'], changed: Partial<KeySetting> = {}): KeyRing {
  return new KeyRing({ scope, rotateOn: [], lifetimeMs: null, ...changed });
}

describe('the key of a write', () => {
  it('[I9] is made from the intent: the same for every attempt, another for another intent', () => {
    const keys = ring('operation');
    const first = keys.keyFor(PAY, 0);
    expect(first).not.toBe(null);
    expect(keys.keyFor(PAY, 1e9)).toBe(first);
    expect(ring('operation').keyFor(PAY, 5)).toBe(first);
    expect(keys.keyFor(SECOND, 0)).not.toBe(first);
  });

  it('[I10] per attempt no two are equal; per client all are; from shared fields two intents are', () => {
    const perAttempt = ring('attempt');
    expect(perAttempt.keyFor(PAY, 0)).not.toBe(perAttempt.keyFor(PAY, 0));
    const perClient = ring('client');
    expect(perClient.keyFor(PAY, 0)).toBe(perClient.keyFor({ intent: 'x', subject: 'y' }, 9));
    const perSubject = ring('subject');
    expect(perSubject.keyFor(PAY, 0)).toBe(perSubject.keyFor(SECOND, 0));
    expect(ring('none').keyFor(PAY, 0)).toBe(null);
  });

  it('[I11] is another one after its lifetime, and after an error that the setting names', () => {
    const keys = ring('operation', { lifetimeMs: 1_000, rotateOn: ['resource-gone'] });
    const first = keys.keyFor(PAY, 0);
    expect(keys.keyFor(PAY, 999.999)).toBe(first);
    const second = keys.keyFor(PAY, 1_000);
    expect(second).not.toBe(first);
    expect(keys.keyFor(PAY, 1_999)).toBe(second);
    keys.afterError(PAY, '503');
    expect(keys.keyFor(PAY, 1_999)).toBe(second);
    keys.afterError(PAY, 'resource-gone');
    const third = keys.keyFor(PAY, 1_999);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(keys.keyFor(SECOND, 1_999)).toBe(ring('operation').keyFor(SECOND, 0));
  });

  it('[I12] of a client’s life is lost with the process; one from the intent is not', () => {
    const [perClient, perIntent] = [ring('client'), ring('operation')];
    const before = [perClient, perIntent].map((keys) => keys.keyFor(PAY, 0));
    perClient.crash();
    perIntent.crash();
    expect(perClient.keyFor(PAY, 1)).not.toBe(before[0]);
    expect(perIntent.keyFor(PAY, 1)).toBe(before[1]);
  });
});

describe('a program that makes keys', () => {
  const timed = { policy: { deadlineMs: 500 }, latency: { refundMs: 400, postingMs: 300 }, gateway: { dedupe: {} } };
  const lost = inTurn(ANSWER_LOST);

  it.each([
    ['none', 2],
    ['operation', 1],
    ['attempt', 2],
    ['client', 1],
    ['subject', 1],
  ])('[I9] [I10] with a key per %s pays %d times after a lost answer', (scope, times) => {
    expect(summary(program({ ...timed, key: { scope }, faults: lost }))).toBe(`0 1500 | ok at 1900 | ${times}`);
  });

  it.each([
    ['operation', 2],
    ['client', 1],
    ['subject', 1],
  ])('[I10] with a key per %s makes %d of two rightful refunds of one order', (scope, times) => {
    const operations = [
      { id: 'first', subject: 'order' },
      { id: 'second', subject: 'order' },
    ];
    expect(summary(program({ ...timed, key: { scope }, operations }))).toMatch(new RegExp(`^0 400 .* ${times}$`));
  });

  it('[I9] mints its key before the first send, also where that request is lost', () => {
    // The key is 900 ms old at 900, whether or not the gateway ever saw it.
    const policy = { ...timed.policy, maxRetries: 2, backoff: { growth: { kind: 'constant', delayMs: 0 } } };
    const scenario = program({ ...timed, policy, key: { scope: 'operation', lifetimeMs: 900 }, faults: inTurn(REQUEST_LOST, ANSWER_LOST) });
    expect(summary(scenario)).toBe('0 500 1000 | ok at 1400 | 2');
  });

  it('[I12] a crash takes the client’s key with it, and the restarted client pays again', () => {
    const crash = { kind: 'crash', applied: 'with-the-answer' };
    expect(summary(program({ ...timed, key: { scope: 'client' }, faults: inTurn(crash) }))).toBe('0 1400 | ok at 1800 | 2');
    expect(summary(program({ ...timed, key: { scope: 'operation' }, faults: inTurn(crash) }))).toBe('0 1400 | ok at 1800 | 1');
  });
});
