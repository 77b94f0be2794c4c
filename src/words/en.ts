import type { Silence } from '../core/fault.ts';
import { MISSING_TOOL, spokenAmount, type FigureSettings, type JitterChoice, type LaneChoice, type SwitchId } from '../core/figure.ts';
import type { BothLanes, Finding, Unheard } from '../core/finding.ts';
import type { LaneFinding } from '../core/lane-finding.ts';
import type { Belief, LaneState } from '../core/ledger.ts';
import type { HandlerId } from '../core/handlers/handler.ts';
import type { HandlerFinding } from '../core/handler-finding.ts';
import { formatMoney } from '../core/money.ts';
import type { LoneFinding } from '../core/lone-finding.ts';
import type { ScenarioGroup } from '../core/named-scenario.ts';
import type { Disposition, ToolOutcome } from '../core/outcome.ts';
import type { Reading } from '../core/reading.ts';
import type { TaskEnd } from '../core/task-end.ts';
import type { Category, FailureCategory, Recovery } from '../core/taxonomy.ts';
import type { AttemptEvent, BreakerEvent, OutcomeEvent, PostingEvent, RetryQuotaEvent, TraceEvent } from '../core/trace.ts';
import type { Verdict } from '../core/verdict.ts';
import { counted, sentenceStart, uncapitalised, type Piece } from './counting.ts';
import type { Syntax, TextFault, TextProblem } from './text-problem.ts';
import { duration, moment } from './durations.ts';
import type { LinkNotice } from './link-notice.ts';
import { programs } from './programs.ts';
import { loneTaskSentence, taskClause, taskSentence } from './tasks.ts';

