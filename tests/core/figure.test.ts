import { describe, expect, it } from 'vitest';
import { delayBounds } from '../../src/core/backoff.ts';
import { JITTER_CHOICES, SILENCES, SWITCHES, type SwitchId } from '../../src/core/figure.ts';
import type { Silence } from '../../src/core/fault.ts';
import { findingOf } from '../../src/core/finding.ts';
import { laneStateAt } from '../../src/core/ledger.ts';
import { openingStep } from '../../src/core/opening.ts';
import { nearestAllowed, PARAM_KEYS, PARAMS, type ParamRow } from '../../src/core/params.ts';
import { parseScenario } from '../../src/core/scenario.ts';
import { simulate } from '../../src/core/simulate.ts';
import { stepsOf } from '../../src/core/steps.ts';
import type { LaneTrace } from '../../src/core/trace.ts';
import { bothLanes, eventsOf, figureWith, resultOf, schedule } from './runs.ts';

type Figure = Parameters<typeof figureWith>[1];

const ALL = SWITCHES.map(({ id }) => id);
/** Every set of switches: 2^7. */
const COMBINATIONS = Array.from({ length: 2 ** ALL.length }, (_, bits) => ALL.filter((_id, index) => (bits & (1 << index)) !== 0));

describe('the default run', () => {
  it('[F1] without any switch every step succeeds once, in both lanes alike', () => {
    const { unguarded, guarded } = bothLanes(figureWith([]));
    expect(schedule(unguarded)).toEqual([
      '0 policy.action',
      '0 policy.1.attempt',
      '300 policy.1.outcome',
      '300 policy.observation',
      '400 order.action',
      '400 order.1.attempt',
      '700 order.1.outcome',
      '700 order.observation',
      '800 index.action',
      '800 index.1.attempt',
      '1100 index.1.outcome',
      '1100 index.observation',
      '1200 refund.action',
      '1200 refund.1.attempt',
      '1500 refund.1.posting',
      '1600 refund.1.outcome',
      '1600 refund.observation',
      '1700 finish',
    ]);
    expect(schedule({ ...guarded, events: guarded.events.filter(({ kind }) => kind !== 'guard') })).toEqual(schedule(unguarded));
    for (const lane of [unguarded, guarded]) expect(laneStateAt(lane, Infinity)).toMatchObject({ totalMinor: 8_000, report: 'refunded' });
  });

  it('[F8] posted, then silence: $160.00 without guard at 4.0 s, $80.00 with it at 1.5 s', () => {
    const { unguarded, guarded } = bothLanes(figureWith(['silence']));
    expect(schedule(unguarded).slice(12)).toEqual([
      '1200 refund.action',
      '1200 refund.1.attempt',
      '1500 refund.1.posting',
      '3200 refund.1.outcome',
      '3200 refund.1.wait',
      '3700 refund.2.attempt',
      '4000 refund.2.posting',
      '4100 refund.2.outcome',
      '4100 refund.observation',
      '4200 finish',
    ]);
    expect(schedule(guarded).slice(12)).toEqual([
      '1200 refund.action',
      '1200 refund.1.attempt',
      '1200 refund.1.claimed',
      '1500 refund.1.posting',
      '3200 refund.1.outcome',
      '3200 refund.1.wait',
      '3700 refund.2.attempt',
      '3700 refund.2.hit',
      '3800 refund.2.outcome',
      '3800 refund.observation',
      '3900 finish',
    ]);
    expect(laneStateAt(unguarded, 4_000).totalMinor).toBe(16_000);
    expect(laneStateAt(guarded, Infinity).totalMinor).toBe(8_000);
  });
});

