import { isAboutRefund } from './lone-finding.ts';
import { hasMore, type Part, type ToolOutcome } from './outcome.ts';
import type { Scenario } from './scenario.ts';
import type { LaneTrace, ObservationEvent, OutcomeEvent, Report, Trace } from './trace.ts';

/** What a task that moves no money came to in one lane. */
export interface TaskFinding {
  readonly lane: LaneTrace;
  readonly end: TaskEnd;
}

export type TaskEnd =
  | { readonly kind: 'died' }
  | { readonly kind: 'never-ended' }
  /** A page of a list was taken for the whole. */
  | { readonly kind: 'part-for-whole'; readonly part: Part }
  /** It answered after one call, or that call was the run. */
  | { readonly kind: 'call'; readonly result: ToolOutcome }
  /** A model made so many calls, and then said this. */
  | { readonly kind: 'said'; readonly report: Report; readonly calls: number };

/** Null: there is but one lane, or a refund in one of them. */
export function taskFindings(scenario: Pick<Scenario, 'agent'>, { lanes }: Trace): readonly TaskFinding[] | null {
  if (lanes.length < 2 || lanes.some((lane) => isAboutRefund(scenario, lane))) return null;
  return lanes.map((lane) => ({ lane, end: taskEnd(lane) }));
}

function taskEnd({ events }: LaneTrace): TaskEnd {
  if (events.some(({ kind }) => kind === 'died')) return { kind: 'died' };
  const finish = events.find((event) => event.kind === 'finish');
  if (finish === undefined) return { kind: 'never-ended' };
  const calls = events.filter(({ kind }) => kind === 'action').length;
  if (finish.report !== 'answered') return { kind: 'said', report: finish.report, calls };
  const last = events.filter((event): event is ObservationEvent => event.kind === 'observation').at(-1);
  const heard = events.filter((event): event is OutcomeEvent => event.kind === 'outcome').at(-1);
  if (last?.result.usable === true && heard?.outcome.kind === 'ok' && heard.outcome.part !== undefined && hasMore(heard.outcome.part)) {
    return { kind: 'part-for-whole', part: heard.outcome.part };
  }
  return calls === 1 && last !== undefined ? { kind: 'call', result: last.result } : { kind: 'said', report: finish.report, calls };
}
