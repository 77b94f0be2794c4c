import { describe, expect, it } from 'vitest';
import { firstDivergence } from '../../src/core/divergence.ts';
import { endOf } from '../../src/core/ledger.ts';
import { simulate } from '../../src/core/simulate.ts';
import { eventsUntil, refOf, stepAt, stepOf, stepsOf } from '../../src/core/steps.ts';
import type { Trace } from '../../src/core/trace.ts';
import { bothLanes, figureWith, oneRefund, withLatency, withPolicy } from './runs.ts';

const DEFAULT = simulate(figureWith(['silence']));
const STEPS = stepsOf(DEFAULT);

const EMPTY: Trace = { lanes: [] };

describe('steps', () => {
  it('[T3] are the distinct times of both lanes, from zero', () => {
    expect(STEPS.map(({ at }) => at)).toEqual([
      0, 300, 400, 700, 800, 1_100, 1_200, 1_500, 3_200, 3_700, 3_800, 3_900, 4_000, 4_100, 4_200,
    ]);
    expect(STEPS.map(({ events }) => events.length).reduce((sum, count) => sum + count, 0)).toBe(
      DEFAULT.lanes.flatMap(({ events }) => events).length,
    );
  });

  it('[T3] there is one at zero, even without any event', () => {
    expect(stepsOf(EMPTY)).toEqual([{ at: 0, events: [] }]);
  });

  it('[T4] the step at a time is the last one at or before it', () => {
    expect([-1, 0, 299.999, 300, 3_699, 3_700, 4_200, 9_999, Infinity].map((at) => stepAt(STEPS, at))).toEqual([
      0, 0, 0, 1, 8, 9, 14, 14, 14,
    ]);
    expect(stepAt(STEPS, NaN)).toBe(0);
  });

  it('[T5] is named by its first event', () => {
    expect(refOf(STEPS[9])).toEqual({ lane: 'no-guard', id: 'refund.2.attempt' });
    expect(refOf(STEPS[10])).toEqual({ lane: 'guarded', id: 'refund.2.outcome' });
    expect(stepOf(STEPS, { lane: 'guarded', id: 'refund.2.hit' }, 0)).toBe(9);
    expect(refOf({ at: 0, events: [] })).toBe(null);
    expect(refOf(undefined)).toBe(null);
  });

  it('[T6] an attempt that is gone falls back to what its call came to in the same lane', () => {
    const noRetry = stepsOf(simulate(figureWith(['silence'], { params: { maxRetries: 0 } })));
    const fallen = stepOf(noRetry, { lane: 'no-guard', id: 'refund.2.attempt' }, 3_700);
    expect(noRetry[fallen]?.at).toBe(3_200);
    // The guarded call is over sooner than the unguarded one: its lane decides.
    expect(STEPS[stepOf(STEPS, { lane: 'guarded', id: 'refund.3.outcome' }, 0)]?.at).toBe(3_800);
    expect(STEPS[stepOf(STEPS, { lane: 'no-guard', id: 'refund.3.outcome' }, 0)]?.at).toBe(4_100);
  });

  it('[T6] a call that is gone falls back to the time where the cursor was', () => {
    expect(stepOf(STEPS, { lane: 'no-guard', id: 'policy-again.1.outcome' }, 750)).toBe(3);
    expect(stepOf(STEPS, { lane: 'another', id: 'refund.1.outcome' }, 3_750)).toBe(9);
    expect(stepOf(STEPS, { lane: 'no-guard', id: 'constructor' }, Infinity)).toBe(14);
    expect(stepOf(STEPS, { lane: 'no-guard', id: '' }, -5)).toBe(0);
  });

  it('[T6] an event that moved in time is followed', () => {
    const faster = stepsOf(simulate(figureWith(['silence'], { params: { deadlineMs: 1_000 } })));
    expect(faster[stepOf(faster, { lane: 'no-guard', id: 'refund.2.posting' }, 4_000)]?.at).toBe(3_000);
  });

  it('[K8] the events up to a time include those at it', () => {
    const [unguarded] = DEFAULT.lanes;
    if (unguarded === undefined) throw new Error('no lane');
    expect(eventsUntil(unguarded, 300).map(({ id }) => id)).toEqual([
      'policy.action',
      'policy.1.attempt',
      'policy.1.outcome',
      'policy.observation',
    ]);
    expect(eventsUntil(unguarded, 299.999).length).toBe(2);
    expect(eventsUntil(unguarded, -1)).toEqual([]);
  });
});

describe('a trace', () => {
  it('[T1] [T2] tells at one time what caused what, first to last', () => {
    // The guard is a part of the tool: it records before the wrapper has the outcome.
    const { guarded } = bothLanes(withLatency(oneRefund([]), { postingMs: 0, refundMs: 0, modelTurnMs: 0 }));
    expect(guarded.events.map(({ at, seq, id }) => `${at} ${seq} ${id}`)).toEqual([
      '0 0 call.action',
      '0 1 call.1.attempt',
      '0 2 call.1.claimed',
      '0 3 call.1.posting',
      '0 4 call.1.recorded',
      '0 5 call.1.outcome',
      '0 6 call.observation',
      '0 7 finish',
    ]);
  });

  it('[T1] what lands as an attempt begins is told before it', () => {
    const { unguarded } = bothLanes(withLatency(oneRefund([{ kind: 'silence', which: 'late' }]), { latePostingMs: 2_500 }));
    expect(unguarded.events.filter(({ at }) => at === 2_500).map(({ id }) => id)).toEqual(['call.1.posting', 'call.2.attempt']);
  });

  it('[T9] ends with the last event of any lane, a late landing included', () => {
    expect(endOf(DEFAULT)).toBe(4_200);
    expect(endOf(simulate(figureWith(['silence'], { silence: 'late' })))).toBe(6_200);
    expect(endOf(EMPTY)).toBe(0);
  });
});

describe('the first divergence', () => {
  const parted = (...args: Parameters<typeof figureWith>) => {
    const { unguarded, guarded } = bothLanes(figureWith(...args));
    return firstDivergence(unguarded, guarded);
  };

  it('[T8] is the retry that the guard answers', () => {
    expect(parted(['silence'])).toBe(3_700);
    expect(parted(['silence'], { silence: 'late' })).toBe(3_700);
    expect(parted(['silence', 'temporary-error'])).toBe(3_700 + 2 * 300 + 500 + 1_000);
  });

  it('[T8] is none where no retry meets the guard: what it writes down for itself does not count', () => {
    expect(parted([])).toBe(null);
    expect(parted(['silence'], { params: { maxRetries: 0 } })).toBe(null);
    const { unguarded, guarded } = bothLanes(oneRefund([{ kind: 'http', status: 503 }]));
    expect(guarded.events.length).toBe(unguarded.events.length + 4);
    expect(firstDivergence(unguarded, guarded)).toBe(null);
  });

  it('[T8] is found where one lane merely ends sooner, and is the same both ways', () => {
    const { unguarded, guarded } = bothLanes(withPolicy(oneRefund([{ kind: 'silence', which: 'late' }]), { maxRetries: 1 }));
    expect(firstDivergence(guarded, unguarded)).toBe(firstDivergence(unguarded, guarded));
    const cut = { ...unguarded, events: unguarded.events.slice(0, 5) };
    expect(firstDivergence(unguarded, cut)).toBe(unguarded.events[5]?.at);
    expect(firstDivergence(cut, unguarded)).toBe(unguarded.events[5]?.at);
  });
});
