import { describe, expect, it } from 'vitest';
import { RetryQuota } from '../../src/core/retry-quota.ts';
import type { LaneTrace, RetryQuotaEvent } from '../../src/core/trace.ts';
import { always, program, retrying, runOf, summary, UNAVAILABLE } from './programs.ts';

function tokensTold({ events }: LaneTrace): readonly (readonly [id: string, state: string, tokens: number])[] {
  return events
    .filter((event): event is RetryQuotaEvent => event.kind === 'gate' && event.gate === 'retry-quota')
    .map(({ id, state, tokens }) => [id, state, tokens]);
}

describe('a retry quota', () => {
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

describe('a program with a retry quota', () => {
  const retryQuota = { capacity: 3, cost: 1, gain: 0.5 };

  it('[Q10] gives up where there is too little left, over all its operations', () => {
    const scenario = program({ client: { retryQuota }, faults: always(UNAVAILABLE), operations: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });
    // Two retries for a, one for b, none for c.
    expect(summary(scenario)).toBe('0 1000 3000 3000 4000 4000 | gave-up at 4000 | 0');
    expect(tokensTold(runOf(scenario).lane)).toEqual([
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
    expect(tokensTold(runOf(scenario).lane).map(([, state, tokens]) => [state, tokens])).toEqual([
      ['spent', 2],
      ['spent', 1],
      ['spent', 0],
      ['gained', 0.5],
      ['gained', 1],
    ]);
  });

  it('[Q11] a process that is started anew has all its tokens, and says so where some were spent', () => {
    const faults = [
      { requests: { from: 1, to: 1 }, fault: { kind: 'crash' } },
      { requests: { from: 2, to: 3 }, fault: UNAVAILABLE },
      { requests: { from: 4, to: 4 }, fault: { kind: 'crash' } },
    ];
    const scenario = program({ policy: { maxRetries: 4 }, client: { retryQuota }, faults });
    // Full when the first crash comes, so nothing is filled up by it.
    expect(tokensTold(runOf(scenario).lane)).toEqual([
      ['pay.1.retry-quota.spent', 'spent', 2],
      ['pay.2.retry-quota.spent', 'spent', 1],
      ['pay.3.retry-quota.spent', 'spent', 0],
      ['pay.4.retry-quota.refilled', 'refilled', 3],
      ['pay.4.retry-quota.spent', 'spent', 2],
      ['pay.5.retry-quota.gained', 'gained', 2.5],
    ]);
  });

  it('[Q10] bounds what layers multiply: as many requests as tokens, and one', () => {
    const layers = ['sdk', 'service', 'page'].map((name) => retrying(name, 2));
    const { lane, result } = runOf(program({ layers, client: { retryQuota }, faults: always(UNAVAILABLE) }));
    expect(result).toMatchObject({ attempts: 4, outcome: 'gave-up' });
    expect(new Set(lane.events.map(({ id }) => id)).size).toBe(lane.events.length);
  });
});