describe('one switch alone', () => {
  /** Hand-computed: the call that it strikes, what that came to, and when the unguarded run finishes. */
  const table: readonly [SwitchId, string, { category: string; attempts: number; waitedMs: number; disposition: string }, number][] = [
    // Two refusals of 300 ms and waits of 500 and 1,000 ms more than the 1,700 ms of the quiet run.
    ['temporary-error', 'order', { category: 'ok', attempts: 3, waitedMs: 1_500, disposition: 'recovered' }, 3_800],
    // Three deadlines of 2 s and both waits, in place of the answer after 300 ms.
    ['too-slow', 'order', { category: 'transient', attempts: 3, waitedMs: 1_500, disposition: 'gave-up' }, 8_900],
    ['silence', 'refund', { category: 'ok', attempts: 2, waitedMs: 500, disposition: 'recovered' }, 4_200],
    // One more lookup and one more turn.
    ['not-there', 'index', { category: 'permanent', attempts: 1, waitedMs: 0, disposition: 'fed-back' }, 2_100],
    ['nothing-found', 'policy', { category: 'empty-result', attempts: 1, waitedMs: 0, disposition: 'fed-back' }, 2_100],
    // One more turn; the refused call takes no time.
    ['wrong-arguments', 'refund-amount', { category: 'malformed', attempts: 0, waitedMs: 0, disposition: 'fed-back' }, 1_800],
    ['no-such-tool', 'refund-tool', { category: 'unknown-tool', attempts: 0, waitedMs: 0, disposition: 'fed-back' }, 1_800],
  ];

  it.each(table)('[F2] %s strikes %s', (id, call, result, finishAt) => {
    const { unguarded, guarded } = bothLanes(figureWith([id]));
    expect(resultOf(unguarded, call)).toMatchObject(result);
    expect(resultOf(guarded, call)).toMatchObject(result);
    expect(eventsOf(unguarded, 'finish')[0]?.at).toBe(finishAt);
    for (const { call: other, result: resolved } of eventsOf(unguarded, 'observation')) {
      if (other !== call) expect(resolved).toMatchObject({ disposition: 'succeeded', attempts: 1 });
    }
  });

  it('[F4] a temporary error and "too slow" share the lookup: one 503, then two deadlines', () => {
    const { unguarded } = bothLanes(figureWith(['temporary-error', 'too-slow']));
    const outcomes = eventsOf(unguarded, 'outcome').filter(({ call }) => call === 'order');
    // 400 + 300; wait 500; 2,000; wait 1,000; 2,000.
    expect(outcomes.map(({ at, outcome }) => `${at} ${outcome.kind}`)).toEqual(['700 failed', '3200 unknown', '6200 unknown']);
    expect(resultOf(unguarded, 'order')).toMatchObject({ disposition: 'gave-up', attempts: 3, waitedMs: 1_500 });
  });

  it('[F4] "too slow" is not, where the deadline is as long', () => {
    const { unguarded } = bothLanes(figureWith(['too-slow'], { params: { deadlineMs: 5_000 } }));
    expect(resultOf(unguarded, 'order')).toMatchObject({ disposition: 'succeeded' });
  });
});

interface Strike {
  readonly id: SwitchId;
  readonly at: number;
  readonly category: string;
}

/** What went wrong in a lane, read from the trace alone. */
function strikesIn(lane: LaneTrace): Strike[] {
  return lane.events.flatMap((event): Strike[] => {
    const { at } = event;
    if (event.kind === 'rejected') {
      return [{ id: event.category === 'malformed' ? 'wrong-arguments' : 'no-such-tool', at, category: event.category }];
    }
    if (event.kind !== 'outcome') return [];
    const attempt = eventsOf(lane, 'attempt').find(({ call, attempt: number }) => call === event.call && number === event.attempt);
    const { category } = event;
    switch (attempt?.fault?.kind) {
      case 'empty':
        return [{ id: 'nothing-found', at, category }];
      case 'http':
        return [{ id: 'temporary-error', at, category }];
      case 'slow':
        return [{ id: 'too-slow', at, category }];
      case 'silence':
        return [{ id: 'silence', at, category }];
      // The figure has no other: what it comes from is no switch.
      case 'ok':
      case 'items':
      case 'partial':
      case 'network':
      case 'declined':
      case 'error':
      case 'crash':
      case 'bug':
      case undefined:
        return attempt?.tool === 'search_index' && event.outcome.kind === 'failed' ? [{ id: 'not-there', at, category }] : [];
    }
  });
}

/** How often each switch strikes under a policy with this many retries, in the order of the task. */
function expectedStrikes(on: readonly SwitchId[], maxRetries: number): string[] {
  const attempts = maxRetries + 1;
  const both = on.includes('too-slow') && on.includes('temporary-error');
  const errors = both ? 1 : Math.min(2, attempts);
  const times: Record<SwitchId, number> = {
    'nothing-found': 1,
    'temporary-error': errors,
    'too-slow': both ? attempts - errors : attempts,
    'not-there': 1,
    'no-such-tool': 1,
    'wrong-arguments': 1,
    silence: 1,
  };
  const order: readonly SwitchId[] = [
    'nothing-found',
    'temporary-error',
    'too-slow',
    'not-there',
    'no-such-tool',
    'wrong-arguments',
    'silence',
  ];
  return order.filter((id) => on.includes(id)).flatMap((id) => Array.from({ length: times[id] }, () => id));
}

/** Refunds without guard and guarded, written down by hand for each policy and silence; without silence the same for all. */
interface Policy {
  readonly name: string;
  readonly figure: Figure & object;
  readonly quiet: readonly [number, number];
  readonly silent: Readonly<Record<Silence, readonly [number, number]>>;
}

