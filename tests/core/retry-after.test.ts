import { describe, expect, it } from 'vitest';
import { serverWait, type RetryAfterHeaders, type RetryAfterPolicy } from '../../src/core/retry-after.ts';
import { always, inTurn, program, runOf, summary } from './programs.ts';
import { eventsOf } from './runs.ts';

/** As a file without fields has it. */
const HONOUR: RetryAfterPolicy = {
  use: 'honour',
  unit: 's',
  maxMs: null,
  overMax: 'reject',
  boundary: 'inclusive',
  negative: 'own-backoff',
  zero: 'at-once',
  date: 'parsed',
  absentMs: null,
  required: false,
  counted: true,
  overflowMs: null,
};

/** The client's clock reads 2025-01-01T00:00:00Z at time 0. */
const CALENDAR = { clientStart: 1_735_689_600_000 };

function asked(headers: RetryAfterHeaders, changed: Partial<RetryAfterPolicy> = {}, now = 0) {
  return serverWait({ ...HONOUR, ...changed }, headers, now, CALENDAR);
}

const wait = (ms: number, use: 'honour' | 'floor' = 'honour') => ({ kind: 'wait', ms, use, by: 'server' });
const own = { kind: 'none' };

describe('the wait that a server asks for', () => {
  it.each([
    ['7', 7_000],
    ['0.5', 500],
    ['2.0', 2_000],
    ['0', 0],
    ['0.0004', 0.4],
  ])('[V1] %s is that many seconds', (retryAfter, ms) => {
    expect(asked({ retryAfter })).toEqual(wait(ms));
  });

  it('[V1] Retry-After-Ms is milliseconds, and goes first where it can be read', () => {
    expect(asked({ retryAfterMs: '1500' })).toEqual(wait(1_500));
    expect(asked({ retryAfter: '7', retryAfterMs: '1500.5' })).toEqual(wait(1_500.5));
    expect(asked({ retryAfter: '7', retryAfterMs: 'soon' })).toEqual(wait(7_000));
  });

  it('[V1] a date is the time from the client’s clock to it', () => {
    const retryAfter = 'Wed, 01 Jan 2025 00:00:20 GMT';
    expect(asked({ retryAfter })).toEqual(wait(20_000));
    expect(asked({ retryAfter }, {}, 12_500)).toEqual(wait(7_500));
    expect(serverWait(HONOUR, { retryAfter }, 0, { clientStart: CALENDAR.clientStart + 15_000 })).toEqual(wait(5_000));
  });

  it('[V1] a client that takes the number for milliseconds waits a thousandth', () => {
    expect(asked({ retryAfter: '2.0' }, { unit: 'ms' })).toEqual(wait(2));
    expect(asked({ retryAfter: 'Wed, 01 Jan 2025 00:00:20 GMT' }, { date: 'not-a-number' })).toEqual(wait(1));
  });

  it.each(['soon', '', '1e3', '+5', '.5', '5.', '0x10', '5 s', 'Thu, 30 Feb 2025 00:00:00 GMT'])('[V2] %j is ignored', (retryAfter) => {
    expect(asked({ retryAfter })).toEqual(own);
  });

  it('[V3] what has passed is ignored, no wait, or an error, as it is set', () => {
    const past = { retryAfter: 'Tue, 31 Dec 2024 23:59:59 GMT' };
    for (const headers of [past, { retryAfter: '-1' }, { retryAfterMs: '-0.001' }]) {
      expect(asked(headers)).toEqual(own);
      expect(asked(headers, { negative: 'zero' })).toEqual(wait(0));
      expect(asked(headers, { negative: 'error' })).toEqual({ kind: 'raise' });
    }
  });

  it('[V3] zero is at once, or the own backoff; a past that counts as zero is such a zero', () => {
    expect(asked({ retryAfter: '0' }, { zero: 'own-backoff' })).toEqual(own);
    expect(asked({ retryAfter: '-3' }, { negative: 'zero', zero: 'own-backoff' })).toEqual(own);
    expect(asked({ retryAfter: '-0' }, { negative: 'error' })).toEqual(wait(0));
  });

  it('[V4] exactly the maximum is accepted, or not where the boundary is exclusive', () => {
    const limit = { maxMs: 60_000 };
    expect(asked({ retryAfter: '60' }, limit)).toEqual(wait(60_000));
    expect(asked({ retryAfter: '60.001' }, limit)).toEqual({ kind: 'give-up', reason: 'asked-too-long' });
    expect(asked({ retryAfter: '60' }, { ...limit, boundary: 'exclusive' })).toEqual({ kind: 'give-up', reason: 'asked-too-long' });
    expect(asked({ retryAfter: '59.999' }, { ...limit, boundary: 'exclusive' })).toEqual(wait(59_999));
  });

  it('[V4] above the maximum it is clamped, rejected, ignored or parked', () => {
    const over = (overMax: RetryAfterPolicy['overMax']) => asked({ retryAfter: '90' }, { maxMs: 60_000, overMax }, 5_000);
    expect(over('clamp')).toEqual(wait(60_000));
    expect(over('reject')).toEqual({ kind: 'give-up', reason: 'asked-too-long' });
    expect(over('own-backoff')).toEqual(own);
    expect(over('park')).toEqual({ kind: 'park', until: 95_000 });
  });

  it('[V4] a number that no sleep can take raises', () => {
    expect(asked({ retryAfter: '10' }, { overflowMs: 10_000 })).toEqual(wait(10_000));
    expect(asked({ retryAfter: '10.001' }, { overflowMs: 10_000 })).toEqual({ kind: 'raise' });
  });

  it('[V2] without the header it is the own backoff, a set wait, or the end', () => {
    expect(asked({})).toEqual(own);
    expect(asked({}, { absentMs: 250 })).toEqual({ ...wait(250), by: 'client' });
    expect(asked({}, { required: true })).toEqual({ kind: 'give-up', reason: 'header-missing' });
    expect(asked({ retryAfter: 'soon' }, { required: true })).toEqual(own);
  });

  it('[V2] a client that does not know the header, or ignores it, waits its own', () => {
    expect(serverWait(null, { retryAfter: '7' }, 0, CALENDAR)).toEqual(own);
    expect(asked({ retryAfter: '7' }, { use: 'ignore' })).toEqual(own);
  });
});

