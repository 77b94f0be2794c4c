import { hasMore, type Part, type ToolOutcome } from './outcome.ts';
import type { LaneTrace, ObservationEvent, OutcomeEvent, Report } from './trace.ts';

/** What a task that moves no money came to in one lane. */
export type TaskEnd =
  | { readonly kind: 'died' }
  | { readonly kind: 'never-ended' }
  /** A page of a list was taken for the whole. */
  | { readonly kind: 'part-for-whole'; readonly part: Part }
  /** It answered after one call, or that call was the run. */
  | { readonly kind: 'call'; readonly result: ToolOutcome }
  /** A model made so many calls, and then said this. */
  | { readonly kind: 'said'; readonly report: Report; readonly calls: number };

export function taskEndOf({ events }: LaneTrace): TaskEnd {
  if (events.some(({ kind }) => kind === 'died')) return { kind: 'died' };
  const finish = events.find((event) => event.kind === 'finish');
  if (finish === undefined) return { kind: 'never-ended' };
  const { report } = finish;
  const calls = events.filter(({ kind }) => kind === 'action').length;
  const last = events.filter((event): event is ObservationEvent => event.kind === 'observation').at(-1)?.result;
  if (report !== 'answered' || last === undefined) return { kind: 'said', report, calls };
  const heard = events.filter((event): event is OutcomeEvent => event.kind === 'outcome').at(-1)?.outcome;
  const part = last.usable && heard?.kind === 'ok' ? heard.part : undefined;
  if (part !== undefined && hasMore(part)) return { kind: 'part-for-whole', part };
  return calls === 1 ? { kind: 'call', result: last } : { kind: 'said', report, calls };
}
