import { findingOf } from '../core/finding.ts';
import { handlerFindings } from '../core/handler-finding.ts';
import { isAboutRefund } from '../core/lone-finding.ts';
import { programFindings } from '../core/program-finding.ts';
import type { Scenario } from '../core/scenario.ts';
import type { Trace } from '../core/trace.ts';
import type { Piece } from './counting.ts';
import type { Words } from './en.ts';

export interface RunHeadline {
  readonly pieces: readonly Piece[];
  /** Sentences below it, the first of which may have no stop where it stands alone. */
  readonly below: readonly string[];
  /** Lanes that are no pair: it only says what the scenario is called. */
  readonly isTitle: boolean;
}

/** The finding of the whole run, in one sentence that is built from it; of lanes that are no pair, what the scenario is called. */
export function runHeadline(words: Words, scenario: Scenario, trace: Trace): RunHeadline {
  const { title, name, order } = scenario;
  const programs = programFindings(trace);
  if (programs !== null) return { pieces: words.program.headline(programs), below: [words.scenarioTitle(title)], isTitle: false };
  const isRefund = trace.lanes.some((lane) => isAboutRefund(scenario, lane));
  const about = isRefund ? [words.order(order.id, order.capturedMinor, order.refundMinor)] : [];
  const handlers = handlerFindings(trace);
  if (handlers !== null) return { pieces: words.handlersHeadline(handlers), below: [`${words.scenarioTitle(title)}.`, ...about], isTitle: false };
  const finding = findingOf(trace);
  if (finding === null) return { pieces: [{ text: words.scenarioTitle(title === '' ? name : title) }], below: about, isTitle: true };
  return { pieces: words.headline(finding), below: [words.explanation(finding), ...about], isTitle: false };
}
