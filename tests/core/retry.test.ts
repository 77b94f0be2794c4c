import { describe, expect, it } from 'vitest';
import type { Backoff } from '../../src/core/backoff.ts';
import { draw } from '../../src/core/random.ts';
import { decide, type RetryPolicy, type Tried } from '../../src/core/retry.ts';
import { bothLanes, eventsOf, oneCall, oneRefund, onlyLane, resultOf, schedule, withLatency, withPolicy } from './runs.ts';

const backoff: Backoff = {
  growth: { kind: 'exponential', initialMs: 500, factor: 2 },
  jitter: { kind: 'none' },
  capMs: null,
  capOrder: 'after',
  floorMs: null,
  rounding: 'none',
};
const policy: RetryPolicy = { maxRetries: 2, deadlineMs: 2_000, backoff };

function after(retries: number): Tried {
  return { retries, ofClass: null, asked: { kind: 'none' }, spentMs: 0, elapsedMs: 0, u: 0, memory: 0 };
}

describe('decide', () => {
  it('[A1] allows maxRetries retries and not one more', () => {
    expect(decide(policy, after(0))).toMatchObject({ kind: 'retry', retry: 1, delayMs: 500 });
    expect(decide(policy, after(1))).toMatchObject({ kind: 'retry', retry: 2, delayMs: 1_000 });
    expect(decide(policy, after(2))).toMatchObject({ kind: 'give-up', reason: 'retries' });
    expect(decide({ ...policy, maxRetries: 0 }, after(0))).toMatchObject({ kind: 'give-up', reason: 'retries' });
    expect(decide({ ...policy, maxRetries: null }, after(999))).toMatchObject({ kind: 'retry', retry: 1_000 });
  });
});

const FLAKY = { query: 'orders' };
const twoRefusals = oneCall('flaky_lookup', FLAKY, {
  faults: [{ tool: 'flaky_lookup', requests: { from: 1, to: 2 }, fault: { kind: 'http', status: 503 } }],
});

describe('a call with retries', () => {
  it('[A3] waits 0.5 s and 1 s between attempts that are refused after 0.3 s each', () => {
    expect(schedule(onlyLane(twoRefusals))).toEqual([
      '0 call.action',
      '0 call.1.attempt',
      '300 call.1.outcome',
      '300 call.1.wait',
      '800 call.2.attempt',
      '1100 call.2.outcome',
      '1100 call.2.wait',
      '2100 call.3.attempt',
      '2400 call.3.outcome',
      '2400 call.observation',
      '2500 finish',
    ]);
  });

  it('[A4] counts as waited what the backoffs come to: 0.5 s and 1 s, not the attempts', () => {
    expect(resultOf(onlyLane(twoRefusals), 'call')).toMatchObject({ attempts: 3, waitedMs: 1_500, disposition: 'recovered' });
    const slow = oneCall('flaky_lookup', FLAKY, {
      faults: [{ tool: 'flaky_lookup', requests: { from: 1, to: null }, fault: { kind: 'slow', latencyMs: 5_000 } }],
    });
    expect(resultOf(onlyLane(slow), 'call')).toMatchObject({ attempts: 3, waitedMs: 1_500, disposition: 'gave-up' });
    expect(resultOf(onlyLane(withPolicy(twoRefusals, { maxRetries: 0 })), 'call')).toMatchObject({ attempts: 1, waitedMs: 0 });
  });

  it('[A5] draws its jitter at its own address, the same in each lane', () => {
    const jittered = withPolicy(oneRefund([{ kind: 'http', status: 503 }, { kind: 'http', status: 503 }], { seed: 7 }), {
      backoff: { ...backoff, jitter: { kind: 'scale', lo: 0, hi: 1 } },
    });
    const { unguarded, guarded } = bothLanes(jittered);
    const delays = eventsOf(unguarded, 'wait').map(({ delayMs }) => delayMs);
    // Full jitter: the draw times 500 ms, then times 1,000 ms.
    const [first = 0, second = 0] = [1, 2].map((attempt) => draw(7, 0, 'call', attempt, 'jitter'));
    expect(delays[0]).toBeCloseTo(500 * first, 3);
    expect(delays[1]).toBeCloseTo(1_000 * second, 3);
    expect(eventsOf(guarded, 'wait').map(({ delayMs }) => delayMs)).toEqual(delays);
    const other = bothLanes({ ...jittered, seed: 8 });
    expect(eventsOf(other.unguarded, 'wait').map(({ delayMs }) => delayMs)).not.toEqual(delays);
  });
});

