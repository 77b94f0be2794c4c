import { initialMemory, wholeMicroseconds } from './backoff.ts';
import { checkArguments, type Arguments, type ContractProblem } from './contract.ts';
import { faultOf, type Fault } from './fault.ts';
import type { RefundRequest } from './gateway.ts';
import type { GuardMove, GuardRecord } from './guard.ts';
import { formatMoney, toMinor } from './money.ts';
import { classify, failureObservation, type Outcome, type ToolError, type ToolOutcome } from './outcome.ts';
import { draw } from './random.ts';
import { decide } from './retry.ts';
import type { Run } from './run.ts';
import { seconds } from './seconds.ts';
import { errorForStatus, TOOLS, type ReadTool, type Tool, type ToolAnswer, type WriteTool } from './tools.ts';

export interface ToolCall {
  /** Names the call in the trace. */
  readonly call: string;
  readonly tool: string;
  readonly args: Arguments;
}

/** A result, and the virtual time at which it is there. */
export interface Resolved<Result> {
  readonly result: Result;
  readonly at: number;
}

/**
 * One tool call, as the essay's wrapper makes it: contract check, attempts with a deadline, classify,
 * retry what can clear, and always a ToolOutcome. Nothing is ever raised into the loop.
 */
export function executeTool(run: Run, call: ToolCall, now: number): Resolved<ToolOutcome> {
  const tool = TOOLS.get(call.tool);
  if (tool === undefined) {
    const known = [...TOOLS.keys()].join(', ');
    return reject(run, call, now, 'unknown-tool', [
      { field: 'tool', message: `there is no tool '${call.tool}'; there are ${known}` },
    ]);
  }
  const problems = checkArguments(tool.contract, call.args);
  if (problems.length > 0) return reject(run, call, now, 'malformed', problems);
  return attemptUntilDecided(run, call, tool, now);
}

function reject(
  run: Run,
  { call, tool }: ToolCall,
  now: number,
  category: 'malformed' | 'unknown-tool',
  problems: readonly ContractProblem[],
): Resolved<ToolOutcome> {
  run.tell({ kind: 'rejected', id: `${call}.rejected`, at: now, call, tool, category, problems });
  const result: ToolOutcome = {
    category,
    observation: failureObservation(category, problems.map(({ message }) => message).join('; ')),
    attempts: 0,
    usable: false,
    waitedMs: 0,
    disposition: 'fed-back',
  };
  return { result, at: now };
}

function attemptUntilDecided(run: Run, call: ToolCall, tool: Tool, start: number): Resolved<ToolOutcome> {
  const { policy, seed } = run.scenario;
  let now = start;
  let waitedMs = 0;
  let memory = initialMemory(policy.backoff);
  for (let attempt = 1; ; attempt += 1) {
    const { result: outcome, at } = makeAttempt(run, call, tool, attempt, now);
    now = at;
    const category = classify(outcome);
    run.tell({ kind: 'outcome', id: `${call.call}.${attempt}.outcome`, at, call: call.call, attempt, outcome, category });
    const decision = decide(policy, category, attempt, draw(seed, 0, call.call, attempt, 'jitter'), memory);
    const ended = { attempts: attempt, waitedMs };
    switch (decision.kind) {
      case 'done': {
        const observation = outcome.kind === 'ok' ? outcome.text : '';
        const disposition = attempt === 1 ? 'succeeded' : 'recovered';
        return { result: { ...ended, category: 'ok', observation, usable: true, disposition }, at };
      }
      case 'feed-back':
      case 'give-up': {
        const gaveUp = decision.kind === 'give-up';
        const problem = problemOf(outcome) + (gaveUp ? ` (gave up after ${attempt} ${attempt === 1 ? 'attempt' : 'attempts'})` : '');
        const observation = failureObservation(decision.category, problem);
        const disposition = gaveUp ? 'gave-up' : 'fed-back';
        return { result: { ...ended, category: decision.category, observation, usable: false, disposition }, at };
      }
      case 'retry': {
        const { retry, nominalMs, delayMs } = decision;
        const until = wholeMicroseconds(now + delayMs);
        run.tell({
          kind: 'wait',
          id: `${call.call}.${attempt}.wait`,
          at: now,
          call: call.call,
          attempt,
          retry,
          maxRetries: policy.maxRetries,
          nominalMs,
          delayMs,
          until,
        });
        now = until;
        waitedMs = wholeMicroseconds(waitedMs + delayMs);
        memory = decision.memory;
      }
    }
  }
}

/** What the model is told about a failure: only what the caller saw. */
function problemOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'ok':
      return 'the call succeeded but found nothing useful';
    case 'failed':
      return outcome.error.message;
    case 'unknown':
      return outcome.effect === 'read'
        ? `exceeded the ${seconds(outcome.deadlineMs)}s deadline`
        : `no answer within the ${seconds(outcome.deadlineMs)}s deadline; the outcome is unknown`;
  }
}

