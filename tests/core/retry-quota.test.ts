import { describe, expect, it } from 'vitest';
import { RetryQuota } from '../../src/core/retry-quota.ts';
import { always, program, retrying, runOf, summary, UNAVAILABLE } from './programs.ts';
import { eventsOf } from './runs.ts';

describe('a budget for retries', () => {
  it('[Q9] starts full, pays for each retry, and never holds more than its capacity', () => {
    const quota = new RetryQuota({ capacity: 10, cost: 5, gain: 1 });
    expect([quota.take(), quota.take(), quota.take(), quota.tokens]).toEqual([true, true, false, 0]);
    for (let success = 0; success < 4; success += 1) quota.succeeded();
    expect([quota.tokens, quota.take()]).toEqual([4, false]);
    quota.succeeded();
    expect([quota.take(), quota.tokens]).toEqual([true, 0]);
    for (let success = 0; success < 99; success += 1) quota.succeeded();
    expect(quota.tokens).toBe(10);
  });

  it('[Q9] ten gains of a tenth are one token', () => {
    const quota = new RetryQuota({ capacity: 1, cost: 1, gain: 0.1 });
    quota.take();
    for (let success = 0; success < 9; success += 1) quota.succeeded();
    expect(quota.take()).toBe(false);
    quota.succeeded();
    expect(quota.take()).toBe(true);
  });
});

describe('a program with a budget for retries', () => {
  const retryQuota = { capacity: 3, cost: 1, gain: 0.5 };

  it('[Q10] gives up where there is too little left, over all its operations', () => {
    const scenario = program({ client: { retryQuota }, faults: always(UNAVAILABLE), operations: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });
    // Two retries for a, one for b, none for c.
    expect(summary(scenario)).toBe('0 1000 3000 3000 4000 4000 | gave-up at 4000 | 0');
    expect(eventsOf(runOf(scenario).lane, 'gate').map(({ id, state, tokens }) => [id, state, tokens])).toEqual([
      ['a.1.retry-quota.spent', 'spent', 2],
      ['a.2.retry-quota.spent', 'spent', 1],
      ['b.1.retry-quota.spent', 'spent', 0],
      ['b.2.retry-quota.empty', 'empty', 0],
      ['c.1.retry-quota.empty', 'empty', 0],
    ]);
  });

  it('[Q10] and each success fills it up', () => {
    const faults = [{ requests: { from: 1, to: 3 }, fault: UNAVAILABLE }];
    const scenario = program({ policy: { maxRetries: 3 }, client: { retryQuota }, faults, operations: [{ id: 'a' }, { id: 'b' }] });
    expect(eventsOf(runOf(scenario).lane, 'gate').map(({ state, tokens }) => [state, tokens])).toEqual([
      ['spent', 2],
      ['spent', 1],
      ['spent', 0],
      ['gained', 0.5],
      ['gained', 1],
    ]);
  });

  it('[Q10] bounds what layers multiply: as many requests as tokens, and one', () => {
    const layers = ['sdk', 'service', 'page'].map((name) => retrying(name, 2));
    const { lane, result } = runOf(program({ layers, client: { retryQuota }, faults: always(UNAVAILABLE) }));
    expect(result).toMatchObject({ attempts: 4, outcome: 'gave-up' });
    expect(new Set(lane.events.map(({ id }) => id)).size).toBe(lane.events.length);
  });
});
