import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/core/scenario.ts';
import { createGuard } from '../../src/core/guard.ts';
import { laneStateAt } from '../../src/core/ledger.ts';
import { bothLanes, eventsOf, figureWith, oneRefund, resultOf, schedule, withLatency, withPolicy } from './runs.ts';

const refused = { kind: 'http', status: 503 } as const;
const answerLost = { kind: 'silence', which: 'answer-lost' } as const;
const requestLost = { kind: 'silence', which: 'request-lost' } as const;
const late = { kind: 'silence', which: 'late' } as const;

describe('a guard in memory', () => {
  it('[I3] [I5] remembers the amount, and whether it tried or knows', () => {
    const guard = createGuard({ kind: 'memory', key: 'order_id' });
    const claimed = { kind: 'send', claimed: true };
    expect(guard?.check('ORD-1', 8_000)).toEqual(claimed);
    expect(guard?.check('ORD-1', 4_999)).toEqual({ kind: 'hit', record: { amountMinor: 8_000, state: 'intent' } });
    expect(guard?.check('__proto__', 1)).toEqual(claimed);
    guard?.confirm('ORD-1', 8_000);
    expect(guard?.check('ORD-1', 8_000)).toEqual({ kind: 'hit', record: { amountMinor: 8_000, state: 'effect' } });
    guard?.release('ORD-1');
    expect(guard?.check('ORD-1', 4_999)).toEqual(claimed);
  });

  it('[I8] is nothing where the setting is none', () => {
    expect(createGuard({ kind: 'none' })).toBe(null);
  });
});

function movesOf(scenario: Scenario): string[] {
  return eventsOf(bothLanes(scenario).guarded, 'guard').map(({ at, attempt, move, record }) =>
    record === null ? `${at} ${attempt} ${move}` : `${at} ${attempt} ${move} on ${record}`,
  );
}

function totalsOf(scenario: Scenario): string {
  const { unguarded, guarded } = bothLanes(scenario);
  const [left, right] = [laneStateAt(unguarded, Infinity), laneStateAt(guarded, Infinity)];
  return `${left.entries.length} ${left.totalMinor} / ${right.entries.length} ${right.totalMinor}`;
}

describe('the guard', () => {
  it('[I1] [I3] claims before it sends and records a success', () => {
    expect(movesOf(oneRefund([]))).toEqual(['0 1 claimed', '400 1 recorded']);
    const kinds = bothLanes(oneRefund([])).guarded.events.map(({ kind }) => kind);
    expect(kinds.indexOf('guard')).toBeLessThan(kinds.indexOf('posting'));
  });

  it('[I2] a 503 releases the claim when it is heard, so that the retry sends and pays', () => {
    expect(movesOf(oneRefund([refused]))).toEqual(['0 1 claimed', '400 1 released', '900 2 claimed', '1300 2 recorded']);
    expect(totalsOf(oneRefund([refused]))).toBe('1 8000 / 1 8000');
  });

  it('[I2] so do a permanent refusal, over-capture and a bug', () => {
    expect(movesOf(oneRefund([{ kind: 'http', status: 403 }]))).toEqual(['0 1 claimed', '400 1 released']);
    expect(movesOf(oneRefund([{ kind: 'bug', type: 'TypeError', message: 'x' }]))).toEqual(['0 1 claimed', '0 1 released']);
    const tooMuch = oneRefund([], {
      agent: { controller: 'single-call', tool: 'process_refund', args: { order_id: 'ORD-5510', amount: 240.01 } },
      gateway: { refusesOverCapture: true },
    });
    expect(movesOf(tooMuch)).toEqual(['0 1 claimed', '400 1 released']);
    expect(totalsOf(tooMuch)).toBe('0 0 / 0 0');
    expect(resultOf(bothLanes(tooMuch).guarded, 'call').observation).toBe(
      '[permanent] 422: the refunds of ORD-5510 would exceed what was captured',
    );
  });

  it('[I4] silence leaves the claim, and so does an answer that says nothing', () => {
    for (const silence of [answerLost, requestLost, late]) {
      expect(movesOf(withPolicy(oneRefund([silence]), { maxRetries: 0 }))).toEqual(['0 1 claimed']);
    }
    expect(movesOf(oneRefund([{ kind: 'empty' }]))).toEqual(['0 1 claimed']);
  });

  it('[I4] refused, then silence: the second claim stays, and the third attempt is a hit', () => {
    const scenario = oneRefund([refused, answerLost]);
    expect(movesOf(scenario)).toEqual(['0 1 claimed', '400 1 released', '900 2 claimed', '3900 3 hit on intent']);
    expect(totalsOf(scenario)).toBe('2 16000 / 1 8000');
  });

  it('[I5] a hit is answered from the record after 100 ms, is not sent, and meets no fault', () => {
    // The second request would be refused; the guarded lane never sends it.
    const { guarded, unguarded } = bothLanes(oneRefund([answerLost, refused]));
    const [, hit] = eventsOf(guarded, 'attempt');
    expect(hit).toMatchObject({ at: 2_500, sent: false, fault: null, answerAfterMs: 100, landsAt: null });
    expect(eventsOf(guarded, 'outcome')[1]).toMatchObject({
      at: 2_600,
      outcome: { kind: 'ok', text: 'already refunded $80.00 to ORD-5510 (idempotent skip; no double-charge)' },
    });
    expect(eventsOf(unguarded, 'attempt').map(({ sent, fault }) => [sent, fault?.kind])).toEqual([
      [true, 'silence'],
      [true, 'http'],
      [true, undefined],
    ]);
    expect(totalsOf(oneRefund([answerLost, refused]))).toBe('2 16000 / 1 8000');
  });

  it('[I7] after a lost request the hit says refunded, and nothing was', () => {
    const scenario = oneRefund([requestLost]);
    expect(totalsOf(scenario)).toBe('1 8000 / 0 0');
    const { guarded } = bothLanes(scenario);
    expect(resultOf(guarded, 'call')).toMatchObject({
      usable: true,
      disposition: 'recovered',
      observation: 'already refunded $80.00 to ORD-5510 (idempotent skip; no double-charge)',
    });
  });

  it('[I8] without guard there is no guard event, and until the first hit the lanes do the same', () => {
    const { unguarded, guarded } = bothLanes(oneRefund([refused, requestLost]));
    expect(eventsOf(unguarded, 'guard')).toEqual([]);
    const hitAt = eventsOf(guarded, 'guard').find(({ move }) => move === 'hit')?.at ?? NaN;
    const before = (lane: typeof guarded) => schedule({ ...lane, events: lane.events.filter(({ at, kind }) => at < hitAt && kind !== 'guard') });
    expect(before(guarded)).toEqual(before(unguarded));
    expect(hitAt).toBe(3_900);
  });
});

