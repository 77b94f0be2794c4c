import { isAboutRefund } from './lone-finding.ts';
import type { Scenario } from './scenario.ts';
import { taskEndOf, type TaskEnd } from './task-end.ts';
import type { LaneTrace, Trace } from './trace.ts';

/** One lane beside others of a task that moves no money. */
export interface TaskFinding {
  readonly lane: LaneTrace;
  readonly end: TaskEnd;
}

/** Null: there is but one lane, or a refund in one of them. */
export function taskFindings(scenario: Pick<Scenario, 'agent'>, { lanes }: Trace): readonly TaskFinding[] | null {
  if (lanes.length < 2 || lanes.some((lane) => isAboutRefund(scenario, lane))) return null;
  return lanes.map((lane) => ({ lane, end: taskEndOf(lane) }));
}