const limited = (retryAfter: string) => ({ kind: 'http', status: 429, headers: { retryAfter } });

describe('a program that is asked to wait', () => {
  it('[V5] waits what was asked in place of its own, shorter or longer', () => {
    const run = (retryAfter: string) => summary(program({ policy: { retryAfter: {} }, faults: inTurn(limited(retryAfter)) }));
    expect(run('0.2')).toBe('0 200 | ok at 200 | 1');
    expect(run('9')).toBe('0 9000 | ok at 9000 | 1');
    expect(run('soon')).toBe('0 1000 | ok at 1000 | 1');
  });

  it('[V5] as a floor the longer of the two is waited, and neither jitter nor cap shortens it', () => {
    const run = (retryAfter: string, backoff: object) =>
      summary(
        program({ policy: { retryAfter: { use: 'floor' }, backoff }, faults: inTurn(limited(retryAfter)), fixedDraw: 0.25 }),
      );
    const growth = { kind: 'exponential', initialMs: 1_000, factor: 2 };
    expect(run('0.2', { growth })).toBe('0 1000 | ok at 1000 | 1');
    expect(run('9', { growth })).toBe('0 9000 | ok at 9000 | 1');
    // Full jitter of 1 s at a draw of 0.25 is 250 ms.
    expect(run('0.3', { growth, jitter: { kind: 'scale', lo: 0, hi: 1 } })).toBe('0 300 | ok at 300 | 1');
    expect(run('0.2', { growth, jitter: { kind: 'scale', lo: 0, hi: 1 } })).toBe('0 250 | ok at 250 | 1');
    expect(run('9', { growth, capMs: 500 })).toBe('0 9000 | ok at 9000 | 1');
  });

  it('[V5] its trace says of a wait whether the server set it', () => {
    const sources = (policy: object, retryAfter: string) =>
      eventsOf(runOf(program({ policy: { retryAfter: policy }, faults: inTurn(limited(retryAfter)) })).lane, 'wait').map(({ source }) => source);
    expect(sources({}, '9')).toEqual(['retry-after']);
    expect(sources({ use: 'floor' }, '0.2')).toEqual([undefined]);
    expect(sources({}, 'soon')).toEqual([undefined]);
  });

  it('[V5] and of one that no header asked for, that the client set it itself', () => {
    const { lane, result } = runOf(program({ policy: { retryAfter: { absentMs: 250, counted: false } }, faults: always({ kind: 'http', status: 503 }) }));
    // Two retries: what nobody asked for uses one up.
    expect(result.startsMs).toEqual([0, 250, 500]);
    expect(eventsOf(lane, 'wait').map(({ source }) => source)).toEqual([undefined, undefined]);
  });

  it('[V6] an asked wait uses up a retry, or none where it is not counted', () => {
    const faults = [{ during: { fromMs: 0, toMs: 4_500 }, fault: limited('1') }];
    expect(summary(program({ policy: { retryAfter: {} }, faults }))).toBe('0 1000 2000 | gave-up at 2000 | 0');
    expect(summary(program({ policy: { retryAfter: { counted: false } }, faults }))).toBe('0 1000 2000 3000 4000 5000 | ok at 5000 | 1');
  });

  it('[V4] is parked until the time that was asked for, with its last attempt', () => {
    const { result } = runOf(
      program({ policy: { retryAfter: { maxMs: 60_000, overMax: 'park' } }, faults: inTurn(null, limited('90')), operations: [{ id: 'a' }, { id: 'b', atMs: 5_000 }] }),
    );
    expect(result).toMatchObject({ attempts: 2, outcome: 'parked', endMs: 5_000, resumesAt: 95_000 });
  });

  it('[V5] an own backoff that would overflow is not computed where the server’s wait takes its place', () => {
    const backoff = { growth: { kind: 'exponential', initialMs: 0, factor: 1e200 } };
    const policy = { maxRetries: 5, arithmetic: 'double', backoff, retryAfter: {} };
    // 0 · 1e200^n is infinite times 0, so not a number, from the third retry on.
    expect(summary(program({ policy, faults: always(UNASKED) }))).toBe('0 0 0 | never-ends at no time | 0');
    expect(summary(program({ policy, faults: always(limited('1')) }))).toBe('0 1000 2000 3000 4000 5000 | gave-up at 5000 | 0');
  });
});

const UNASKED = { kind: 'http', status: 503 };