/**
 * One execution of a tool, cut off at its deadline. Whatever the tool's code raises is an outcome here;
 * an error that no taxonomy names is a bug in the tool, and is named as one.
 */
export function makeAttempt(run: Run, call: ToolCall, tool: Tool, attempt: number, now: number): Resolved<Outcome> {
  try {
    return tool.effect === 'read' ? read(run, call, tool, attempt, now) : write(run, call, tool, attempt, now);
  } catch (raised) {
    const error: ToolError =
      raised instanceof ToolBug
        ? { type: raised.type, message: `bug in ${tool.name}: ${raised.type}: ${raised.message}` }
        : { type: 'Error', message: `bug in ${tool.name}: ${String(raised)}` };
    return { result: { kind: 'failed', error }, at: now };
  }
}

/** What a tool with a bug raises: outside every taxonomy, as a TypeError or KeyError would be. */
class ToolBug extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** The next request this tool sends, and the fault it meets. */
function nextFault(run: Run, tool: string): Fault | null {
  return faultOf(run.scenario.faults, tool, run.countRequest(tool));
}

function read(run: Run, call: ToolCall, tool: ReadTool, attempt: number, now: number): Resolved<Outcome> {
  const { latency, policy } = run.scenario;
  const fault = nextFault(run, tool.name);
  const answerAfterMs = answerTime(fault, latency.readMs);
  begin(run, call, tool, attempt, now, { sent: true, fault, answerAfterMs, landsAt: null });
  raiseBug(fault);
  const outcome = (): Outcome => outcomeOf(readAnswer(fault, tool, call.args, run));
  return hear(run, 'read', now, policy.deadlineMs, answerAfterMs, outcome);
}

function readAnswer(fault: Fault | null, tool: ReadTool, args: Arguments, run: Run): ToolAnswer {
  switch (fault?.kind) {
    case 'http':
      return { kind: 'error', error: errorForStatus(fault.status) };
    case 'empty':
      return { kind: 'text', text: '' };
    case 'slow':
    case 'silence':
    case 'bug':
    case undefined:
      return tool.respond(args, run.world);
  }
}

function outcomeOf(answer: ToolAnswer): Outcome {
  return answer.kind === 'text' ? { kind: 'ok', text: answer.text } : { kind: 'failed', error: answer.error };
}

function write(run: Run, call: ToolCall, tool: WriteTool, attempt: number, now: number): Resolved<Outcome> {
  const { latency, policy, order } = run.scenario;
  const refund = refundArguments(call.args);
  if (refund === null) {
    begin(run, call, tool, attempt, now, { sent: false, fault: null, answerAfterMs: null, landsAt: null });
    throw new ToolBug('TypeError', `cannot refund with the arguments ${JSON.stringify(call.args)}`);
  }
  const { orderId, amountMinor } = refund;

  const known = run.guard?.claim(orderId, amountMinor) ?? null;
  if (known !== null) {
    begin(run, call, tool, attempt, now, { sent: false, fault: null, answerAfterMs: latency.guardHitMs, landsAt: null });
    tellGuard(run, call, attempt, now, 'hit', orderId, known);
    const already = `already refunded ${formatMoney(known.amountMinor, order.currency)} to ${orderId} (idempotent skip; no double-charge)`;
    return hear(run, 'write', now, policy.deadlineMs, latency.guardHitMs, () => ({ kind: 'ok', text: already }));
  }

  const fault = nextFault(run, tool.name);
  const answerAfterMs = answerTime(fault, latency.refundMs);
  const landsAfterMs = landingTime(fault, latency);
  const landsAt = landsAfterMs === null ? null : wholeMicroseconds(now + landsAfterMs);
  begin(run, call, tool, attempt, now, { sent: true, fault, answerAfterMs, landsAt });
  if (run.guard !== null) tellGuard(run, call, attempt, now, 'claimed', orderId, null);
  if (fault?.kind === 'bug') releaseClaim(run, call, attempt, now, orderId);
  raiseBug(fault);

  const heardUntil = wholeMicroseconds(now + Math.min(answerAfterMs ?? Infinity, policy.deadlineMs));
  const request: RefundRequest | null =
    landsAt === null ? null : { call: call.call, attempt, orderId, amountMinor, landsAt, heardUntil };
  if (request !== null) run.gateway.submit(request);

  const heard = hear(run, 'write', now, policy.deadlineMs, answerAfterMs, () =>
    writeAnswer(run, fault, request, `refunded ${formatMoney(amountMinor, order.currency)} to ${orderId}`),
  );
  settleClaim(run, call, attempt, heard, orderId);
  return heard;
}