function times(count: number): string {
  if (count === 0) return 'never';
  if (count === 1) return 'once';
  if (count === 2) return 'twice';
  const words = ['three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  return `${words[count - 3] ?? String(count)} times`;
}

const usd = (minor: number): string => formatMoney(minor, 'USD');

const tools: Readonly<Record<string, string>> = {
  search_policy: 'policy',
  lookup_order: 'order',
  search_index: 'index',
};

const toolName = (tool: string): string => tools[tool] ?? tool;

const handlerNames: Record<HandlerId, string> = {
  execute_tool: 'execute_tool',
  retry_everything: 'execute_tool, retrying everything',
  raise_failures: 'execute_tool, raising failures',
  call_tool: 'call_tool',
  call_tool_repaired: 'call_tool, repaired',
  typed_failures: 'Typed failures',
  run_tool: 'run_tool',
  run_tool_repaired: 'run_tool, repaired',
};

function retries(count: number): string {
  return count === 1 ? '1 retry' : `${count} retries`;
}

const switches: Record<SwitchId, { name: string; what: (settings: FigureSettings) => string }> = {
  'temporary-error': {
    name: 'Temporary error',
    what: ({ on, params }) => (on['too-slow'] ? '503 once, then slow' : params.maxRetries < 2 ? '503 twice' : '503 twice, then clears'),
  },
  'too-slow': {
    name: 'Too slow',
    what: ({ params: { slowMs, deadlineMs } }) => `${duration(slowMs)}, deadline ${duration(deadlineMs)}`,
  },
  silence: { name: 'Posted, then silence', what: () => 'sent, no answer comes' },
  'not-there': { name: 'Not there', what: () => '404, and will stay so' },
  'nothing-found': { name: 'Nothing found', what: () => 'a good call, no result' },
  'wrong-arguments': { name: 'Wrong arguments', what: ({ params: { refundMinor } }) => `amount: “${spokenAmount(refundMinor)}”` },
  'no-such-tool': { name: 'No such tool', what: () => MISSING_TOOL },
};

const silences: Record<Silence, { name: string; what: string }> = {
  'request-lost': { name: 'Request lost', what: 'nothing happened' },
  'answer-lost': { name: 'Answer lost', what: 'it happened' },
  late: { name: 'Late', what: 'it will happen, in its own time' },
};

const jitters: Record<JitterChoice, string> = {
  none: 'None',
  full: 'Full: 0 to the backoff',
  equal: 'Equal: half to the backoff',
  proportional: 'Proportional: ±25 %',
  additive: 'Additive: plus up to the first backoff',
  decorrelated: 'Decorrelated: first backoff to 3 × the last wait',
};

const readings: Record<Reading, string> = {
  essay: 'Essay text',
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  mcp: 'MCP',
  nothing: 'Nothing',
  everything: 'Everything',
};

const readingParts = {
  call: 'The call',
  result: 'What comes back',
  executionError: 'What comes back, as a tool execution error',
  protocolError: 'Or, in its place, a protocol error',
};

/** What each shape can say of a failure, and what it cannot. */
const readingNotes: Record<Exclude<Reading, 'essay'>, string> = {
  anthropic: 'is_error is true or left out: which class of failure it was, and that an outcome is unknown, only the text can say.',
  openai: 'A tool message has no error flag: that a call failed stands in its text or nowhere. The arguments are JSON in a string.',
  mcp: 'isError marks a failure that the model is meant to read and can react to. A protocol error tells the client, which need not pass it on.',
  nothing: 'A failure becomes an empty result without a flag, which reads like a search that found nothing. A usable result passes as it is.',
  everything:
    'A failure becomes a stack trace of forty lines: the problem stands in the last, after thirty-nine with which the model can do nothing. A usable result passes as it is.',
};

const recoveries: Record<Recovery, string> = { retry: 'retry', 'feed-back': 'feed back' };

const beliefs: Record<Belief, string> = {
  'nothing-sent': 'no refund sent yet',
  unknown: 'unknown',
  refunded: 'refunded',
  'not-refunded': 'not refunded',
};

const dispositions: Record<Disposition, string> = {
  succeeded: 'succeeded',
  recovered: 'recovered',
  'fed-back': 'fed back',
  'gave-up': 'gave up',
  rejected: 'rejected',
  unknown: 'outcome unknown',
  crashed: 'crashed',
  aborted: 'stopped by the user',
  parked: 'parked',
  'handed-off': 'handed to a person',
  incomplete: 'incomplete',
  'never-ends': 'never ends',
};

/** What was said, where it does not agree with what happened; empty where it does. */
function against({ count, said }: Pick<LaneFinding, 'count' | 'said'>): string {
  if (said === 'refunded') return count === 0 ? ', though the agent reports a refund' : '';
  if (said === 'failed') return count === 0 ? ', and the agent says so' : ', though the agent reports a failure';
  return '';
}

const NOT_ATTEMPTED = 'No refund was attempted: the policy could not be confirmed.';

function headline(finding: Finding): readonly Piece[] {
  return finding.kind === 'both' ? headlineOfBoth(finding) : loneHeadline(finding.found);
}

function headlineOfBoth({ unguarded, guarded }: BothLanes): readonly Piece[] {
  const same = unguarded.count === guarded.count && unguarded.said === guarded.said;
  if (same) {
    const { count, said, gravity } = guarded;
    if (said === 'not-attempted') return [{ text: NOT_ATTEMPTED }];
    if (count === 0) return [{ text: 'The refund ' }, { text: 'failed', gravity }, { text: ', and the agent says so.' }];
    const tail = said === 'refunded' ? ', with and without a guard.' : ', and the agent reports that it failed.';
    return [{ text: 'The order was refunded ' }, { text: times(count), gravity }, { text: tail }];
  }
  const subject =
    unguarded.count > 1
      ? `The ${unguarded.byRetry === 1 ? 'retry' : 'retries'} refunded the order `
      : 'Without a guard, the order was refunded ';
  return [
    { text: subject },
    { text: times(unguarded.count), gravity: unguarded.gravity },
    { text: `${against(unguarded)}. With a guard, ` },
    { text: times(guarded.count), gravity: guarded.gravity },
    { text: `${against(guarded)}.` },
  ];
}

/** The headline of a run in one lane. */
function loneHeadline(found: LoneFinding): readonly Piece[] {
  if (found.kind === 'task') return loneTaskSentence(taskClause(found.end, callClause));
  const { by, finding } = found;
  const how = { nothing: 'Without a guard', guard: 'With a guard', 'direct-call': 'Called directly' }[by];
  const { count, said, gravity } = finding;
  if (said === 'not-attempted') return [{ text: NOT_ATTEMPTED }];
  if (count === 0 && said === 'failed') return [{ text: 'The refund ' }, { text: 'failed', gravity }, { text: ', and the agent says so.' }];
  const silent = said === 'nothing' ? ', and the run died before it could say so' : against(finding);
  return count === 0
    ? [{ text: `${how}, ` }, { text: 'nothing', gravity }, { text: ` was refunded${silent}.` }]
    : [{ text: `${how}, the order was refunded ` }, { text: times(count), gravity }, { text: `${silent}.` }];
}

/** Two handlers on the same fault: what each came to. */
function handlersHeadline(findings: readonly HandlerFinding[]): readonly Piece[] {
  const oneDied = findings.some(({ finding }) => finding.said === 'nothing');
  return findings.flatMap(({ handler, guarded, finding: { count, said, gravity } }, index): readonly Piece[] => {
    const through = handler === 'direct' ? 'Called directly' : `Through ${uncapitalised(handlerNames[handler])}`;
    const name = `${index === 0 ? '' : ' '}${through}${guarded ? ' and a guard' : ''}, `;
    if (said === 'not-attempted') return [{ text: `${name}no refund was attempted.` }];
    // Beside one that says nothing, that the other told the truth is half of the point.
    const honest = oneDied && count === 1 && said === 'refunded' ? ', and the agent says so' : against({ count, said });
    const silent = said === 'nothing' ? ', and the run died before it could say so' : honest;
    return count === 0
      ? [{ text: name }, { text: 'nothing', gravity }, { text: ` was refunded${silent}.` }]
      : [{ text: `${name}${index === 0 ? 'the order was refunded ' : ''}` }, { text: times(count), gravity }, { text: `${silent}.` }];
  });
}

/** What one call came to, within a sentence. */
function callClause({ disposition, category, attempts }: ToolOutcome): string {
  switch (disposition) {
    case 'succeeded':
      return 'the call succeeded at the first attempt';
    case 'recovered':
      return `the call recovered on attempt ${attempts}`;
    case 'gave-up':
      return `the call gave up after ${counted(attempts, 'attempt')}, and the model reads why`;
    case 'fed-back':
      return `the call was not retried: ${category}, fed back to the model`;
    case 'rejected':
    case 'unknown':
    case 'crashed':
    case 'aborted':
    case 'parked':
    case 'handed-off':
    case 'incomplete':
    case 'never-ends':
      return `the call ended after ${counted(attempts, 'attempt')}: ${dispositions[disposition]}`;
  }
}

const unheard: Record<Unheard, string> = {
  'answer-lost': 'The answer was lost after the money moved.',
  'request-lost': 'The request was lost before any money moved.',
  'on-its-way': 'The request was still on its way when the agent stopped waiting.',
  deadline: 'The deadline ended the waiting, not the work.',
};

function explanation(finding: Finding): string {
  const causes = [
    ...(finding.unheard === null ? [] : [unheard[finding.unheard]]),
    ...(finding.refused ? ['The gateway refused to refund more than was captured.'] : []),
  ];
  if (finding.kind === 'one') return causes.join(' ');
  const cause = finding.unheard === 'deadline' ? 'deadline' : 'fault';
  const luck = finding.parted ? `Same tool, same ${cause}, same retry.` : 'Same task in both lanes.';
  return [luck, ...causes].join(' ');
}

function verdict(of: Verdict, guarded: boolean): string {
  switch (of.kind) {
    case 'open':
      return of.count === 0 ? 'nothing refunded yet' : `refunded ${times(of.count)}${of.count === 1 ? ' so far' : ''}`;
    case 'in-flight':
      return of.count === 0 ? 'unknown: a refund is still in flight' : `refunded ${times(of.count)}, one still in flight`;
    case 'settled':
      return settledVerdict(of, guarded);
  }
}

function settledVerdict({ count, said }: Extract<Verdict, { kind: 'settled' }>, guarded: boolean): string {
  const refunded = `refunded ${times(count)}`;
  switch (said) {
    case 'refunded':
      if (count === 0) return `${refunded}, reported refunded`;
      return count === 1 && guarded ? `${refunded}, in this process` : refunded;
    case 'failed':
      return `${refunded}, reported failed`;
    case 'not-attempted':
      return 'not attempted, and said so';
    case 'nothing':
      return `${refunded}, nothing reported`;
  }
}

/** What the agent believes at this moment, and whether it is so. */
function belief(state: LaneState): string {
  const { report, status } = state;
  if (status === 'died') return 'The run died: nobody is told anything.';
  if (report === 'failed') return `The agent reports: failed.${truth(state, false)}`;
  if (report === 'not-attempted') return 'The agent reports: not attempted. It is right.';
  if (state.belief === 'unknown') return 'The agent believes: unknown. No answer is not “no”.';
  if (state.belief === 'refunded') return `The agent believes: refunded once.${truth(state, true)}`;
  return `The agent believes: ${beliefs[state.belief]}.`;
}

function truth(state: LaneState, saysRefunded: boolean): string {
  if (state.inFlight.length > 0) return ' Not settled: one is still in flight.';
  const count = state.entries.length;
  return count === (saysRefunded ? 1 : 0) ? ' It is right.' : ' It is wrong.';
}

/** One event as a clause; null for what the step's other events already tell. */
function told(event: TraceEvent): string | null {
  switch (event.kind) {
    case 'action':
      return null;
    case 'rejected':
      return `${event.tool}: refused before any attempt, ${event.category}, fed back`;
    case 'attempt':
      return toldAttempt(event);
    case 'guard':
      return {
        claimed: `guard claims ${event.operation}`,
        released: 'guard releases the claim',
        recorded: 'guard records the refund',
        hit: 'guard recognises the order: not sent again',
      }[event.move];
    case 'posting':
      return `the gateway posts ${usd(event.amountMinor)}${event.abandoned ? `, late, from attempt ${event.attempt}` : ''}`;
    case 'refusal':
      return 'the gateway refuses: more than was captured';
    case 'read-back':
      return event.found ? 'reads back, and finds the effect' : 'reads back, and finds nothing';
    case 'gate':
      return toldGate(event);
    case 'outcome':
      return toldOutcome(event);
    case 'wait': {
      const asked = event.source === 'retry-after' ? ' as the server asked' : '';
      return `waits ${duration(event.delayMs)}${asked}, then retry ${event.retry}${event.maxRetries === null ? '' : ` of ${event.maxRetries}`}`;
    }
    case 'page':
      return programs.page(event);
    case 'observation':
      return event.result.usable ? null : `handed to the model: ${dispositions[event.result.disposition]}`;
    case 'loop-warning':
      return `the loop warns: the same call, the same result, ${event.times} times`;
    case 'park':
      return `the case is parked until ${duration(event.until)}`;
    case 'alert':
      return `alert: ${event.call} failed, a person has to step in`;
    case 'finish':
      return `the agent finishes and reports: ${reportWord(event.report)}`;
    case 'died':
      return 'the exception reaches the loop: the run dies';
  }
}

function toldAttempt({ tool, attempt, sent }: AttemptEvent): string {
  return sent ? `${toolName(tool)} attempt ${attempt} is sent` : `${toolName(tool)} attempt ${attempt}`;
}

function toldGate(event: BreakerEvent | RetryQuotaEvent): string {
  switch (event.state) {
    case 'open':
      return `the circuit breaker opens: nothing is sent until ${duration(event.until)}`;
    case 'half-open':
      return 'the circuit breaker lets a probe through';
    case 'closed':
      return 'the circuit breaker closes';
    case 'spent':
      return `the retry is paid for, with ${event.tokens} left in the budget`;
    case 'gained':
      return `a success fills the retry quota up to ${event.tokens}`;
    case 'empty':
      return `the retry quota has ${event.tokens} left: too little for a retry`;
    case 'refilled':
      return `the new process has a full retry quota: ${event.tokens}`;
  }
}

function toldOutcome({ call, attempt, outcome, category }: OutcomeEvent): string {
  const which = `${call} attempt ${attempt}`;
  switch (outcome.kind) {
    case 'ok':
      return category === 'ok' ? `${which}: OK` : `${which}: nothing found, ${category}`;
    case 'failed':
      return `${which}: ${outcome.error.message}, ${category}`;
    case 'unknown':
      return outcome.effect === 'write'
        ? `${which}: no answer by the deadline, outcome unknown; class here: ${category}`
        : `${which}: no answer by the deadline, ${category}`;
  }
}

function reportWord(report: string): string {
  return report.replace('-', ' ');
}

function link(problem: LinkNotice): string {
  const { path, given } = problem;
  switch (problem.kind) {
    case 'value':
      if (path === 'compare') return `In the link, compare is “${given}”; the first two lanes are seen instead.`;
      return `In the link, ${path} is “${given}”; ${problem.used ?? 'the opening step'} is used instead.`;
    case 'repeated-key':
      return `In the link, ${path} is there more than once; the last, ${problem.used}, is used.`;
    case 'unknown-key':
      return `In the link, “${path}” means nothing here and is left out.${didYouMean(problem.closest)}`;
    case 'unknown-name':
      return `In the link, ${path} names “${given}”, which is not there; it is left out.${didYouMean(problem.closest)}`;
    case 'version':
      return `The link is of version “${given}”, which this page does not know; it is read as version ${problem.used}.`;
    case 'file':
      return `In the link, file ${fileTrouble(problem.why)}. ${problem.used === null ? 'The figure' : `The scenario ${problem.used}`} is shown instead.`;
    case 'too-long':
      return `The link has ${given} characters; the first ${problem.used} are read.`;
  }
}

function fileTrouble(why: Extract<LinkNotice, { kind: 'file' }>['why']): string {
  if (typeof why === 'object') return `is no scenario${why.path === '' ? '' : `: at ${why.path}`}: ${why.message}`;
  switch (why) {
    case 'broken':
      return 'cannot be unpacked: it was cut short, changed, or not made by this page';
    case 'too-long':
      return 'unpacks to more than a scenario can be, and was not read';
    case 'not-loaded':
      return 'could not be opened, since a part of this page did not load. Is the network gone?';
  }
}

function didYouMean(closest: string | null): string {
  return closest === null ? '' : ` Perhaps ${closest} was meant.`;
}

const instead = (expected: string) => (found: string): string => `Expected ${expected}, found ${found === '' ? 'the end' : found}`;

const syntax: Record<Syntax, (found: string) => string> = {
  value: instead('a value'),
  word: instead('a value, or a name in double quotes'),
  name: instead('a name in double quotes'),
  colon: instead('a colon'),
  comma: instead('a comma, or the end of what is open'),
  brace: instead('a closing brace'),
  bracket: instead('a closing bracket'),
  end: instead('the end of the text'),
  number: instead('a number as JSON writes it'),
  'no-comment': (found) => `JSON has no comments: ${found}`,
  'end-of-string': (found) => `No quotation mark ends this text: ${found}`,
  escape: (found) => `JSON has no such escape as in ${found}`,
  'visible-character': (found) => `A text may not hold the control character in ${found}`,
};

/** What is wrong with a text, without its place. */
function textFault(fault: TextFault): string {
  switch (fault.kind) {
    case 'too-long':
      return `The text has ${fault.length} characters; at most ${fault.longest} are read.`;
    case 'too-deep':
      return `Expected at most ${fault.levels} levels of nesting, and here the next one begins.`;
    case 'syntax':
      return syntax[fault.expected](fault.found);
    case 'twice':
      return `${fault.key} is there already. Expected each name once.`;
    case 'missing':
      return `${fault.path} is missing.`;
    case 'unknown':
      return `${fault.path} means nothing here.`;
    case 'refused':
      return `${fault.path === '' ? '' : `${fault.path}: `}${fault.message}${fault.found === null ? '' : `, found ${fault.found}`}`;
  }
}

export const en = {
  productName: 'When Tools Fail',
  description:
    'A tool call can be right on paper and still fail. Watch each failure get classified, retried or handed back, and see why a retried refund pays twice and a guarded one does not.',

  whatGoesWrong: 'What goes wrong',
  policy: 'Policy',
  switches,
  categories: {
    ok: 'ok',
    transient: 'transient',
    permanent: 'permanent',
    'empty-result': 'empty-result',
    malformed: 'malformed',
    'unknown-tool': 'unknown-tool',
    'unknown-outcome': 'unknown outcome',
    'business-rejection': 'business rejection',
    incomplete: 'incomplete or stale',
    denied: 'permission denied',
    down: 'dependency down',
  } satisfies Record<Category, string>,
  recoveries,
  dispositions,
  whichSilence: 'Which silence it was',
  silences,
  silenceHint: (silence: Silence): string => `${silences[silence].what}; the agent sees the same`,

  headline,
  explanation,
  handlersHeadline,
  taskClause: (end: TaskEnd): readonly Piece[] => taskClause(end, callClause),
  taskSentence,
  order: (id: string, capturedMinor: number, refundMinor: number): string =>
    `${id}: ${usd(capturedMinor)} captured, ${usd(refundMinor)} to refund.`,

  scenario: 'Scenario',
  whatItShows: 'What it shows',
  scenarioOfSwitches: 'The figure, by its switches',
  scenarioGroups: { essay: 'The essay', handlers: 'Handlers of four documents', loop: 'The loop and its model', programs: 'Programs without a model' } satisfies Record<ScenarioGroup, string>,
  scenarioTitle: sentenceStart,
  lanes: 'Lanes',
  laneChoices: { both: 'Both', 'no-guard': 'No guard', guarded: 'Guarded', handlers: 'Handlers' } satisfies Record<LaneChoice, string>,
  laneName: (guarded: boolean): string => (guarded ? 'Guarded by order' : 'No guard'),
  handler: 'Handler',
  handlerNames,
  handlerOfEachLane: 'Each lane has its own.',
  ownRetries: (maxRetries: number): string => `It has its own ${retries(maxRetries)} and waits: the settings below do not reach them.`,
  calledDirectly: 'Called directly, without a handler',
  moreLanes: (count: number): string => `${counted(count, 'more lane')}, not drawn`,
  rows: { agent: 'Agent saw', caller: 'Caller saw', gateway: 'Gateway did' },
  lookupRows: { guard: 'Guard', readBack: 'Read back' },
  timeline: 'Timeline',
  partHere: 'the lanes part here',
  lanePicture: (name: string, state: LaneState): string =>
    `${name}: ${counted(state.entries.length, 'refund')} posted, ${usd(state.totalMinor)}`,

  bar: {
    inFlight: (tool: string, attempt: number): readonly string[] => [
      `${toolName(tool)} · attempt ${attempt} · waiting for an answer`,
      `attempt ${attempt} · waiting`,
      String(attempt),
    ],
    quiet: (tool: string): readonly string[] => [toolName(tool)],
    quietGroup: (tools: readonly string[]): string => tools.map(toolName).join(' · '),
    ok: (tool: string, attempt: number): readonly string[] => [
      `${toolName(tool)} · attempt ${attempt} · OK`,
      `${attempt} · OK`,
      String(attempt),
    ],
    incomplete: (tool: string, attempt: number): readonly string[] => [`${toolName(tool)} · attempt ${attempt} · incomplete`, `${toolName(tool)} · incomplete`, 'incomplete', String(attempt)],
    empty: (tool: string): readonly string[] => [`${toolName(tool)} · nothing found`, 'nothing', '∅'],
    failed: (tool: string, attempt: number, message: string): readonly string[] => [
      `${toolName(tool)} · attempt ${attempt} · ${message}`,
      `${attempt} · ${message.match(/\b[45]\d\d\b/)?.[0] ?? 'failed'}`,
      message.match(/\b[45]\d\d\b/)?.[0] ?? String(attempt),
    ],
    silentRead: (tool: string, attempt: number): readonly string[] => [
      `${toolName(tool)} · attempt ${attempt} · no answer in time`,
      `${toolName(tool)} · ${attempt} · too slow`,
      `${attempt} · too slow`,
      String(attempt),
    ],
    silentWrite: (tool: string, attempt: number, category: Category): readonly string[] => [
      // A handler that has a class for it says nothing more with it.
      ...(category === 'unknown-outcome' ? [] : [`${toolName(tool)} · attempt ${attempt} · no answer: outcome unknown · class here: ${category}`]),
      `${toolName(tool)} · attempt ${attempt} · no answer: outcome unknown`,
      `attempt ${attempt} · no answer`,
      `${attempt} · no answer`,
      String(attempt),
    ],
  },
  rejected: (tool: string, category: FailureCategory): readonly string[] => [`${tool}: ${category}`, category],
  posted: (amountMinor: number, again: boolean): readonly string[] =>
    again ? [`${usd(amountMinor)} posted again`, `${usd(amountMinor)} again`, 'again'] : [`${usd(amountMinor)} posted`, usd(amountMinor)],
  refusedByGateway: ['refused: over what was captured', 'refused'] as readonly string[],
  readBack: (found: boolean): readonly string[] => (found ? ['reads back: found', 'found'] : ['reads back: nothing', 'nothing']),
  guardMoves: {
    claimed: (orderId: string): readonly string[] => [`claims ${orderId}`, 'claims'],
    released: (): readonly string[] => ['releases the claim', 'releases'],
    recorded: (): readonly string[] => ['records the refund', 'records'],
    hit: (): readonly string[] => ['recognised: not sent again', 'not sent again', 'known'],
  },

  duration,
  moment,
  /** The unit stands at the last tick. */
  tick: (ms: number, last: boolean): string => (last ? duration(ms) : duration(ms).replace(/ s$/, '')),
  seconds: (ms: number): string => `${moment(ms)} s`,
  step: (index: number, count: number): string => `step ${index + 1} of ${count}`,
  told,
  both: (clauses: string): string => `Both lanes: ${clauses}`,
  inLane: (name: string, clauses: string): string => `${name}: ${clauses}`,
  nothingYet: 'The agent starts.',
  programStarts: 'The program starts.',
  modelDecides: 'The model reads and decides.',

  buttons: {
    first: 'First step',
    back: 'Step back',
    play: 'Play',
    pause: 'Pause',
    forward: 'Step forward',
    last: 'Last step',
    reset: 'Reset',
    undo: 'Undo',
    redo: 'Redo',
    words: 'Words',
    share: 'Share or embed',
    close: 'Close',
    dismiss: 'Dismiss',
    otherLuck: 'Draw again',
    copyTrace: 'Copy the trace',
    copied: 'Copied',
    copyByHand: 'Copying is refused here. The trace is selected: copy it with the keyboard.',
  },
  share: {
    heading: 'Share or embed this state',
    start: 'Starts at',
    starts: { here: 'The step that is seen', opening: 'The opening step' },
    width: 'Width of the preview',
    height: 'Height',
    pixels: (px: number): string => `${px} px`,
    hide: 'Leave out',
    parts: {
      headline: 'Headline',
      controls: 'Controls',
      speed: 'Speed',
      switches: 'Switches',
      policy: 'Policy',
      story: 'Story of an incident',
      ledgers: 'Ledgers',
      model: 'What the model reads',
      trace: 'Trace',
      words: 'Words',
      undo: 'Undo, redo',
      link: 'Full screen, full figure',
    },
    lock: 'Show, but lock',
    preview: 'Preview',
    copyAs: 'Copy as',
    kinds: {
      link: 'Link',
      iframe: 'iframe',
      element: 'Element',
      markdown: 'Markdown',
      myst: 'MyST',
      quarto: 'Quarto',
      docusaurus: 'Docusaurus',
    },
    copy: 'Copy',
    copyByHand: 'Copying is refused here. The text is selected: copy it with the keyboard.',
    poster: 'Poster of this state',
    svg: 'Download as SVG',
    png: 'Download as PNG',
    notLoaded: 'It could not be loaded. Is the network gone?',
    noPicture: 'This browser makes no PNG of it. The SVG is the same picture.',
    linkTooLong: (length: number): string =>
      `The link has ${length} characters, more than many servers, chats and mail programs carry: send the scenario as a file instead.`,
    asFile: 'Save the scenario as file',
    noQr: 'The link is too long for a QR code.',
    qr: 'QR code',
    qrOf: (address: string): string => `QR code of ${address}`,
    traceText: 'Copy as text',
    traceMarkdown: 'Copy as Markdown',
    traceJson: 'Copy as JSON',
  },
  openScenario: {
    open: 'Open a scenario',
    notLoaded: 'It could not be loaded. Is the network gone?',
    heading: 'A scenario of your own',
    dropHere: 'Drop the file, and it is opened',
    introduction: 'Open a file, drop one anywhere on the page, or write and paste here. Nothing leaves this page.',
    openFile: 'Open a file',
    file: 'Scenario file',
    startFrom: 'Start from',
    present: 'What is shown now',
    own: 'Your text',
    text: 'Scenario as JSON',
    problems: 'Problems',
    noProblems: 'No problems. It can be shown.',
    problemCount: (count: number): string => `${counted(count, 'problem')} to clear before it can be shown.`,
    problem: ({ fault, place }: TextProblem): { readonly where: string; readonly what: string } => ({
      where: `Line ${place.line}`,
      what: textFault(fault),
    }),
    moreProblems: (count: number): string => `${count} more, not listed`,
    show: 'Show it',
    save: 'Save as file',
    saveByHand: 'If no file comes, saving is refused here. The text is selected: copy it with the keyboard.',
    notRead: {
      'too-big': (name: string): string => `${name} was not opened: it is too big to be a scenario.`,
      'not-text': (name: string): string => `${name} was not opened: it is not text in UTF-8.`,
      'not-readable': (name: string): string => `${name} could not be read.`,
    },
    shownAs: (title: string): string => `Your scenario: ${title}`,
  },
  speed: 'Speed',
  theme: 'Theme',
  themes: { auto: 'As the system', light: 'Light', dark: 'Dark', projector: 'Projector' },
  fullFigure: 'Open the full figure',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  newWindowRefused: 'New windows are refused here. The address is selected: copy it with the keyboard.',
  speedOf: (speed: number): string => `${speed}×`,

  sliders: {
    playhead: 'Playhead',
    maxRetries: 'Retries',
    firstBackoffMs: 'First backoff',
    backoffFactor: 'Backoff factor',
    backoffCapMs: 'Backoff cap',
    deadlineMs: 'Deadline per attempt',
    refundMinor: 'Refund amount',
  },
  retries: (count: number): string => `${retries(count)}, ${counted(count + 1, 'attempt')}`,
  attempts: (retries: number): string => counted(retries + 1, 'attempt'),
  factor: (factor: number): string => `× ${factor}`,
  factorText: (factor: number): string => `times ${factor} after each retry`,
  noCap: 'none',
  money: usd,
  moneyOf: (minor: number, ofMinor: number): string => `${usd(minor)} of ${usd(ofMinor)} captured`,
  jitter: 'Jitter',
  seed: 'Seed',
  jitters,
  overCapture: 'Gateway refuses more than was captured',

  ledgerOf: (name: string): string => `Ledger, ${name}`,
  /** Operations of other tools are named with their tool already. */
  entry: ({ operation, tool }: PostingEvent): string => (tool === undefined ? `${operation} refund` : operation.replace('_', ' ')),
  noEntries: (finished: boolean): string => (finished ? 'no entry' : 'no entry yet'),
  refunded: 'refunded',
  columns: { time: 'time, seconds', entry: 'entry', amount: 'amount, US dollars' },
  verdict,
  belief,

  modelReads: 'What the model reads',
  modelWaits: 'nothing new: the call is still open',
  modelGone: 'nothing more: the run died',
  runDied: 'the run died',
  modelStarts: 'nothing yet',
  modelDied: 'nothing: the exception reached the loop, and the run died',
  fields: { category: 'category', attempts: 'attempts', usable: 'usable', waited: 'waited' },
  shownAs: 'Shown as',
  readings,
  readingNotes,
  readingNotLoaded: 'This shape could not be loaded. Is the network gone? The essay’s text is below.',
  readingParts,
  readingOf: (reading: Reading, name: string, part: string): string => `${name}, ${readings[reading]}: ${part}`,
  copyReading: (name: string): string => `Copy, ${uncapitalised(name)}`,
  tokens: (shape: number, observation: number): string =>
    `about ${counted(shape, 'token')}, the Observation alone ${observation} (an estimate: characters / 4)`,
  outputSchema: (problems: readonly string[] | null): string =>
    problems === null ? 'no structuredContent' : problems.length === 0 ? 'structuredContent fits the outputSchema' : `outputSchema broken: ${problems.join(', ')}`,
  errorTexts: {
    heading: 'Between nothing and everything',
    generic: 'names neither the problem nor a next move',
    instructive: 'names the problem and the next move',
    size: (tokens: number): string => `about ${counted(tokens, 'token')}`,
  },
  yesNo: (yes: boolean): string => (yes ? 'true' : 'false'),

  trace: 'Trace',
  traceNote: 'Told by one who can see the gateway. The agent cannot: it sees only its own row.',

  views: { heading: 'Views', figure: 'Figure', agent: 'Agent', incidents: programs.incidents.link },
  agentView: {
    loading: 'The transcript is being loaded.',
    notLoaded: 'The transcript could not be loaded. Is the network gone?',
    program: 'A program ran here, and no model decided anything, so there is no transcript.',
    toFigure: 'See the run in the figure',
  },
  program: programs,

  engineOnMainThread: 'The engine runs on this page’s own thread: a worker was refused here.',
  notice: {
    link,
    refused: (path: string, message: string): string => `The scenario was refused at ${path}: ${message}. The last run stays.`,
    failed: (message: string): string => `The engine failed: ${message}. The last run stays.`,
  },

  wordsPanel: {
    heading: 'Words used here',
    terms: [
      ['attempt', 'One execution of a call, counted from 1.'],
      ['retry', 'Attempt 2 and later: 2 retries allow 3 attempts.'],
      ['backoff', 'The wait before a retry. It grows by a factor, up to a cap.'],
      ['jitter', 'Chance added to a wait, so that clients do not all return at once.'],
      ['deadline per attempt', 'How long one attempt is waited for. It ends the waiting, not the work.'],
      ['outcome', 'What an attempt gave the caller: OK, failed, or unknown.'],
      ['unknown outcome', 'No answer came. The effect may have happened, or may still happen.'],
      ['class', 'What kind of failure it is. Only a transient one is retried.'],
      ['observation', 'The text that the model reads about a call, success or failure.'],
      ['guard', 'A check before acting: it claims the order before sending, and answers a repeat from its record.'],
      ['ledger entry', 'One effect that really happened at the gateway.'],
      ['lane', 'One variant of the same run. Both lanes meet the same faults.'],
    ] as readonly (readonly [string, string])[],
  },
  leftOut:
    'What this model leaves out: there is one worker and one process, so the guard never has to survive a crash or a second worker.',
  needsScript: 'This is the opening picture. Stepping, switches and sliders need JavaScript.',
};

/** The catalogue's shape: another language has to say all of it. */
export type Words = typeof en;
