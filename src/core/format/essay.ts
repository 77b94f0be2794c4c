import type { Arguments } from '../contract.ts';
import { formatMoney, toMinor } from '../money.ts';
import type { Outcome, ToolOutcome } from '../outcome.ts';
import type { Scenario } from '../scenario.ts';
import { laneStateAt } from '../ledger.ts';
import { sendsRefund } from '../lone-finding.ts';
import { isProgram } from '../program.ts';
import { seconds } from '../seconds.ts';
import { TAXONOMY, type Category } from '../taxonomy.ts';
import type { AttemptEvent, DiedEvent, LaneTrace, ObservationEvent, OutcomeEvent, Trace, TraceEvent, WaitEvent } from '../trace.ts';
import { operationLines } from './operations.ts';
import { pythonJson } from './python-json.ts';
import type { TextLine } from './text-line.ts';

/**
 * A trace as the essay's program prints it. The narrator sees both sides: its lines say what the gateway
 * did, which no caller could know. What the model reads is {@link observationText}.
 */
/** The five classes and their policies, without the block indent of the document. */
export function taxonomyText(): string {
  const policy = { retry: 'RETRY (bounded, backoff)', 'feed-back': 'FEED BACK to the model' };
  const rows = TAXONOMY.map(({ category, meaning, recovery }) => {
    // The document's first row is one column short of the others, and its bytes are the specification.
    const width = category === 'transient' ? 40 : 41;
    return `${category.padEnd(14)}${meaning.padEnd(width)}  -> ${policy[recovery]}`;
  });
  const note = '"Feed back" = turn the failure into an Observation the controller reads, not a crash.';
  return lines([...rows, note]);
}

/** A whole run as text, with one final line feed. */
export function essayText(scenario: Scenario, trace: Trace): string {
  const several = trace.lanes.length > 1;
  const parts = trace.lanes.map((lane) => {
    const body = essayLines(scenario, lane).map(({ text }) => text);
    // A program's text begins with its lane and ends with its ledger by itself.
    if (!several || isProgram(lane)) return body;
    const isMissing = hasLedger(scenario, trace) && body.at(-1)?.startsWith('  ledger: ') !== true;
    return [`LANE ${lane.id}`, ...body, ...(isMissing ? [ledgerLine(scenario, lane).text] : [])];
  });
  return lines(parts.flatMap((part, index) => (index === 0 ? part : ['', ...part])));
}

/** Whether a run is about money at all: a refund task is, and whatever sends a write in some lane. */
export function hasLedger({ agent }: Scenario, trace: Trace): boolean {
  return agent.controller === 'refund-task' || agent.controller === 'approved-refund' || trace.lanes.some(sendsRefund);
}

function lines(texts: readonly string[]): string {
  return `${texts.join('\n')}\n`;
}

/** One lane, line by line, each with the time at which it becomes true. */
export function essayLines(scenario: Scenario, lane: LaneTrace): readonly TextLine[] {
  const { agent } = scenario;
  if (agent.controller === 'operations' || isProgram(lane)) return operationLines(scenario, lane);
  if (lane.handler === 'direct' || lane.handler === 'client') return directLines(lane);
  if (agent.controller !== 'single-call') {
    return [{ text: `Robust loop (every call through ${lane.handler}):`, at: 0 }, ...lane.events.flatMap(loopLines(lane))];
  }
  const refunds = lane.events.some((event) => event.kind === 'attempt' && event.effect === 'write');
  return refunds ? refundLines(scenario, lane) : callLines(scenario, lane);
}

/** What the model reads of a resolved call. */
export function observationText(result: ToolOutcome): string {
  const retried = result.usable && result.attempts > 1;
  return retried ? `${result.observation}  (resolved after ${result.attempts} attempts)` : result.observation;
}

function directLines(lane: LaneTrace): readonly TextLine[] {
  const heading = { text: 'Naive baseline (Part 1 style: call the tool directly, no wrapper):', at: 0 };
  const ends = lane.events.flatMap((event): TextLine[] => {
    if (event.kind === 'finish') return [{ text: `  -> finished: ${event.answer}`, at: event.at }];
    return event.kind === 'died' ? diedLines(lane, event) : [];
  });
  return [heading, ...ends];
}

function diedLines(lane: LaneTrace, { call, tool, at }: DiedEvent): TextLine[] {
  const raised = lane.events.filter((other): other is OutcomeEvent => other.kind === 'outcome' && other.call === call).at(-1);
  const error = raised === undefined ? `KeyError: '${tool}'` : narratedOutcome(lane, raised);
  const blip = raised?.category === 'transient' && raised.attempt === 1 ? ' on the first transient blip' : '';
  return [
    { text: `  ${tool}(...) raised ${error}`, at },
    { text: `  -> uncaught, the whole run dies${blip}.`, at },
  ];
}

