import { laneStateAt } from './ledger.ts';
import type { LaneTrace } from './trace.ts';
import { gravityOf, verdictOf, type Gravity, type Said } from './verdict.ts';

/** How one lane ended, when everything has landed: what happened against what was said. */
export interface LaneFinding {
  readonly count: number;
  /** How many of them a retry brought about. */
  readonly byRetry: number;
  readonly said: Said;
  readonly gravity: Gravity;
  readonly totalMinor: number;
}

export function laneFinding(lane: LaneTrace): LaneFinding {
  const state = laneStateAt(lane, Infinity);
  const verdict = verdictOf(state);
  return {
    count: verdict.count,
    byRetry: state.entries.filter(({ attempt }) => attempt > 1).length,
    // When everything has landed, nothing is open or in flight.
    said: verdict.kind === 'settled' ? verdict.said : 'nothing',
    gravity: gravityOf(verdict),
    totalMinor: state.totalMinor,
  };
}
