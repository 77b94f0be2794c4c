import { describe, expect, it } from 'vitest';
import { always, ANSWER_LOST, inTurn, program, summary, UNAVAILABLE } from './programs.ts';

const times = { latency: { refundMs: 400, postingMs: 300 } };

function stopped(atMs: number, changed: object = {}, more: object = {}) {
  return program({ ...times, client: { abort: { atMs, ...changed } }, ...more });
}

describe('a stop by the user', () => {
  it('[D12] ends the waiting for an answer, and undoes nothing', () => {
    expect(summary(stopped(350))).toBe('0 | aborted at 350 | 1');
    expect(summary(stopped(100))).toBe('0 | aborted at 100 | 1');
    expect(summary(stopped(401))).toBe('0 | ok at 400 | 1');
  });

  it('[D12] ends a backoff, and nothing is sent after it', () => {
    const faults = always({ ...UNAVAILABLE, latencyMs: 0 });
    expect(summary(stopped(1_500, {}, { faults }))).toBe('0 1000 | aborted at 1500 | 0');
    expect(summary(stopped(1_000, {}, { faults }))).toBe('0 | aborted at 1000 | 0');
  });

  it('[D13] that does not wake a wait is heard when the wait is over', () => {
    const faults = always({ ...UNAVAILABLE, latencyMs: 0 });
    expect(summary(stopped(1_500, { wakesWait: false }, { faults }))).toBe('0 1000 | aborted at 3000 | 0');
    expect(summary(stopped(100, { wakesWait: false }))).toBe('0 | aborted at 400 | 1');
  });

  it('[D13] that stops no sending lets the retries go on, and calls the end aborted', () => {
    const changed = { wakesWait: false, stopsSending: false };
    expect(summary(stopped(1_500, changed, { faults: inTurn(...[1, 2].map(() => ({ ...UNAVAILABLE, latencyMs: 0 }))) }))).toBe(
      '0 1000 3000 | aborted at 3400 | 1',
    );
  });

  it('[D12] before the start sends nothing, of any operation', () => {
    expect(summary(stopped(0, {}, { operations: [{ id: 'a' }, { id: 'b', atMs: 100 }] }))).toBe(' | aborted at 100 | 0');
  });

  it('[D12] ends the reading back too', () => {
    const scenario = program({
      policy: { maxRetries: 0, deadlineMs: 500 },
      faults: always(ANSWER_LOST),
      client: {
        abort: { atMs: 2_500 },
        readBack: { everyMs: 1_000, polls: 5, lagMs: 60_000, then: 'unknown' },
      },
      latency: { refundMs: 400, postingMs: 300 },
    });
    // Looks at 1,500; the next look would be at 2,500.
    expect(summary(scenario)).toBe('0 | aborted at 2500 | 1');
  });

  it('[D12] ends a guard’s waiting for things to settle', () => {
    const scenario = program({
      ...times,
      policy: { deadlineMs: 500 },
      guard: { kind: 'durable', settleMs: 60_000 },
      faults: inTurn({ kind: 'silence', which: 'request-lost' }),
      client: { abort: { atMs: 20_000 } },
    });
    expect(summary(scenario)).toBe('0 | aborted at 20000 | 0');
  });
});