const POLICIES: readonly Policy[] = [
  {
    name: 'the default',
    figure: {},
    quiet: [1, 1],
    silent: { 'request-lost': [1, 0], 'answer-lost': [2, 1], late: [2, 1] },
  },
  {
    name: 'no retries',
    figure: { params: { maxRetries: 0 } },
    quiet: [1, 1],
    silent: { 'request-lost': [0, 0], 'answer-lost': [1, 1], late: [1, 1] },
  },
  {
    // 350 ms: reads are heard after 300, refunds (400) never.
    name: 'a deadline shorter than a refund',
    figure: { params: { deadlineMs: 350 } },
    quiet: [3, 1],
    silent: { 'request-lost': [2, 0], 'answer-lost': [3, 1], late: [3, 1] },
  },
  {
    // Two refunds of $160.00 exceed the captured $240.00: whichever lands second is refused.
    name: 'five retries with full jitter, over-capture refused',
    figure: { jitter: 'full', refusesOverCapture: true, params: { maxRetries: 5, refundMinor: 16_000, seed: 7 } },
    quiet: [1, 1],
    silent: { 'request-lost': [1, 0], 'answer-lost': [1, 1], late: [1, 1] },
  },
];

describe.each(POLICIES)('all switches, all silences, with $name', ({ figure, quiet, silent }) => {
  it.each(SILENCES)('[F2] [F3] [F8] [L7] in each of the 128 combinations with %s', (silence) => {
    for (const on of COMBINATIONS) {
      const scenario = figureWith(on, { ...figure, silence });
      expect(parseScenario(scenario).ok).toBe(true);
      const { unguarded, guarded } = bothLanes(scenario);
      const [without, withGuard] = on.includes('silence') ? silent[silence] : quiet;
      expect([on, laneStateAt(unguarded, Infinity).entries.length]).toEqual([on, without]);
      expect([on, laneStateAt(guarded, Infinity).entries.length]).toEqual([on, withGuard]);
      for (const lane of [unguarded, guarded]) {
        expect(laneStateAt(lane, Infinity).status).toBe('finished');
        const strikes = strikesIn(lane);
        expect(strikes.map(({ id }) => id)).toEqual(expectedStrikes(on, scenario.policy.maxRetries ?? Infinity));
        for (const { id, category } of strikes) {
          expect([id, category]).toEqual([id, SWITCHES.find((row) => row.id === id)?.category]);
        }
        const again = ['nothing-found', 'not-there', 'no-such-tool', 'wrong-arguments'].filter((id) => on.includes(id as SwitchId));
        expect(eventsOf(lane, 'observation').length).toBe(4 + again.length);
      }
    }
  });

  it.each(SILENCES)('[F9] [F10] opens and concludes truly in each of the 128 combinations with %s', (silence) => {
    for (const on of COMBINATIONS) {
      const trace = simulate(figureWith(on, { ...figure, silence }));
      const steps = stepsOf(trace);
      const [without, withGuard] = on.includes('silence') ? silent[silence] : quiet;
      expect(findingOf(trace)).toMatchObject({ unguarded: { count: without }, guarded: { count: withGuard } });

      const totalsAt = (at: number) => trace.lanes.map((lane) => laneStateAt(lane, at).totalMinor);
      const returnedAt = Math.max(...trace.lanes.map((lane) => eventsOf(lane, 'observation').find(({ call }) => call === 'refund')?.at ?? NaN));
      const candidates = steps.filter(({ at }) => at >= returnedAt);
      const differing = candidates.find(({ at }) => new Set(totalsAt(at)).size > 1);
      expect(steps[openingStep(trace, steps)]?.at).toBe(differing?.at ?? returnedAt);
    }
  });
});

