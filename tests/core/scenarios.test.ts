import { describe, expect, it } from 'vitest';
import { describeClaim, holds, type Claim } from '../../src/core/claim.ts';
import { parseScenario } from '../../src/core/scenario.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { simulate } from '../../src/core/simulate.ts';
import { figureWith } from './runs.ts';

/** The claim, changed in one part at a time. */
function mutations(claim: Claim): Claim[] {
  const elsewhere: Claim = { ...claim, lane: 'another-lane' };
  switch (claim.kind) {
    case 'refunds':
      return [elsewhere, { ...claim, count: claim.count + 1 }, { ...claim, totalMinor: claim.totalMinor + 1 }];
    case 'recovers':
      return [
        elsewhere,
        { ...claim, attempt: claim.attempt + 1 },
        { ...claim, call: 'another-call' },
        { kind: 'gives-up', lane: claim.lane, call: claim.call, attempts: claim.attempt },
      ];
    case 'gives-up':
      return [
        elsewhere,
        { ...claim, attempts: claim.attempts + 1 },
        { ...claim, call: 'another-call' },
        { kind: 'recovers', lane: claim.lane, call: claim.call, attempt: claim.attempts },
      ];
    case 'fed-back': {
      const category = claim.category === 'permanent' ? 'malformed' : 'permanent';
      return [elsewhere, { ...claim, category }, { ...claim, call: 'another-call' }];
    }
    case 'reports':
      return [elsewhere, { ...claim, report: claim.report === 'failed' ? 'refunded' : 'failed' }];
    case 'effects':
    case 'entries':
      return [elsewhere, { ...claim, count: claim.count + 1 }, { ...claim, operation: 'another-operation' }];
    case 'ends':
      return [elsewhere, { ...claim, disposition: claim.disposition === 'gave-up' ? 'succeeded' : 'gave-up' }, { ...claim, call: 'another-call' }];
    case 'reads':
      return [elsewhere, { ...claim, text: `${claim.text}, not` }, { ...claim, call: 'another-call' }];
    case 'requests':
      return [elsewhere, { ...claim, count: claim.count + 1 }];
    case 'breaker':
      return [elsewhere, { ...claim, states: claim.states.slice(1) }, { ...claim, states: [...claim.states, 'open'] }, { ...claim, states: claim.states.map(() => 'open') }];
    case 'tokens':
      return [elsewhere, { ...claim, left: claim.left + 1 }, { ...claim, capacity: claim.capacity + 1 }];
    case 'alerts':
      return [elsewhere, { ...claim, call: 'another-call' }];
    case 'dies':
      return [elsewhere];
  }
}

describe('named scenarios', () => {
  it('[N1] have different names', () => {
    const names = NAMED_SCENARIOS.map(({ scenario }) => scenario.name);
    expect(new Set([...names, 'taxonomy']).size).toBe(names.length + 1);
    expect(names).toEqual(
      expect.arrayContaining([
        'flaky-then-succeeds',
        'timeout',
        'refund-no-guard',
        'refund-guarded',
        'naive-baseline',
        'robust-loop',
        'permanent',
        'empty-result',
        'malformed',
        'unknown-tool',
      ]),
    );
  });

  describe.each(NAMED_SCENARIOS.map((named) => [named.scenario.name, named] as const))('%s', (_, { scenario, claims }) => {
    it('[N1] claims something, and is a valid file', () => {
      expect(claims.length).toBeGreaterThan(0);
      expect(parseScenario(JSON.parse(JSON.stringify(scenario)))).toEqual({ ok: true, scenario });
    });

    it('[N2] holds what it claims', () => {
      const trace = simulate(scenario);
      expect(claims.filter((claim) => !holds(claim, trace))).toEqual([]);
    });

    it('[N3] would not hold a claim that is changed', () => {
      const trace = simulate(scenario);
      for (const claim of claims) {
        expect(mutations(claim).length).toBeGreaterThan(0);
        expect(mutations(claim).filter((changed) => holds(changed, trace))).toEqual([]);
      }
    });
  });

  it('[N3] a claim that a run dies does not hold of one that finishes', () => {
    const trace = simulate(figureWith([]));
    expect(holds({ kind: 'dies', lane: 'no-guard' }, trace)).toBe(false);
    expect(holds({ kind: 'reports', lane: 'no-guard', report: 'refunded' }, trace)).toBe(true);
  });

  it('[N4] captions say the data of the claim', () => {
    const lane = 'guarded';
    const captions: [Claim, string][] = [
      [{ kind: 'refunds', lane, count: 2, totalMinor: 16_000 }, '2 refunds, $160.00'],
      [{ kind: 'refunds', lane, count: 1, totalMinor: 8_000 }, '1 refund, $80.00'],
      [{ kind: 'refunds', lane, count: 0, totalMinor: 0 }, '0 refunds, $0.00'],
      [{ kind: 'recovers', lane, call: 'call', attempt: 3 }, 'recovers on attempt 3'],
      [{ kind: 'gives-up', lane, call: 'call', attempts: 3 }, 'gives up after 3 attempts'],
      [{ kind: 'gives-up', lane, call: 'call', attempts: 1 }, 'gives up after 1 attempt'],
      [{ kind: 'fed-back', lane, call: 'call', category: 'empty-result' }, 'fed back at once as empty-result'],
      [{ kind: 'reports', lane, report: 'failed' }, 'reports failed'],
      [{ kind: 'reports', lane, report: null }, 'reports nothing'],
      [{ kind: 'effects', lane, operation: 'acct-1', count: 3 }, '3 effects of acct-1'],
      [{ kind: 'ends', lane, call: 'user', disposition: 'handed-off' }, 'user ends: handed off'],
      [{ kind: 'reads', lane, call: 'call', text: 'timeout' }, 'the model reads “timeout”'],
      [{ kind: 'requests', lane, call: 'call', count: 1 }, '1 request for call'],
      [{ kind: 'breaker', lane, states: ['open', 'half-open', 'closed'] }, 'the breaker becomes open, half-open, closed'],
      [{ kind: 'tokens', lane, left: 0.5, capacity: 4 }, '0.5 of 4 retry tokens left'],
      [{ kind: 'alerts', lane, call: 'undo-hold' }, 'an alert, since undo-hold failed'],
      [{ kind: 'dies', lane }, 'the run dies'],
    ];
    for (const [claim, caption] of captions) expect(describeClaim(claim)).toBe(caption);
  });
});
