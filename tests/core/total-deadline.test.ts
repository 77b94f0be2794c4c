import { describe, expect, it } from 'vitest';
import { always, ANSWER_LOST, inTurn, program, REQUEST_LOST, summary, UNAVAILABLE } from './programs.ts';

/** Retries after 1, 2, 4, 8 s, each refused at once. */
function within(deadlineMs: number, changed: object = {}, more: object = {}) {
  return program({ policy: { maxRetries: 10, total: { deadlineMs, ...changed } }, faults: always(UNAVAILABLE), ...more });
}

describe('a deadline over all attempts', () => {
  it('[D7] allows no retry that would start at it or later, and does not wait for one', () => {
    expect(summary(within(7_000))).toBe('0 1000 3000 | gave-up at 3000 | 0');
    expect(summary(within(7_000.001))).toBe('0 1000 3000 7000 | gave-up at 7000 | 0');
  });

  it('[D7] a client that does not look ahead sleeps until its deadline', () => {
    expect(summary(within(5_000, { checkedBeforeWait: false }))).toBe('0 1000 3000 | gave-up at 5000 | 0');
  });

  it('[D8] cuts the attempt under way', () => {
    const slow = (latencyMs: number) => program({ policy: { total: { deadlineMs: 2_500 } }, faults: inTurn(UNAVAILABLE, { kind: 'slow', latencyMs }) });
    // The second attempt starts at 1,000 and has 1,500 ms left.
    expect(summary(slow(1_500))).toBe('0 1000 | ok at 2500 | 1');
    expect(summary(slow(1_500.001))).toBe('0 1000 | gave-up at 2500 | 1');
  });

  it('[D8] the shorter of the two deadlines cuts', () => {
    const policy = { deadlineMs: 1_000, total: { deadlineMs: 2_500 } };
    // 0 to 1,000; waits 1 s; 2,000 to 2,500.
    expect(summary(program({ policy, faults: always(REQUEST_LOST) }))).toBe('0 2000 | gave-up at 2500 | 0');
  });

  it('[D9] where waits do not count, the call takes longer by all of them', () => {
    const timed = { faults: always({ ...UNAVAILABLE, latencyMs: 1_000 }) };
    expect(summary(within(2_000, { countsWaits: true }, timed))).toBe('0 | gave-up at 1000 | 0');
    expect(summary(within(2_500, {}, timed))).toBe('0 2000 | gave-up at 2500 | 0');
    // Busy for 1, 2 and 2.5 s; waits of 1 and 2 s between them.
    expect(summary(within(2_500, { countsWaits: false }, timed))).toBe('0 2000 5000 | gave-up at 5500 | 0');
  });

  it('[D10] what it cuts off is unknown where the client knows silence for that', () => {
    const cut = (client: object) =>
      summary(program({ policy: { total: { deadlineMs: 500 } }, faults: always(ANSWER_LOST), latency: { refundMs: 300, postingMs: 300 }, client }));
    expect(cut({})).toBe('0 | gave-up at 500 | 1');
    expect(cut({ timeoutIsUnknown: true })).toBe('0 | unknown at 500 | 1');
  });

  it('[D11] a read-back that waits for things to settle stays within it', () => {
    const scenario = program({
      policy: { deadlineMs: 500, total: { deadlineMs: 10_000 } },
      guard: { kind: 'durable', settleMs: 60_000 },
      faults: always(REQUEST_LOST),
      client: { timeoutIsUnknown: true },
    });
    // The second attempt looks at 1,500; before its look of 60,000 the call is over.
    expect(summary(scenario)).toBe('0 | unknown at 10000 | 0');
  });
});
