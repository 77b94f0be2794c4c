import { describe, expect, it } from 'vitest';
import { laneStateAt } from '../../src/core/ledger.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import type { LaneTrace } from '../../src/core/trace.ts';
import { gravityOf, verdictOf } from '../../src/core/verdict.ts';
import { bothLanes, direct, figureWith, oneCall, oneRefund, onlyLane, withPolicy } from './runs.ts';

const refused = { kind: 'http', status: 503 } as const;
const forbidden = { kind: 'http', status: 403 } as const;
const answerLost = { kind: 'silence', which: 'answer-lost' } as const;
const requestLost = { kind: 'silence', which: 'request-lost' } as const;
const late = { kind: 'silence', which: 'late' } as const;

/** `at belief`, at each event where the belief changes. */
function beliefs(lane: LaneTrace): string[] {
  const times = [...new Set([0, ...lane.events.map(({ at }) => at)])];
  return times
    .map((at) => ({ at, belief: laneStateAt(lane, at).belief }))
    .filter(({ belief }, index, all) => belief !== all[index - 1]?.belief)
    .map(({ at, belief }) => `${at} ${belief}`);
}

function verdictAt(lane: LaneTrace, at: number) {
  const verdict = verdictOf(laneStateAt(lane, at));
  return { ...verdict, gravity: gravityOf(verdict) };
}

function single(faults: Parameters<typeof oneRefund>[0], maxRetries = 2) {
  return bothLanes(withPolicy(oneRefund(faults), { maxRetries }));
}

describe('the belief', () => {
  it('[K1] [K2] [K3] is nothing sent, then unknown, then refunded when the answer is heard', () => {
    const { unguarded } = bothLanes(figureWith([]));
    expect(beliefs(unguarded)).toEqual(['0 nothing-sent', '1200 unknown', '1600 refunded']);
    expect(laneStateAt(unguarded, 1_199.999).belief).toBe('nothing-sent');
    expect(laneStateAt(unguarded, 1_599.999).belief).toBe('unknown');
  });

  it('[K1] a call that the contract refused, or that nothing was sent for, is nothing sent', () => {
    const malformed = onlyLane(oneCall('process_refund', { order_id: 'ORD-5510', amount: '80 dollars' }));
    expect(beliefs(malformed)).toEqual(['0 nothing-sent']);
    const naive = onlyLane(direct(oneCall('process_refund', { order_id: 'ORD-5510', amount: '80 dollars' })));
    expect(beliefs(naive)).toEqual(['0 nothing-sent']);
    expect(laneStateAt(naive, Infinity)).toMatchObject({ status: 'died', entries: [], waiting: false });
  });

  it('[K2] is unknown through silence, backoff and the retry, until that is answered', () => {
    const { unguarded, guarded } = single([answerLost]);
    expect(beliefs(unguarded)).toEqual(['0 unknown', '2900 refunded']);
    expect(beliefs(guarded)).toEqual(['0 unknown', '2600 refunded']);
    // Posted at 300 ms, which the agent cannot know.
    expect(laneStateAt(unguarded, 300)).toMatchObject({ totalMinor: 8_000, belief: 'unknown', waiting: true });
  });

  it('[K2] stays unknown where the run ends in silence, and when the late refund lands', () => {
    for (const silence of [answerLost, requestLost, late]) {
      for (const lane of Object.values(single([silence], 0))) expect(beliefs(lane)).toEqual(['0 unknown']);
    }
  });

  it('[K3] is refunded after a hit, where nothing may have been', () => {
    const { guarded } = single([requestLost]);
    expect(laneStateAt(guarded, Infinity)).toMatchObject({ belief: 'refunded', totalMinor: 0 });
  });

  it('[K4] is not refunded where every refund was refused, also while it waits to retry', () => {
    const { unguarded } = single([refused, refused, refused]);
    expect(beliefs(unguarded)).toEqual([
      '0 unknown',
      '400 not-refunded',
      '900 unknown',
      '1300 not-refunded',
      '2300 unknown',
      '2700 not-refunded',
    ]);
    expect(beliefs(single([forbidden]).guarded)).toEqual(['0 unknown', '400 not-refunded']);
  });

  it('[K4] a refusal after silence speaks for its own attempt: it stays unknown', () => {
    for (const answer of [refused, forbidden, { kind: 'empty' } as const]) {
      const { unguarded } = single([answerLost, answer], 1);
      expect(beliefs(unguarded)).toEqual(['0 unknown']);
      expect(verdictAt(unguarded, Infinity)).toEqual({ kind: 'settled', count: 1, said: 'failed', gravity: 'misreported' });
    }
  });
});