function callLines(scenario: Scenario, lane: LaneTrace): readonly TextLine[] {
  const { name, title } = scenario;
  return [
    { text: title === '' ? `SCENARIO: ${name}` : `SCENARIO: ${name} (${title})`, at: 0 },
    ...lane.events.flatMap((event): TextLine[] => {
      const { at } = event;
      if (event.kind === 'action') return [{ text: `  call: ${callText(lane, event.tool, event.args)}`, at }];
      if (event.kind !== 'observation') return attemptLines(lane, event);
      return [{ text: `  disposition: ${dispositionText(event.result)}  [category: ${event.result.category}]`, at }];
    }),
  ];
}

function refundLines(scenario: Scenario, lane: LaneTrace): readonly TextLine[] {
  const { orderId, amountMinor } = refundAsked(scenario, lane);
  const heading = lane.guard.kind === 'none' ? 'NO GUARD  ' : 'GUARDED   ';
  const amount = formatMoney(amountMinor, scenario.order.currency);
  return [
    { text: `${heading}${printedName(lane, 'process_refund')}(${orderId}, ${amount}):`, at: 0 },
    ...lane.events.flatMap((event) => attemptLines(lane, event)),
    ledgerLine(scenario, lane, 'Exactly once.'),
  ];
}

/**
 * The last line of a refund: the ledger when everything has landed.
 *
 * @param once what is said of one refund. "Exactly once" is the essay's own word for it; a guard in memory gives
 * that within its process only.
 */
export function ledgerLine(
  scenario: Scenario,
  lane: LaneTrace,
  once = lane.guard.kind === 'none' ? 'Once.' : 'Once, in this process.',
): TextLine {
  const { currency } = scenario.order;
  const id = refundAsked(scenario, lane).orderId;
  const at = lane.events.at(-1)?.at ?? 0;
  const { entries, totalMinor } = laneStateAt(lane, at);
  const count = entries.length;
  const refunds = `${count} ${count === 1 ? 'refund' : 'refunds'}`;
  const total = formatMoney(totalMinor, currency);
  const text =
    count > 1
      ? `${refunds} posted for ${id} -> ${total} charged back. ${count === 2 ? 'DOUBLE' : `${count}-FOLD`} REFUND.`
      : `${refunds} recorded for ${id} -> ${total}. ${count === 1 ? once : 'Never.'}`;
  return { text: `  ledger: ${text}`, at };
}

/** What was sent to the refund tool, which a single call chooses for itself; where nothing was, the task's order. */
function refundAsked({ order }: Scenario, lane: LaneTrace): { orderId: string; amountMinor: number } {
  const writes = new Set(lane.events.flatMap((event) => (event.kind === 'attempt' && event.effect === 'write' ? [event.call] : [])));
  const sent = lane.events.find((event) => event.kind === 'action' && writes.has(event.call));
  const { order_id: orderId, amount } = sent?.kind === 'action' ? sent.args : {};
  const amountMinor = typeof amount === 'number' ? toMinor(amount) : null;
  return typeof orderId === 'string' && amountMinor !== null
    ? { orderId, amountMinor }
    : { orderId: order.id, amountMinor: order.refundMinor };
}

function loopLines(lane: LaneTrace): (event: TraceEvent) => TextLine[] {
  return (event) => {
    const { at } = event;
    if (event.kind === 'observation') return [{ text: `  Observation: ${observationText(event.result)}`, at }];
    if (event.kind === 'action') {
      return [...thoughtLines(event), { text: `  Action: ${callText(lane, event.tool, event.args)}`, at }];
    }
    if (event.kind !== 'finish') return attemptLines(lane, event);
    return [
      ...thoughtLines(event),
      { text: `  Action: finish(${pythonJson({ answer: event.answer })})`, at },
      { text: `ANSWER: ${event.answer}`, at },
    ];
  };
}

function thoughtLines({ step, thought, at }: { step: number; thought: string; at: number }): TextLine[] {
  return [
    { text: `Step ${step}`, at },
    { text: `  Thought: ${thought}`, at },
  ];
}

function attemptLines(lane: LaneTrace, event: TraceEvent): TextLine[] {
  const { at } = event;
  if (event.kind === 'rejected') {
    const problems = event.problems.map(({ message }) => message).join('; ');
    return [
      { text: `  before any attempt -> ${event.category}: ${problems}`, at },
      { text: `    ${event.category} -> not retried; fed back as an Observation`, at },
    ];
  }
  switch (event.kind) {
    case 'read-back':
      return [{ text: `    reads back: ${event.operation} ${event.found ? 'found' : 'not found'}`, at }];
    case 'park':
      return [{ text: `  parked, to be resumed at ${seconds(event.until)}s`, at }];
    case 'alert':
      return [{ text: `  ALERT: ${event.tool} failed, and a person has to step in`, at }];
    case 'died':
      return diedLines(lane, event);
    case 'outcome':
      return outcomeLines(lane, event);
    case 'action':
    case 'attempt':
    case 'guard':
    case 'posting':
    case 'refusal':
    case 'wait':
    case 'observation':
    case 'finish':
    case 'loop-warning':
    case 'gate':
    case 'page':
      return [];
  }
}

