import { describe, expect, it } from 'vitest';
import { breakerPhases, gatesAt, quotaPhases } from '../../src/core/gate-phases.ts';
import { always, inTurn, program, runOf, UNAVAILABLE } from './programs.ts';

/** Opens at the second failure in a row, for 5 s. */
const breaker = { opensAt: { kind: 'consecutive', failures: 2 }, waitMs: 5_000 };

/** Fails at 0 and 1 s, is rejected at 2 s, fails as a probe at 6 s, as the wait ends, and succeeds as one at 14 s. */
function outage() {
  const operations = [0, 1_000, 2_000, 6_000, 14_000].map((atMs, index) => ({ id: `c${index}`, atMs }));
  return runOf(program({ policy: { maxRetries: 0 }, client: { breaker }, faults: inTurn(UNAVAILABLE, UNAVAILABLE, UNAVAILABLE), operations })).lane;
}

const told = (at: number, until?: number): string[] =>
  breakerPhases(outage(), at, until).map((phase) => `${phase.from} ${phase.state}${phase.state === 'open' ? ` until ${phase.until}` : ''}`);

describe('the phases of a breaker', () => {
  it('[Q13] begin closed, and go from each of its events to the next', () => {
    expect(told(Infinity)).toEqual([
      '0 closed',
      '1000 open until 6000',
      // The probe of 6 s comes when the wait is over: there is no time between.
      '6000 half-open',
      '6000 open until 11000',
      '11000 due',
      '14000 half-open',
      '14000 closed',
    ]);
  });

  it('[Q13] are known up to a time and no further, and a wait that is over by then has its phase', () => {
    expect(told(999)).toEqual(['0 closed']);
    expect(told(1_000)).toEqual(['0 closed', '1000 open until 6000']);
    expect(told(10_999).at(-1)).toBe('6000 open until 11000');
    expect(told(11_000).at(-1)).toBe('11000 due');
    // While it plays the picture is ahead of what is known.
    expect(told(6_000, 14_000).at(-1)).toBe('11000 due');
  });

  it('[Q13] end closed where a crash has put it back', () => {
    const { lane } = runOf(
      program({
        policy: { maxRetries: 0 },
        client: { breaker },
        faults: inTurn(UNAVAILABLE, UNAVAILABLE, { kind: 'crash' }),
        operations: [{ id: 'a' }, { id: 'b' }, { id: 'c', atMs: 9_000 }],
      }),
    );
    expect(breakerPhases(lane, Infinity).map(({ from, state }) => [from, state])).toEqual([
      [0, 'closed'],
      [0, 'open'],
      [5_000, 'due'],
      [9_000, 'half-open'],
      [9_000, 'closed'],
    ]);
  });

  it('are none where the client has no breaker', () => {
    const { lane } = runOf(program({ faults: always(UNAVAILABLE) }));
    expect(breakerPhases(lane, Infinity)).toEqual([]);
    expect(gatesAt(lane, Infinity)).toEqual({ breaker: null, retryQuota: null });
  });
});

describe('the phases of a retry quota', () => {
  // Fails at 0, 1 and 3 s, with a token for the first retry only.
  const { lane } = runOf(program({ client: { retryQuota: { capacity: 1.5, cost: 1, gain: 1 } }, faults: always(UNAVAILABLE) }));

  it('[Q13] begin full, with what is left from each event on', () => {
    expect(quotaPhases(lane, Infinity).map(({ from, tokens, cause }) => [from, tokens, cause?.state])).toEqual([
      [0, 1.5, undefined],
      [0, 0.5, 'spent'],
      [1_000, 0.5, 'empty'],
    ]);
    expect(quotaPhases(lane, 999)).toHaveLength(2);
  });

  it('[Q13] say what is left of how much at a moment', () => {
    expect(gatesAt(lane, 0)).toEqual({ breaker: null, retryQuota: { tokens: 0.5, capacity: 1.5 } });
    const other = runOf(program({ client: { retryQuota: { capacity: 7, cost: 2, gain: 1 } } })).lane;
    expect(gatesAt(other, 0).retryQuota).toEqual({ tokens: 7, capacity: 7 });
  });
});
