import { describe, expect, it } from 'vitest';
import { plannedWait, type Arithmetic } from '../../src/core/arithmetic.ts';
import type { Backoff } from '../../src/core/backoff.ts';
import { leastTime } from '../least-time.ts';
import { always, program, runOf, summary, UNAVAILABLE } from './programs.ts';

function backoff(initialMs: number, changed: Partial<Backoff> = {}): Backoff {
  return {
    growth: { kind: 'exponential', initialMs, factor: 2 },
    jitter: { kind: 'none' },
    capMs: null,
    capOrder: 'after',
    floorMs: null,
    rounding: 'none',
    ...changed,
  };
}

/** The delay in ms, or what happens instead. */
function planned(arithmetic: Arithmetic, setting: Backoff, retry: number, u = 0): number | string {
  const wait = plannedWait(setting, arithmetic, retry, u, 0);
  return wait.kind === 'delay' ? wait.delayMs : wait.kind;
}

describe('a backoff in the arithmetic of its language', () => {
  it('[B16] 32 bits by shifting: 1 s fits 21 shifts, turns negative with the 22nd and starts over with the 33rd', () => {
    const at = (retry: number, capMs: number | null = null) => planned('int32-shift', backoff(1_000, { capMs }), retry);
    expect([1, 2, 3].map((retry) => at(retry))).toEqual([1_000, 2_000, 4_000]);
    expect(at(22)).toBe(1_000 * 2 ** 21);
    // 1000 · 2^22 = 4,194,304,000 = −100,663,296 + 2^32.
    expect(at(23)).toBe(0);
    // 1000 = 8 · 125: shifted by 29 and more, nothing is left of it; 125 · 2^31 leaves its last bit, the sign.
    expect(at(29)).toBe(0);
    expect(at(33)).toBe(1_000);
    expect(at(34)).toBe(2_000);
    expect(at(34, 1_500)).toBe(1_500);
  });

  it('[B16] what still fits keeps its jitter, cap and floor', () => {
    const jittered = backoff(1_000, { jitter: { kind: 'scale', lo: 0, hi: 1 } });
    for (const arithmetic of ['int32-shift', 'int32-clamped', 'int64', 'int64-panics', 'double'] as const) {
      expect([arithmetic, planned(arithmetic, jittered, 3, 0.25)]).toEqual([arithmetic, 1_000]);
      expect([arithmetic, planned(arithmetic, backoff(1_000, { floorMs: 7_000 }), 3)]).toEqual([arithmetic, 7_000]);
      expect([arithmetic, planned(arithmetic, backoff(1_000, { capMs: 3_000 }), 3)]).toEqual([arithmetic, 3_000]);
    }
  });

  it('[B16] a double cast to 32 bits waits 2^31 − 1 ms at most, and nothing above', () => {
    // 2^20 ms after 11 doublings is 2^31, one too many.
    expect(planned('int32-clamped', backoff(2 ** 20), 11)).toBe(2 ** 30);
    expect(planned('int32-clamped', backoff(2 ** 20), 12)).toBe(0);
    expect(planned('int32-clamped', backoff(2 ** 20, { capMs: 30_000 }), 12)).toBe(0);
    expect(planned('int32-clamped', backoff(2 ** 20, { capMs: 30_000 }), 11)).toBe(30_000);
  });

  it('[B16] 64 bits wrap around: 1 s doubles 53 times, and not 54', () => {
    // 1000 = 125 · 2^3, and 125 < 2^7 ≤ 2^63 / 2^56: 125 · 2^56 fits, 125 · 2^57 does not.
    expect(planned('int64', backoff(1_000), 54)).toBe(125 * 2 ** 56);
    expect(planned('int64', backoff(1_000, { capMs: 60_000 }), 54)).toBe(60_000);
    // 125 · 2^57 = 62.5 · 2^58; less 2^64 = 64 · 2^58 is below zero.
    expect(planned('int64', backoff(1_000, { capMs: 60_000 }), 55)).toBe(0);
    // 125 · 2^61 is 15.6 times 2^64: 0.625 · 2^64 are left, which is negative; one more doubling leaves 0.25 · 2^64.
    expect(planned('int64', backoff(1_000, { capMs: 60_000 }), 59)).toBe(0);
    expect(planned('int64', backoff(1_000, { capMs: 60_000 }), 60)).toBe(60_000);
    expect(planned('int64', backoff(1_000), 60)).toBe(2 ** 62);
    expect(planned('int64', backoff(1_000, { capMs: 60_000 }), 1_000)).toBe(0);
  });

  it('[B16] nanoseconds in 64 bits panic where they no longer fit: 1 s after 34 doublings', () => {
    // 2^63 ns are 9,223,372,036.8 s; 2^33 is 8,589,934,592.
    expect(planned('int64-panics', backoff(1_000), 34)).toBe(1_000 * 2 ** 33);
    expect(planned('int64-panics', backoff(1_000), 35)).toBe('panics');
    expect(planned('int64-panics', backoff(1_000, { capMs: 60_000 }), 1_000)).toBe('panics');
  });

  it('[B16] a double of zero times infinity is not a number, and its timer never fires', () => {
    // 2^1023 is the last power of two that a double holds.
    expect(planned('double', backoff(0), 1_024)).toBe(0);
    expect(planned('double', backoff(0), 1_025)).toBe('never');
    expect(planned('double', backoff(1_000, { capMs: 60_000 }), 1_025)).toBe(60_000);
  });

  it('[B16] exact arithmetic, and growths without powers, never overflow', () => {
    expect(planned('exact', backoff(1_000, { capMs: 60_000 }), 1_000)).toBe(60_000);
    const linear = backoff(0, { growth: { kind: 'linear', initialMs: 1_000, stepMs: 1_000 }, capMs: 60_000 });
    for (const arithmetic of ['int32-shift', 'int64', 'int64-panics', 'double'] as const) expect(planned(arithmetic, linear, 1_000)).toBe(60_000);
  });

  it('[B16] any power is computed in no time', () => {
    const huge = backoff(1e300, { growth: { kind: 'exponential', initialMs: 1e300, factor: 1e300 } });
    const powers = (): void => {
      for (let retry = 1; retry <= 1_000; retry += 1) {
        for (const arithmetic of ['int64', 'int64-panics'] as const) planned(arithmetic, huge, retry);
      }
    };
    expect(leastTime(1_000, powers)).toBeLessThan(1_000);
  });
});

describe('a timer', () => {
  const timer = (over: string, maxMs = 1_500) => program({ policy: { timer: { maxMs, over } }, faults: always(UNAVAILABLE) });

  it('[B17] that is too short for a wait takes its longest, or fires after a millisecond', () => {
    expect(summary(timer('clamp'))).toBe('0 1000 2500 | gave-up at 2500 | 0');
    expect(summary(timer('fires-at-once'))).toBe('0 1000 1001 | gave-up at 1001 | 0');
    expect(summary(timer('fires-at-once', 2_000))).toBe('0 1000 3000 | gave-up at 3000 | 0');
  });

  it('[B16] a program whose backoff panics ends with it, after the attempt before', () => {
    const scenario = program({
      policy: { maxRetries: 100, arithmetic: 'int64-panics', backoff: { growth: { kind: 'exponential', initialMs: 1e12, factor: 2 } } },
      faults: always(UNAVAILABLE),
    });
    // 10^12 ms are 10^18 ns: times 8 fits below 9.22 · 10^18, times 16 does not.
    expect(runOf(scenario).result).toMatchObject({ attempts: 5, outcome: 'crashed', endMs: 15e12 });
  });
});
