import { describe, expect, it } from 'vitest';
import { movesMade } from '../../src/core/move-made.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { simulate } from '../../src/core/simulate.ts';
import type { LaneTrace } from '../../src/core/trace.ts';
import { figureWith, onlyLane } from './runs.ts';

function laneOf(name: string, id: string): LaneTrace {
  const scenario = NAMED_SCENARIOS.find((each) => each.scenario.name === name)?.scenario;
  const lane = scenario === undefined ? undefined : simulate(scenario).lanes.find((each) => each.id === id);
  if (lane === undefined) throw new Error(`no lane ${id} in ${name}`);
  return lane;
}

const moves = (lane: LaneTrace) => Object.fromEntries(movesMade(lane));
const figureMoves = (...on: Parameters<typeof figureWith>[0]) => moves(onlyLane(figureWith(on, { lanes: 'no-guard' })));

describe('the move that was made after a call', () => {
  it('[J1] is none where the call simply worked', () => {
    expect(figureMoves()).toEqual({});
  });

  it('[J1] was a retry below the loop where a later attempt worked', () => {
    expect(figureMoves('silence')).toEqual({ refund: 'retried-below' });
    expect(figureMoves('temporary-error')).toEqual({ order: 'retried-below' });
  });

  it('[J1] is told by the next action: the same again, other arguments, another tool, or the end', () => {
    expect(moves(laneOf('same-again', 'execute-tool'))).toEqual({ user: 'retry', 'user-2': 'retry', 'user-3': 'retry', 'user-4': 'retry' });
    expect(figureMoves('wrong-arguments')).toEqual({ 'refund-amount': 'rewrite' });
    expect(figureMoves('not-there')).toEqual({ index: 'rewrite' });
    expect(figureMoves('nothing-found')).toEqual({ policy: 'rewrite' });
    expect(figureMoves('no-such-tool')).toEqual({ 'refund-tool': 'another-route' });
    expect(moves(laneOf('another-route', 'execute-tool'))).toEqual({ user: 'another-route' });
    expect(moves(laneOf('denied', 'typed-failures'))).toEqual({ record: 'stop' });
  });

  it('[J1] is a stop where what was done is undone first, and none where the loop stopped it or resumed it', () => {
    expect(moves(laneOf('undone-again', 'typed-failures'))).toEqual({ refund: 'stop' });
    expect(movesMade(laneOf('same-again', 'execute-tool')).has('user-5')).toBe(false);
    expect(movesMade(laneOf('parked', 'typed-failures')).has('payments')).toBe(false);
  });

  it('[J2] is to go on as though it had worked where the answer is invented', () => {
    expect(moves(laneOf('another-route', 'careless'))).toEqual({ user: 'go-on' });
  });

  it('[J2] is the same where an empty or partial result passed for a success, though the model could not know', () => {
    expect(moves(laneOf('one-page-of-three', 'execute-tool'))).toEqual({ call: 'go-on' });
    expect(moves(laneOf('one-page-of-three', 'typed-failures'))).toEqual({ call: 'stop' });
    const empty = onlyLane(figureWith(['nothing-found'], { lanes: 'no-guard', handler: 'run_tool' }));
    expect(moves(empty)).toEqual({ policy: 'go-on' });
  });

  it('[J1] is none after a call that killed the run', () => {
    const lane = laneOf('drop-observation', 'raise-failures');
    expect(lane.events.at(-1)?.kind).toBe('died');
    expect(moves(lane)).toEqual({});
  });
});