function outcomeLines(lane: LaneTrace, event: OutcomeEvent): TextLine[] {
  const { at } = event;
  const line = { text: `  attempt ${event.attempt} -> ${narratedOutcome(lane, event)}`, at };
  const after = afterOutcome(lane, event);
  return after === null ? [line] : [line, { text: `    ${event.category} -> ${after}`, at }];
}

function afterOutcome(lane: LaneTrace, { call, attempt, category }: OutcomeEvent): string | null {
  if (category === 'ok') return null;
  const ofCall = lane.events.filter((event) => 'call' in event && event.call === call);
  const wait = ofCall.find((event): event is WaitEvent => event.kind === 'wait' && event.attempt === attempt);
  if (wait !== undefined && wait.forNothing !== true) return `retry ${wait.retry}/${wait.maxRetries ?? '∞'} after ${seconds(wait.delayMs)}s backoff`;
  if (ofCall.some((event) => event.kind === 'attempt' && event.attempt > attempt)) return 'sent again at once';
  const exhausted = `retries exhausted (${attempt - 1})`;
  if (wait !== undefined) return `${exhausted}; sleep ${seconds(wait.delayMs)}s for nothing, then feed back as an Observation`;
  const tried = category === 'transient' || attempt > 1;
  if (ofCall.some(({ kind }) => kind === 'died')) return tried ? `${exhausted}; raised into the loop` : 'not retried; raised into the loop';
  if (ofCall.some(({ kind }) => kind === 'read-back')) return `${tried ? exhausted : 'not retried'}; look whether it happened`;
  return gaveUp(ofCall, category) ? `${exhausted}; give up and feed back as an Observation` : 'not retried; fed back as an Observation';
}

function gaveUp(ofCall: readonly TraceEvent[], category: Category): boolean {
  const end = ofCall.find((event): event is ObservationEvent => event.kind === 'observation');
  return category === 'transient' || end?.result.disposition === 'gave-up';
}

function narratedOutcome(lane: LaneTrace, { call, attempt, outcome, at }: OutcomeEvent): string {
  switch (outcome.kind) {
    case 'ok':
      return `OK: ${clipped(outcome.text === '' ? '(nothing)' : outcome.text)}`;
    case 'failed':
      return `${outcome.error.type}: ${outcome.error.message}`;
    case 'unknown': {
      const begun = lane.events.find((event) => event.kind === 'attempt' && event.call === call && event.attempt === attempt);
      return begun?.kind === 'attempt' ? narratedSilence(begun, outcome, at) : '';
    }
  }
}

function narratedSilence(begun: AttemptEvent, outcome: Extract<Outcome, { kind: 'unknown' }>, endedAt: number): string {
  if (begun.fault?.kind === 'silence' && begun.effect === 'write') {
    if (begun.landsAt === null) return 'TransientError: the request never reached the gateway, and the confirmation timed out';
    return begun.landsAt <= endedAt
      ? 'TransientError: refund posted to the gateway, but the confirmation timed out'
      : 'TransientError: refund still on its way to the gateway, and the confirmation timed out';
  }
  const latency = begun.answerAfterMs === null ? 'no answer' : `simulated latency ~${seconds(begun.answerAfterMs)}s`;
  return `ToolTimeout: exceeded the ${seconds(outcome.deadlineMs)}s deadline (${latency})`;
}

function dispositionText({ disposition, attempts }: ToolOutcome): string {
  switch (disposition) {
    case 'succeeded':
      return `OK, usable result after ${attempts} attempt(s)`;
    case 'recovered':
      return `RECOVERED, usable result after ${attempts} attempt(s)`;
    case 'fed-back':
      return `FED BACK as an Observation after ${attempts} attempt(s)`;
    case 'gave-up':
      return `GAVE UP gracefully after ${attempts} attempts; error fed back as an Observation`;
    case 'rejected':
    case 'unknown':
    case 'crashed':
    case 'aborted':
    case 'parked':
    case 'handed-off':
    case 'incomplete':
    case 'never-ends':
      return `${disposition.toUpperCase()} after ${attempts} attempt(s)`;
  }
}

function callText(lane: LaneTrace, tool: string, args: Arguments): string {
  return `${printedName(lane, tool)}(${pythonJson(args)})`;
}

/** The tool is one and the guard a setting; the essay's text names the tool without guard differently. */
function printedName(lane: LaneTrace, tool: string): string {
  return tool === 'process_refund' && lane.guard.kind === 'none' ? 'process_refund_unsafe' : tool;
}

/** Longest result on an OK line, dots included. */
const OK_LINE_AT_MOST = 72;

function clipped(text: string): string {
  return text.length > OK_LINE_AT_MOST ? `${text.slice(0, OK_LINE_AT_MOST - 3)}...` : text;
}
