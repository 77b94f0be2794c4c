import { laneFinding, type LaneFinding } from './lane-finding.ts';
import { laneStateAt } from './ledger.ts';
import type { Scenario } from './scenario.ts';
import { taskEndOf, type TaskEnd } from './task-end.ts';
import { REFUND_TOOL } from './tools.ts';
import type { LaneTrace } from './trace.ts';

/** What a run in one lane shows: there is nothing beside it that it could be compared with. */
export type LoneFinding =
  | { readonly kind: 'refunds'; readonly by: 'nothing' | 'guard' | 'direct-call'; readonly finding: LaneFinding }
  /** It sent no refund. */
  | { readonly kind: 'task'; readonly end: TaskEnd };

export function loneFindingOf(lane: LaneTrace): LoneFinding {
  // A task that stopped before its refund speaks of the refund all the same.
  if (sendsRefund(lane) || laneStateAt(lane, Infinity).report === 'not-attempted') {
    const by = lane.handler === 'direct' ? 'direct-call' : lane.guard.kind === 'none' ? 'nothing' : 'guard';
    return { kind: 'refunds', by, finding: laneFinding(lane) };
  }
  return { kind: 'task', end: taskEndOf(lane) };
}

/** Whether the run is about a refund at all: the essay's tasks are, any other where it sends one. */
export function isAboutRefund({ agent }: Pick<Scenario, 'agent'>, lane: LaneTrace): boolean {
  return agent.controller === 'refund-task' || agent.controller === 'approved-refund' || sendsRefund(lane);
}

export function sendsRefund({ events }: LaneTrace): boolean {
  return events.some((event) => event.kind === 'attempt' && event.tool === REFUND_TOOL);
}