describe('opening and finding', () => {
  it('[F9] opens at 4.1 s by default: both calls have returned, $160.00 beside $80.00', () => {
    const trace = simulate(figureWith(['silence']));
    const steps = stepsOf(trace);
    expect(steps[openingStep(trace, steps)]?.at).toBe(4_100);
  });

  it('[F9] opens on the last step where no refund is sent', () => {
    const trace = simulate(figureWith([], { params: { deadlineMs: 250 } }));
    const steps = stepsOf(trace);
    expect(openingStep(trace, steps)).toBe(steps.length - 1);
  });

  it('[F10] finds what happened against what was said, and why nothing was heard', () => {
    const found = (...args: Parameters<typeof figureWith>) => {
      const finding = findingOf(simulate(figureWith(...args)));
      if (finding?.kind !== 'both') throw new Error('not of both lanes');
      const { unguarded, guarded, unheard, parted } = finding;
      return [unguarded, guarded].map(({ count, said, totalMinor }) => `${count} ${said} ${totalMinor}`).concat(`${unheard} ${parted}`);
    };
    expect(found([])).toEqual(['1 refunded 8000', '1 refunded 8000', 'null false']);
    expect(found(['silence'])).toEqual(['2 refunded 16000', '1 refunded 8000', 'answer-lost true']);
    expect(found(['silence'], { silence: 'request-lost' })).toEqual(['1 refunded 8000', '0 refunded 0', 'request-lost true']);
    expect(found(['silence'], { silence: 'late' })).toEqual(['2 refunded 16000', '1 refunded 8000', 'on-its-way true']);
    expect(found([], { params: { deadlineMs: 350 } })).toEqual(['3 failed 24000', '1 refunded 8000', 'deadline true']);
    expect(found(['silence'], { params: { maxRetries: 0 } })).toEqual(['1 failed 8000', '1 failed 8000', 'answer-lost false']);
    expect(found([], { params: { deadlineMs: 250 } })).toEqual(['0 not-attempted 0', '0 not-attempted 0', 'null false']);
  });

  it('[F10] finds what one lane shows by itself, and nothing without a lane', () => {
    const trace = simulate(figureWith(['silence']));
    expect(findingOf({ lanes: trace.lanes.slice(0, 1) })).toMatchObject({ kind: 'one', found: { by: 'nothing', finding: { count: 2 } } });
    expect(findingOf({ lanes: trace.lanes.slice(1) })).toMatchObject({ kind: 'one', found: { by: 'guard', finding: { count: 1 } } });
    expect(findingOf({ lanes: [] })).toBe(null);
  });
});

describe('settings', () => {
  it.each(JITTER_CHOICES)('[F5] with %s jitter the cap is the longest wait', (jitter) => {
    const { policy } = figureWith([], { jitter, params: { backoffCapMs: 700 } });
    const bounds = Array.from({ length: 10 }, (_, index) => delayBounds(policy.backoff, index + 1));
    expect(Math.max(...bounds.map(({ maxMs }) => maxMs))).toBeLessThanOrEqual(700);
    const uncapped = figureWith([], { jitter }).policy.backoff;
    const first = delayBounds(uncapped, 1);
    // Retry 1 of 500 ms: alone, 0 to 1, ½ to 1, ¾ to 1¼, +0 to 500, and up to three times.
    const widest = { none: [500, 500], full: [0, 500], equal: [250, 500], proportional: [375, 625], additive: [500, 1_000], decorrelated: [500, 1_500] };
    expect(first.minMs).toBe(widest[jitter][0]);
    expect(first.maxMs).toBeCloseTo(widest[jitter][1] ?? NaN, 3);
  });

  it('[F6] a posting that a link puts after its answer comes with the answer', () => {
    const { unguarded } = bothLanes(figureWith([], { params: { postingMs: 9_000 } }));
    expect(schedule(unguarded).slice(-4)).toEqual(['1600 refund.1.posting', '1600 refund.1.outcome', '1600 refund.observation', '1700 finish']);
  });

  it('[F2] the amount in words is the amount of the refund', () => {
    const said = (refundMinor: number) =>
      eventsOf(bothLanes(figureWith(['wrong-arguments'], { params: { refundMinor } })).guarded, 'action').find(
        ({ call }) => call === 'refund-amount',
      )?.args['amount'];
    expect([8_000, 10_050, 24_000].map(said)).toEqual(['80 dollars', '100.50 dollars', '240 dollars']);
  });

  it.each(PARAM_KEYS)('[F7] the nearest allowed %s is within its bounds, on its step, and stays', (key) => {
    const row: ParamRow = PARAMS[key];
    for (const value of [-1e300, -1, 0, 0.05, 0.1 + 0.2, 1, 3.14159, 99.5, 1e6, 1e300, row.min, row.max]) {
      const nearest = nearestAllowed(row, value);
      expect(nearest).toBeGreaterThanOrEqual(row.min);
      expect(nearest).toBeLessThanOrEqual(row.max);
      expect(nearestAllowed(row, nearest)).toBe(nearest);
      const steps = (nearest - row.min) / row.step;
      expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-6);
      if (value >= row.min && value <= row.max) expect(Math.abs(nearest - value)).toBeLessThanOrEqual(row.step / 2 + 1e-9);
    }
    if (row.default !== null) expect(nearestAllowed(row, row.default)).toBe(row.default);
  });

  it('[F7] keys in links are different from each other, and defaults within bounds', () => {
    expect(new Set(PARAM_KEYS.map((key) => PARAMS[key].urlKey)).size).toBe(PARAM_KEYS.length);
    expect(nearestAllowed(PARAMS.backoffFactor, 2.34)).toBe(2.3);
    expect(nearestAllowed(PARAMS.deadlineMs, 374)).toBe(350);
  });
});
