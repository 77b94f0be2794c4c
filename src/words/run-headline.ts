import { findingOf } from '../core/finding.ts';
import { handlerFindings } from '../core/handler-finding.ts';
import { isAboutRefund } from '../core/lone-finding.ts';
import { programFindings } from '../core/program-finding.ts';
import { taskFindings, type TaskFinding } from '../core/task-finding.ts';
import type { Scenario } from '../core/scenario.ts';
import type { Trace } from '../core/trace.ts';
import type { Piece } from './counting.ts';
import type { Words } from './en.ts';
import { laneName } from './lane-name.ts';

export interface RunHeadline {
  readonly pieces: readonly Piece[];
  /** Sentences below it, the first of which may have no stop where it stands alone. */
  readonly below: readonly string[];
}

/** The finding of the whole run, in one sentence that is built from it; of lanes that are no pair, what the scenario is called. */
export function runHeadline(words: Words, scenario: Scenario, trace: Trace): RunHeadline {
  const { title, name, order } = scenario;
  const programs = programFindings(trace);
  if (programs !== null) return { pieces: words.program.headline(programs), below: [words.scenarioTitle(title)] };
  const isRefund = trace.lanes.some((lane) => isAboutRefund(scenario, lane));
  const about = isRefund ? [words.order(order.id, order.capturedMinor, order.refundMinor)] : [];
  const handlers = handlerFindings(trace);
  if (handlers !== null) return { pieces: words.handlersHeadline(handlers), below: [`${words.scenarioTitle(title)}.`, ...about] };
  const tasks = taskFindings(scenario, trace);
  if (tasks !== null) return { pieces: tasksTold(words, tasks), below: [`${words.scenarioTitle(title === '' ? name : title)}.`] };
  const finding = findingOf(trace);
  if (finding === null) return { pieces: [{ text: words.scenarioTitle(title === '' ? name : title) }], below: about };
  return { pieces: words.headline(finding), below: [words.explanation(finding), ...about] };
}

/** A sentence for each way in which the task came out, in the order of the lanes. */
function tasksTold(words: Words, findings: readonly TaskFinding[]): readonly Piece[] {
  const sentences = new Map<string, { readonly names: string[]; readonly clause: readonly Piece[] }>();
  for (const { lane, end } of findings) {
    const clause = words.taskClause(end);
    const text = clause.map((piece) => piece.text).join('');
    const { names } = sentences.get(text) ?? { names: [] };
    sentences.set(text, { names: [...names, laneName(words, lane)], clause });
  }
  const ofAll = sentences.size === 1 ? findings.length : null;
  return [...sentences.values()].flatMap(({ names, clause }, index) => [...(index === 0 ? [] : [{ text: ' ' }]), ...words.taskSentence(names, ofAll, clause)]);
}