describe('the ledger', () => {
  it('[K6] holds postings only, in the order in which they landed', () => {
    const { unguarded, guarded } = single([late]);
    expect(laneStateAt(unguarded, 2_799.999)).toMatchObject({ entries: [], totalMinor: 0 });
    expect(laneStateAt(unguarded, 2_800)).toMatchObject({ entries: [{ attempt: 2 }], totalMinor: 8_000 });
    expect(laneStateAt(unguarded, Infinity)).toMatchObject({ entries: [{ attempt: 2 }, { attempt: 1 }], totalMinor: 16_000 });
    // A hit is no entry.
    expect(laneStateAt(guarded, 4_999.999).entries).toEqual([]);
    expect(laneStateAt(guarded, 5_000)).toMatchObject({ entries: [{ attempt: 1 }], totalMinor: 8_000 });
  });

  it('[K7] knows what is in flight: from sending to landing, and never what is lost', () => {
    const flying = (lane: LaneTrace, at: number) => laneStateAt(lane, at).inFlight.map(({ attempt, landsAt }) => `${attempt} ${landsAt}`);
    const { unguarded } = single([late]);
    expect(flying(unguarded, 0)).toEqual(['1 5000']);
    expect(flying(unguarded, 2_500)).toEqual(['1 5000', '2 2800']);
    expect(flying(unguarded, 2_800)).toEqual(['1 5000']);
    expect(flying(unguarded, 5_000)).toEqual([]);
    expect(flying(single([requestLost], 0).unguarded, 1)).toEqual([]);
    expect(flying(single([refused], 0).unguarded, 1)).toEqual([]);
  });

  it('[K8] includes what happens at the cursor itself, and any cursor can follow any other', () => {
    const { unguarded } = single([answerLost]);
    expect(laneStateAt(unguarded, -1)).toMatchObject({ totalMinor: 0, belief: 'nothing-sent' });
    expect(laneStateAt(unguarded, 299.999).totalMinor).toBe(0);
    expect(laneStateAt(unguarded, 300).totalMinor).toBe(8_000);
    const forward = [0, 300, 2_800, 3_000].map((at) => laneStateAt(unguarded, at));
    expect([3_000, 2_800, 300, 0].map((at) => laneStateAt(unguarded, at)).reverse()).toEqual(forward);
  });
});