describe('a call under decorrelated backoff', () => {
  it('[A3] draws each wait between 0.1 s and three times the wait before', () => {
    const decorrelated: Backoff = { ...backoff, growth: { kind: 'decorrelatedAws', initialMs: 100, multiplier: 3 } };
    const faults = [1, 2, 3].map(() => ({ kind: 'http', status: 503 }) as const);
    const { unguarded } = bothLanes(withPolicy(oneRefund(faults, { seed: 3 }), { maxRetries: 3, backoff: decorrelated }));
    let previous = 100;
    for (const { attempt, delayMs } of eventsOf(unguarded, 'wait')) {
      const u = draw(3, 0, 'call', attempt, 'jitter');
      expect(delayMs).toBeCloseTo(100 + u * (3 * previous - 100), 3);
      previous = delayMs;
    }
    expect(resultOf(unguarded, 'call').waitedMs).toBeCloseTo(
      eventsOf(unguarded, 'wait').reduce((sum, { delayMs }) => sum + delayMs, 0),
      3,
    );
    expect(resultOf(unguarded, 'call').attempts).toBe(4);
  });
});

describe('the deadline', () => {
  it('[D1] is inclusive: an answer after exactly 2 s is heard, one a microsecond later is not', () => {
    const lookupAfter = (readMs: number) => onlyLane(withLatency(oneCall('flaky_lookup', FLAKY), { readMs }));
    expect(resultOf(lookupAfter(2_000), 'call')).toMatchObject({ attempts: 1, disposition: 'succeeded' });
    expect(eventsOf(lookupAfter(2_000), 'outcome')[0]).toMatchObject({ at: 2_000, outcome: { kind: 'ok' } });
    const late = lookupAfter(2_000.001);
    expect(resultOf(late, 'call')).toMatchObject({ attempts: 3, disposition: 'gave-up' });
    expect(eventsOf(late, 'outcome').map(({ at, outcome }) => `${at} ${outcome.kind}`)).toEqual([
      '2000 unknown',
      '4500 unknown',
      '7500 unknown',
    ]);
  });

  it('[D1] a refund whose answer takes exactly the deadline is refunded once', () => {
    const { unguarded } = bothLanes(withPolicy(oneRefund([]), { deadlineMs: 400 }));
    expect(resultOf(unguarded, 'call').disposition).toBe('succeeded');
    expect(eventsOf(unguarded, 'posting').map(({ at, abandoned }) => ({ at, abandoned }))).toEqual([{ at: 300, abandoned: false }]);
  });

  it('[D2] is the same for every attempt, from its own start', () => {
    const silent = oneRefund([{ kind: 'silence', which: 'request-lost' }, { kind: 'silence', which: 'request-lost' }]);
    const attempts = eventsOf(bothLanes(silent).unguarded, 'attempt');
    expect(attempts.map(({ at, deadlineAt }) => [at, deadlineAt])).toEqual([
      [0, 2_000],
      [2_500, 4_500],
      [5_500, 7_500],
    ]);
  });

  it('[D3] ends the waiting and not the work: shorter than the posting, three refunds land unheard', () => {
    const { unguarded, guarded } = bothLanes(withPolicy(oneRefund([]), { deadlineMs: 200 }));
    // Attempts at 0, 700 and 1,900 ms; each posts 300 ms after it was sent, 100 ms after it was given up.
    expect(eventsOf(unguarded, 'attempt').map(({ at }) => at)).toEqual([0, 700, 1_900]);
    expect(eventsOf(unguarded, 'posting').map(({ at, abandoned }) => ({ at, abandoned }))).toEqual([
      { at: 300, abandoned: true },
      { at: 1_000, abandoned: true },
      { at: 2_200, abandoned: true },
    ]);
    expect(resultOf(unguarded, 'call')).toMatchObject({ disposition: 'gave-up' });
    // The last one lands exactly when the run ends: 1,900 + 200 + one turn of the model.
    expect(schedule(unguarded).slice(-2)).toEqual(['2200 finish', '2200 call.3.posting']);
    expect(eventsOf(guarded, 'posting').map(({ at }) => at)).toEqual([300]);
  });

  it('[D3] what lands while the model thinks is told between its Observation and its next move', () => {
    const { unguarded } = bothLanes(withPolicy(oneRefund([]), { deadlineMs: 250, maxRetries: 0 }));
    expect(schedule(unguarded)).toEqual([
      '0 call.action',
      '0 call.1.attempt',
      '250 call.1.outcome',
      '250 call.observation',
      '300 call.1.posting',
      '350 finish',
    ]);
    expect(unguarded.events.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('[D3] a late refund lands after the run is over', () => {
    const { unguarded, guarded } = bothLanes(oneRefund([{ kind: 'silence', which: 'late' }]));
    expect(schedule(unguarded)).toEqual([
      '0 call.action',
      '0 call.1.attempt',
      '2000 call.1.outcome',
      '2000 call.1.wait',
      '2500 call.2.attempt',
      '2800 call.2.posting',
      '2900 call.2.outcome',
      '2900 call.observation',
      '3000 finish',
      '5000 call.1.posting',
    ]);
    expect(schedule(guarded)).toEqual([
      '0 call.action',
      '0 call.1.attempt',
      '0 call.1.claimed',
      '2000 call.1.outcome',
      '2000 call.1.wait',
      '2500 call.2.attempt',
      '2500 call.2.hit',
      '2600 call.2.outcome',
      '2600 call.observation',
      '2700 finish',
      '5000 call.1.posting',
    ]);
  });

  it('[D4] what lands at the deadline itself is not abandoned', () => {
    const abandoned = (deadlineMs: number) =>
      eventsOf(bothLanes(withPolicy(oneRefund([]), { deadlineMs })).guarded, 'posting').map((posting) => posting.abandoned);
    expect(abandoned(300)).toEqual([false]);
    expect(abandoned(299.999)).toEqual([true]);
  });

  it('[D5] a guard hit slower than the deadline is silence, again and again, and moves nothing', () => {
    const slowGuard = withLatency(oneRefund([{ kind: 'silence', which: 'answer-lost' }]), { guardHitMs: 2_000.001 });
    const { guarded } = bothLanes(slowGuard);
    expect(schedule(guarded)).toEqual([
      '0 call.action',
      '0 call.1.attempt',
      '0 call.1.claimed',
      '300 call.1.posting',
      '2000 call.1.outcome',
      '2000 call.1.wait',
      '2500 call.2.attempt',
      '2500 call.2.hit',
      '4500 call.2.outcome',
      '4500 call.2.wait',
      '5500 call.3.attempt',
      '5500 call.3.hit',
      '7500 call.3.outcome',
      '7500 call.observation',
      '7600 finish',
    ]);
    expect(eventsOf(guarded, 'guard').map(({ record }) => record)).toEqual([null, 'intent', 'intent']);
    expect(resultOf(guarded, 'call')).toMatchObject({ disposition: 'gave-up' });
    const atDeadline = bothLanes(withLatency(slowGuard, { guardHitMs: 2_000 })).guarded;
    expect(resultOf(atDeadline, 'call')).toMatchObject({ disposition: 'recovered', attempts: 2 });
  });

  it('[D6] a slow answer, a lost one, a lost request and a late one are the same outcome', () => {
    for (const tool of ['flaky_lookup', 'process_refund']) {
      const args = tool === 'flaky_lookup' ? FLAKY : { order_id: 'ORD-5510', amount: 80 };
      const outcomes = (
        [
          { kind: 'slow', latencyMs: 5_000 },
          { kind: 'silence', which: 'answer-lost' },
          { kind: 'silence', which: 'request-lost' },
          { kind: 'silence', which: 'late' },
        ] as const
      ).map((fault) => {
        const lane = onlyLane(oneCall(tool, args, { faults: [{ tool, requests: { from: 1, to: 1 }, fault }] }));
        return eventsOf(lane, 'outcome')[0];
      });
      expect(new Set(outcomes.map((outcome) => JSON.stringify({ ...outcome, seq: 0 }))).size).toBe(1);
      expect(outcomes[0]).toMatchObject({ at: 2_000, outcome: { kind: 'unknown' } });
    }
  });
});