describe('the gateway', () => {
  it('[G1] posts after 300 ms and answers after 400 ms; a lookup answers after 300 ms', () => {
    expect(schedule(bothLanes(oneRefund([])).unguarded)).toEqual([
      '0 call.action',
      '0 call.1.attempt',
      '300 call.1.posting',
      '400 call.1.outcome',
      '400 call.observation',
      '500 finish',
    ]);
    expect(schedule(bothLanes(figureWith([])).unguarded).slice(0, 4)).toEqual([
      '0 policy.action',
      '0 policy.1.attempt',
      '300 policy.1.outcome',
      '300 policy.observation',
    ]);
  });

  it('[G2] the first rule that matches decides, and both ends of its range belong to it', () => {
    const rules: Scenario['faults'] = [
      { tool: 'process_refund', requests: { from: 2, to: 3 }, fault: { kind: 'http', status: 502 } },
      { tool: 'process_refund', requests: { from: 1, to: null }, fault: { kind: 'http', status: 503 } },
      { tool: 'process_refund', requests: { from: 1, to: 1 }, fault: { kind: 'http', status: 404 } },
      { tool: 'search_policy', requests: { from: 1, to: null }, fault: { kind: 'http', status: 404 } },
    ];
    const { unguarded } = bothLanes(withPolicy(oneRefund([], { faults: rules }), { maxRetries: 4 }));
    const statuses = eventsOf(unguarded, 'attempt').map(({ fault }) => (fault?.kind === 'http' ? fault.status : null));
    expect(statuses).toEqual([503, 502, 502, 503, 503]);
  });

  it('[G2] counts the requests of a tool over all calls of its lane', () => {
    const scenario: Scenario = {
      ...figureWith(['nothing-found']),
      faults: [
        { tool: 'search_policy', requests: { from: 1, to: 1 }, fault: { kind: 'empty' } },
        { tool: 'search_policy', requests: { from: 2, to: 2 }, fault: refused },
      ],
    };
    for (const lane of Object.values(bothLanes(scenario))) {
      const attempts = eventsOf(lane, 'attempt').filter(({ tool }) => tool === 'search_policy');
      expect(attempts.map(({ call, attempt, fault }) => `${call} ${attempt} ${fault?.kind ?? 'ok'}`)).toEqual([
        'policy 1 empty',
        'policy-again 1 http',
        'policy-again 2 ok',
      ]);
    }
  });

  it.each([400, 403, 408, 429, 500, 503, 599])('[G3] a refusal with %d applies nothing', (status) => {
    const scenario = withPolicy(oneRefund([{ kind: 'http', status }]), { maxRetries: 0 });
    expect(totalsOf(scenario)).toBe('0 0 / 0 0');
  });

  it('[G4] the three silences differ in what happened: never, after 300 ms, after 5 s', () => {
    const postings = (silence: typeof answerLost | typeof requestLost | typeof late) =>
      eventsOf(bothLanes(withPolicy(oneRefund([silence]), { maxRetries: 0 })).unguarded, 'posting').map(({ at, abandoned }) => ({
        at,
        abandoned,
      }));
    expect(postings(requestLost)).toEqual([]);
    expect(postings(answerLost)).toEqual([{ at: 300, abandoned: false }]);
    expect(postings(late)).toEqual([{ at: 5_000, abandoned: true }]);
  });

  it('[G4] no silence is ever answered, however long the deadline', () => {
    for (const silence of [answerLost, requestLost, late]) {
      const { unguarded } = bothLanes(withPolicy(oneRefund([silence]), { maxRetries: 0, deadlineMs: 60_000 }));
      expect(eventsOf(unguarded, 'outcome')).toMatchObject([{ at: 60_000, outcome: { kind: 'unknown' } }]);
    }
  });

  it('[G5] a slow refund posts 100 ms before its answer, though not before it is sent', () => {
    const landing = (latencyMs: number) =>
      eventsOf(bothLanes(withPolicy(oneRefund([{ kind: 'slow', latencyMs }]), { maxRetries: 0 })).unguarded, 'posting').map(({ at }) => at);
    expect(landing(5_000)).toEqual([4_900]);
    expect(landing(1_000)).toEqual([900]);
    expect(landing(50)).toEqual([0]);
    expect(landing(0)).toEqual([0]);
  });

  it('[G6] an empty answer to a refund applies nothing, and is fed back', () => {
    expect(totalsOf(oneRefund([{ kind: 'empty' }]))).toBe('0 0 / 0 0');
    expect(resultOf(bothLanes(oneRefund([{ kind: 'empty' }])).unguarded, 'call')).toMatchObject({
      category: 'empty-result',
      attempts: 1,
      disposition: 'fed-back',
    });
  });

  const shortDeadline = (refundMinor: number, refusesOverCapture = true) =>
    figureWith([], { refusesOverCapture, params: { deadlineMs: 350, refundMinor } });

  it('[G7] three times $80.00 reach the captured $240.00 exactly, and all post', () => {
    expect(totalsOf(shortDeadline(8_000))).toBe('3 24000 / 1 8000');
  });

  it('[G7] three times $81.00 would exceed it: the third is refused, and makes no entry', () => {
    expect(totalsOf(shortDeadline(8_100))).toBe('2 16200 / 1 8100');
    expect(totalsOf(shortDeadline(8_100, false))).toBe('3 24300 / 1 8100');
    const { unguarded } = bothLanes(shortDeadline(8_100));
    // Refunds are sent at 1,200, 2,050 and 3,400 ms; each is decided 300 ms later, and nobody hears it after 350 ms.
    expect(eventsOf(unguarded, 'refusal')).toMatchObject([{ at: 3_700, attempt: 3, amountMinor: 8_100 }]);
    expect(eventsOf(unguarded, 'outcome').filter(({ call }) => call === 'refund').map(({ outcome }) => outcome.kind)).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ]);
  });

  it('[G7] [G8] a late refund is decided when it lands: after its own retry, and refused then', () => {
    const scenario = figureWith(['silence'], { silence: 'late', refusesOverCapture: true, params: { refundMinor: 16_000 } });
    const { unguarded, guarded } = bothLanes(scenario);
    expect(eventsOf(unguarded, 'posting')).toMatchObject([{ at: 4_000, attempt: 2 }]);
    expect(eventsOf(unguarded, 'refusal')).toMatchObject([{ at: 6_200, attempt: 1 }]);
    expect(eventsOf(guarded, 'posting')).toMatchObject([{ at: 6_200, attempt: 1 }]);
    expect(totalsOf(scenario)).toBe('1 16000 / 1 16000');
  });

  it('[G8] of two on their way the one that lands first is decided first', () => {
    const overtaken = withLatency(
      withPolicy(oneRefund([late, { kind: 'slow', latencyMs: 3_100 }], { gateway: { refusesOverCapture: true } }), { maxRetries: 1 }),
      { latePostingMs: 5_500.001 },
    );
    // Sent at 0 to land at 5,500.001; sent at 2,500 to land at 5,500, together $320.00 against $240.00.
    const scenario: Scenario = {
      ...overtaken,
      agent: { controller: 'single-call', tool: 'process_refund', args: { order_id: 'ORD-5510', amount: 160 } },
    };
    const { unguarded } = bothLanes(scenario);
    expect(eventsOf(unguarded, 'posting').map(({ at, attempt }) => [at, attempt])).toEqual([[5_500, 2]]);
    expect(eventsOf(unguarded, 'refusal').map(({ at, attempt }) => [at, attempt])).toEqual([[5_500.001, 1]]);
  });
});
