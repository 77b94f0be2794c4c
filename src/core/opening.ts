import { laneStatesAt, type LaneState } from './ledger.ts';
import { isProgram } from './program.ts';
import type { Step } from './steps.ts';
import type { Trace } from './trace.ts';

/**
 * The step on which the figure opens: the first one where the lanes' totals differ and every refund
 * call has returned. Where the totals never differ, the first one where the calls have returned; where
 * no refund is ever sent, the last step. A program opens on the last: its lanes may end hours apart, and only
 * there is it true what each caller was told.
 */
export function openingStep(trace: Trace, steps: readonly Step[]): number {
  if (trace.lanes.some(isProgram)) return steps.length - 1;
  const moments = steps.map(({ at }) => at);
  const byLane = trace.lanes.map((lane) => laneStatesAt(lane, moments));
  const states = steps.map((_, index) => byLane.flatMap((lane) => lane[index] ?? []));
  const differing = states.findIndex((lanes) => lanes.every(hasReturned) && totalsDiffer(lanes));
  if (differing !== -1) return differing;
  const returned = states.findIndex((lanes) => lanes.every(hasReturned));
  return returned === -1 ? steps.length - 1 : returned;
}

function hasReturned({ belief, waiting }: LaneState): boolean {
  return belief !== 'nothing-sent' && !waiting;
}

function totalsDiffer(lanes: readonly LaneState[]): boolean {
  return lanes.some(({ totalMinor }) => totalMinor !== lanes[0]?.totalMinor);
}
