import { describe, expect, it } from 'vitest';
import { contextOf } from '../../src/core/context.ts';
import { resolvedCalls } from '../../src/core/resolved-call.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { simulate } from '../../src/core/simulate.ts';
import type { LaneTrace } from '../../src/core/trace.ts';
import { turnCost } from '../../src/core/turn-cost.ts';
import { waitsBelow } from '../../src/core/waits-below.ts';
import { figureWith, onlyLane } from './runs.ts';

const silence = onlyLane(figureWith(['silence'], { lanes: 'no-guard' }));
const everything = onlyLane(figureWith(['nothing-found', 'not-there', 'wrong-arguments', 'no-such-tool'], { lanes: 'no-guard' }));

function laneOf(name: string, id: string): LaneTrace {
  const scenario = NAMED_SCENARIOS.find((each) => each.scenario.name === name)?.scenario;
  const lane = scenario === undefined ? undefined : simulate(scenario).lanes.find((each) => each.id === id);
  if (lane === undefined) throw new Error(`no lane ${id} in ${name}`);
  return lane;
}

describe('waits below the loop', () => {
  it('[J3] are the sum of all waits so far, and of one under way what has passed', () => {
    expect(waitsBelow(silence, 3_199)).toEqual({ count: 0, waitedMs: 0 });
    expect(waitsBelow(silence, 3_200)).toEqual({ count: 1, waitedMs: 0 });
    expect(waitsBelow(silence, 3_450)).toEqual({ count: 1, waitedMs: 250 });
    expect(waitsBelow(silence, Infinity)).toEqual({ count: 1, waitedMs: 500 });
  });
});

describe('model turns', () => {
  it('[J4] send again what was said and read before, so that the first sends nothing of it', () => {
    expect(turnCost(silence, 0)).toEqual({ turns: 1, tokensInAll: 0, tokensOfLast: 0 });
    // By hand, characters / 4 rounded up: thought 59 -> 15, search_policy({"query": "refund window 30 days"}) 49 -> 13,
    // the Observation 120 -> 30.
    expect(turnCost(silence, 400)).toEqual({ turns: 2, tokensInAll: 58, tokensOfLast: 58 });
  });

  it('[J4] cost the sum of all, and every one more than the one before', () => {
    const costs = [0, 400, 800, 1_200, Infinity].map((at) => turnCost(silence, at));
    expect(costs.map(({ turns }) => turns)).toEqual([1, 2, 3, 4, 5]);
    for (const [index, { tokensInAll, tokensOfLast }] of costs.entries()) {
      const before = costs[index - 1];
      if (before === undefined) continue;
      expect(tokensInAll).toBe(before.tokensInAll + tokensOfLast);
      expect(tokensOfLast).toBeGreaterThan(before.tokensOfLast);
    }
  });

  it('[J4] are not those in which the loop stops or resumes a call by itself', () => {
    // Five calls, and the stop from outside.
    expect(turnCost(laneOf('same-again', 'execute-tool'), Infinity).turns).toBe(5);
    // One call, resumed once, and the finish.
    expect(turnCost(laneOf('parked', 'typed-failures'), Infinity).turns).toBe(2);
  });
});

describe('clearing old results', () => {
  const calls = resolvedCalls(everything, Infinity);

  it('[J5] clears nothing where all are kept', () => {
    const { entries, savedTokens } = contextOf(calls, null);
    expect(entries.filter(({ cleared }) => cleared)).toEqual([]);
    expect(savedTokens).toBe(0);
  });

  it('[J5] clears old successes, never a failure, and never one of the last that are kept', () => {
    expect(calls.map(({ call, result }) => [call, result.usable])).toEqual([
      ['policy', false],
      ['policy-again', true],
      ['order', true],
      ['index', false],
      ['index-again', true],
      ['refund-tool', false],
      ['refund-amount', false],
      ['refund', true],
    ]);
    const clearedWith = (kept: number) => contextOf(calls, kept).entries.flatMap(({ call, cleared }) => (cleared ? [call] : []));
    expect(clearedWith(3)).toEqual(['policy-again', 'order', 'index-again']);
    expect(clearedWith(6)).toEqual(['policy-again']);
    expect(clearedWith(8)).toEqual([]);
    for (const { call, result } of calls) {
      const entry = contextOf(calls, 0).entries.find((each) => each.call === call);
      if (!result.usable) expect(entry).toEqual({ call, text: result.observation, cleared: false });
    }
  });

  it('[J5] saves what the turns from there on do not send', () => {
    const { savedTokens } = contextOf(calls, 3);
    expect(savedTokens).toBeGreaterThan(0);
    expect(turnCost(everything, Infinity, null).tokensOfLast - turnCost(everything, Infinity, 3).tokensOfLast).toBe(savedTokens);
    expect(turnCost(everything, Infinity, 3).turns).toBe(turnCost(everything, Infinity).turns);
  });
});
