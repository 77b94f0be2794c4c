import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/core/fault.ts';
import { laneStateAt } from '../../src/core/ledger.ts';
import type { LaneTrace } from '../../src/core/trace.ts';
import { verdictOf } from '../../src/core/verdict.ts';
import { bothLanes, eventsOf, oneRefund, withLatency, withPolicy } from './runs.ts';

/**
 * One refund against a second, naive model of it, which knows neither time nor events. A script is what
 * happens to the requests that are sent, in order; when it is used up, requests succeed.
 */
const KINDS = ['refused', 'request-lost', 'answer-lost', 'late'] as const;
type Kind = (typeof KINDS)[number];

interface Ending {
  readonly paid: number;
  readonly said: 'refunded' | 'failed';
  readonly sent: number;
}

function naively(script: readonly Kind[], guarded: boolean, attempts: number): Ending {
  let paid = 0;
  let sent = 0;
  let onRecord = false;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (guarded && onRecord) return { paid, said: 'refunded', sent };
    const happens = script[sent];
    sent += 1;
    onRecord = true;
    if (happens === undefined) return { paid: paid + 1, said: 'refunded', sent };
    if (happens === 'refused') onRecord = false;
    if (happens === 'answer-lost' || happens === 'late') paid += 1;
  }
  return { paid, said: 'failed', sent };
}

function faultOf(kind: Kind): Fault {
  return kind === 'refused' ? { kind: 'http', status: 503 } : { kind: 'silence', which: kind };
}

/** 30 days: whatever is late lands when everybody has gone home. */
const VERY_LATE_MS = 30 * 24 * 3_600_000;

function endingsOf(script: readonly Kind[], attempts: number): { unguarded: Ending; guarded: Ending } {
  const scenario = withPolicy(withLatency(oneRefund(script.map(faultOf)), { latePostingMs: VERY_LATE_MS }), { maxRetries: attempts - 1 });
  const { unguarded, guarded } = bothLanes(scenario);
  return { unguarded: ending(unguarded), guarded: ending(guarded) };
}

function ending(lane: LaneTrace): Ending {
  const state = laneStateAt(lane, Infinity);
  const verdict = verdictOf(state);
  if (verdict.kind !== 'settled' || (verdict.said !== 'refunded' && verdict.said !== 'failed')) throw new Error('not settled');
  const sent = eventsOf(lane, 'attempt').filter((attempt) => attempt.sent).length;
  return { paid: state.entries.length, said: verdict.said, sent };
}

/** Every script of at most this many faults. */
function scriptsUpTo(length: number): Kind[][] {
  if (length === 0) return [[]];
  const shorter = scriptsUpTo(length - 1);
  return [[], ...shorter.flatMap((rest) => KINDS.map((kind) => [kind, ...rest]))];
}

describe('one refund', () => {
  it('[I6] [G3] [G4] [K11] comes to what a naive model says, in each of the 85 scripts of up to three faults', () => {
    const scripts = scriptsUpTo(3);
    expect(scripts.length).toBe(1 + 4 + 16 + 64);
    for (const script of scripts) {
      const { unguarded, guarded } = endingsOf(script, 3);
      expect([script, unguarded]).toEqual([script, naively(script, false, 3)]);
      expect([script, guarded]).toEqual([script, naively(script, true, 3)]);
    }
  });

  it('[A1] [I2] [I4] also with longer scripts and other numbers of retries', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...KINDS), { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), (script, attempts) => {
        const { unguarded, guarded } = endingsOf(script, attempts);
        expect(unguarded).toEqual(naively(script, false, attempts));
        expect(guarded).toEqual(naively(script, true, attempts));
      }),
      { numRuns: 300 },
    );
  });

  /** Written down by hand: refunds, and what was said. */
  it.each<[Kind[], string, string]>([
    [[], '1 refunded', '1 refunded'],
    [['refused'], '1 refunded', '1 refunded'],
    [['request-lost'], '1 refunded', '0 refunded'],
    [['answer-lost'], '2 refunded', '1 refunded'],
    [['late'], '2 refunded', '1 refunded'],
    [['refused', 'refused', 'refused'], '0 failed', '0 failed'],
    [['answer-lost', 'answer-lost', 'answer-lost'], '3 failed', '1 refunded'],
    [['late', 'late', 'late'], '3 failed', '1 refunded'],
    [['request-lost', 'request-lost', 'request-lost'], '0 failed', '0 refunded'],
    [['refused', 'refused', 'late'], '1 failed', '1 failed'],
    [['refused', 'refused', 'request-lost'], '0 failed', '0 failed'],
    [['refused', 'request-lost'], '1 refunded', '0 refunded'],
    [['request-lost', 'refused', 'answer-lost'], '1 failed', '0 refunded'],
    [['late', 'answer-lost'], '3 refunded', '1 refunded'],
  ])('[I7] [K11] %j: without guard %s, guarded %s', (script, without, withGuard) => {
    const { unguarded, guarded } = endingsOf(script, 3);
    expect(`${unguarded.paid} ${unguarded.said}`).toBe(without);
    expect(`${guarded.paid} ${guarded.said}`).toBe(withGuard);
  });

  it('[I6] [I7] over the 85 scripts: paid more than once in 46 without guard; with it never, and lost in 26', () => {
    const count = (lane: 'unguarded' | 'guarded', is: (ending: Ending) => boolean) =>
      scriptsUpTo(3).filter((script) => is(endingsOf(script, 3)[lane])).length;
    // Half of the faults apply. One fault and a success: 2. Two and a success: 16 - 4. Three: 64 · 4/8.
    expect(count('unguarded', ({ paid }) => paid > 1)).toBe(2 + 12 + 32);
    expect(count('guarded', ({ paid }) => paid > 1)).toBe(0);
    // A lost request at once, or after one refusal, with an attempt left to hear the record: 1, 4 + 1, 16 + 4.
    expect(count('guarded', ({ paid, said }) => paid === 0 && said === 'refunded')).toBe(1 + 5 + 20);
    expect(count('unguarded', ({ paid, said }) => paid === 0 && said === 'refunded')).toBe(0);
  });
});