describe('the verdict', () => {
  it('[K9] is open until the agent has its answer, and says then what it says at the end', () => {
    const { unguarded, guarded } = bothLanes(figureWith(['silence']));
    expect(verdictAt(unguarded, 1_500)).toEqual({ kind: 'open', count: 1, gravity: 'neutral' });
    expect(verdictAt(unguarded, 4_000)).toEqual({ kind: 'open', count: 2, gravity: 'wrong' });
    expect(verdictAt(unguarded, 4_100)).toEqual({ kind: 'settled', count: 2, said: 'refunded', gravity: 'wrong' });
    expect(verdictAt(guarded, 3_799.999)).toEqual({ kind: 'open', count: 1, gravity: 'neutral' });
    expect(verdictAt(guarded, 3_800)).toEqual({ kind: 'settled', count: 1, said: 'refunded', gravity: 'right' });
    expect(verdictAt(guarded, Infinity)).toEqual(verdictAt(guarded, 3_800));
  });

  it('[K10] is in flight, not settled and not failed, where a run ends before its refund lands', () => {
    const { unguarded, guarded } = bothLanes(figureWith(['silence'], { silence: 'late', params: { maxRetries: 0 } }));
    for (const lane of [unguarded, guarded]) {
      // Sent at 1,200, given up at 3,200, finished at 3,300, landed at 6,200.
      expect(verdictAt(lane, 3_299.999)).toEqual({ kind: 'open', count: 0, gravity: 'neutral' });
      expect(verdictAt(lane, 3_300)).toEqual({ kind: 'in-flight', count: 0, gravity: 'unknown' });
      expect(verdictAt(lane, 6_199.999)).toEqual({ kind: 'in-flight', count: 0, gravity: 'unknown' });
      expect(verdictAt(lane, 6_200)).toEqual({ kind: 'settled', count: 1, said: 'failed', gravity: 'misreported' });
    }
  });

  it('[K10] is in flight although the agent says refunded, until the late refund doubles it', () => {
    const { unguarded, guarded } = bothLanes(figureWith(['silence'], { silence: 'late' }));
    expect(verdictAt(unguarded, 4_200)).toEqual({ kind: 'in-flight', count: 1, gravity: 'unknown' });
    expect(verdictAt(unguarded, 6_200)).toEqual({ kind: 'settled', count: 2, said: 'refunded', gravity: 'wrong' });
    expect(verdictAt(guarded, 3_900)).toEqual({ kind: 'in-flight', count: 0, gravity: 'unknown' });
    expect(verdictAt(guarded, 6_200)).toEqual({ kind: 'settled', count: 1, said: 'refunded', gravity: 'right' });
  });

  const ends = (scenario: Scenario, lane: 'unguarded' | 'guarded') => {
    const { kind, count, gravity, ...rest } = verdictAt(bothLanes(scenario)[lane], Infinity);
    return `${kind} ${count} ${'said' in rest ? rest.said : ''} ${gravity}`;
  };

  it('[K11] has each of its cases', () => {
    expect(ends(figureWith([]), 'guarded')).toBe('settled 1 refunded right');
    expect(ends(figureWith(['silence']), 'unguarded')).toBe('settled 2 refunded wrong');
    expect(ends(figureWith([], { params: { deadlineMs: 350 } }), 'unguarded')).toBe('settled 3 failed wrong');
    expect(ends(figureWith(['silence'], { silence: 'request-lost' }), 'guarded')).toBe('settled 0 refunded wrong');
    expect(ends(figureWith(['silence'], { params: { maxRetries: 0 } }), 'guarded')).toBe('settled 1 failed misreported');
    expect(ends(figureWith(['silence'], { silence: 'request-lost', params: { maxRetries: 0 } }), 'guarded')).toBe(
      'settled 0 failed neutral',
    );
    // Every read takes longer than the deadline: the policy is never confirmed.
    expect(ends(figureWith([], { params: { deadlineMs: 250 } }), 'unguarded')).toBe('settled 0 not-attempted neutral');
  });

  it('[K12] a single call says what it came to', () => {
    expect(ends(oneRefund([]), 'unguarded')).toBe('settled 1 refunded right');
    expect(ends(oneRefund([forbidden]), 'unguarded')).toBe('settled 0 failed neutral');
    expect(verdictAt(onlyLane(oneCall('search_policy', { query: 'x' })), Infinity)).toMatchObject({ said: 'not-attempted' });
  });

  it('[K12] a run that died said nothing, whichever call it died of', () => {
    const paid = onlyLane(direct(oneRefund([answerLost])));
    expect(verdictAt(paid, 2_000)).toEqual({ kind: 'settled', count: 1, said: 'nothing', gravity: 'misreported' });
    const lookup = onlyLane(
      direct({ ...figureWith([]), faults: [{ tool: 'search_policy', requests: { from: 1, to: 1 }, fault: refused }] }),
    );
    expect(laneStateAt(lookup, Infinity).status).toBe('died');
    expect(verdictAt(lookup, Infinity)).toEqual({ kind: 'settled', count: 0, said: 'nothing', gravity: 'neutral' });
    const unknownTool = onlyLane(direct(oneCall('issue_refund', {})));
    expect(laneStateAt(unknownTool, 0).status).toBe('died');
    const inFlight = onlyLane(direct(oneRefund([late])));
    expect(verdictAt(inFlight, 4_999.999)).toEqual({ kind: 'in-flight', count: 0, gravity: 'unknown' });
    expect(verdictAt(inFlight, 5_000)).toEqual({ kind: 'settled', count: 1, said: 'nothing', gravity: 'misreported' });
  });
});