/** The gateway's answer. It can only be heard after the request landed, so its decision is there. */
function writeAnswer(run: Run, fault: Fault | null, request: RefundRequest | null, success: string): Outcome {
  if (fault?.kind === 'http') return { kind: 'failed', error: errorForStatus(fault.status) };
  if (fault?.kind === 'empty') return { kind: 'ok', text: '' };
  if (request !== null && run.gateway.decisionOn(request) === 'over-captured') {
    return {
      kind: 'failed',
      error: { type: 'PermanentError', message: `422: the refunds of ${request.orderId} would exceed what was captured` },
    };
  }
  return { kind: 'ok', text: success };
}

/**
 * Silence leaves the claim: whether the refund happened is not known, so it must not be sent again. So does
 * an answer that says nothing.
 */
function settleClaim(run: Run, call: ToolCall, attempt: number, { result, at }: Resolved<Outcome>, orderId: string): void {
  if (run.guard === null) return;
  switch (result.kind) {
    case 'ok':
      if (classify(result) !== 'ok') return;
      run.guard.confirm(orderId);
      tellGuard(run, call, attempt, at, 'recorded', orderId, null);
      return;
    case 'failed':
      releaseClaim(run, call, attempt, at, orderId);
      return;
    case 'unknown':
      return;
  }
}

function releaseClaim(run: Run, call: ToolCall, attempt: number, at: number, orderId: string): void {
  if (run.guard === null) return;
  run.guard.release(orderId);
  tellGuard(run, call, attempt, at, 'released', orderId, null);
}

/** Null for arguments that the contract check would have refused: only a direct call brings them here. */
function refundArguments(args: Arguments): { orderId: string; amountMinor: number } | null {
  const { order_id: orderId, amount } = args;
  const amountMinor = typeof amount === 'number' ? toMinor(amount) : null;
  return typeof orderId === 'string' && amountMinor !== null && amountMinor > 0 ? { orderId, amountMinor } : null;
}

function raiseBug(fault: Fault | null): void {
  if (fault?.kind === 'bug') throw new ToolBug(fault.type, fault.message);
}

/** Milliseconds until the answer is there; null: it never comes. */
function answerTime(fault: Fault | null, usualMs: number): number | null {
  switch (fault?.kind) {
    case 'slow':
      return fault.latencyMs;
    case 'silence':
      return null;
    case 'http':
    case 'empty':
    case 'bug':
    case undefined:
      return usualMs;
  }
}

/** Milliseconds until a sent refund takes effect; null: it never does. */
function landingTime(fault: Fault | null, latency: Run['scenario']['latency']): number | null {
  const { postingMs, refundMs, latePostingMs } = latency;
  switch (fault?.kind) {
    case 'http':
    case 'empty':
    case 'bug':
      return null;
    case 'slow':
      // The slow part is before the posting: the answer follows it as closely as it always does.
      return Math.max(0, fault.latencyMs - (refundMs - postingMs));
    case 'silence':
      return { 'request-lost': null, 'answer-lost': postingMs, late: latePostingMs }[fault.which];
    case undefined:
      return postingMs;
  }
}

/** Waits for an answer, at the longest until the deadline; an answer at the deadline itself is heard. */
function hear(
  run: Run,
  effect: Tool['effect'],
  sentAt: number,
  deadlineMs: number,
  answerAfterMs: number | null,
  answer: () => Outcome,
): Resolved<Outcome> {
  const inTime = answerAfterMs !== null && answerAfterMs <= deadlineMs;
  const at = wholeMicroseconds(sentAt + (inTime ? answerAfterMs : deadlineMs));
  run.gateway.advanceTo(at);
  return { result: inTime ? answer() : { kind: 'unknown', effect, deadlineMs }, at };
}

interface Begun {
  readonly sent: boolean;
  readonly fault: Fault | null;
  readonly answerAfterMs: number | null;
  readonly landsAt: number | null;
}

function begin(run: Run, { call }: ToolCall, tool: Tool, attempt: number, now: number, begun: Begun): void {
  run.gateway.advanceTo(now);
  run.tell({
    kind: 'attempt',
    id: `${call}.${attempt}.attempt`,
    at: now,
    call,
    attempt,
    tool: tool.name,
    effect: tool.effect,
    deadlineAt: wholeMicroseconds(now + run.scenario.policy.deadlineMs),
    ...begun,
  });
}

function tellGuard(
  run: Run,
  { call }: ToolCall,
  attempt: number,
  at: number,
  move: GuardMove,
  orderId: string,
  record: GuardRecord | null,
): void {
  run.tell({ kind: 'guard', id: `${call}.${attempt}.${move}`, at, call, attempt, move, orderId, record: record?.state ?? null });
}
