import { mayHaveHappened } from './ambiguity.ts';
import { wholeMicroseconds } from './backoff.ts';
import { answerTime, faultOf, landingTime, type Fault } from './fault.ts';
import type { WriteRequest } from './gateway.ts';
import type { GuardMove, GuardRecord, ReadBack } from './guard.ts';
import type { Arrival, Receipt } from './key-store.ts';
import { formatMoney, toMinor } from './money.ts';
import { classify, type Outcome, type ToolError } from './outcome.ts';
import type { Run } from './run.ts';
import { operationOf, type ToolCall } from './tool-call.ts';
import { errorForStatus, type ReadTool, type Tool, type ToolAnswer, type WriteTool } from './tools.ts';

/** A result, and the virtual time at which it is there. */
export interface Resolved<Result> {
  readonly result: Result;
  /** Infinity: nobody is left who would wait, or nothing ends the waiting. */
  readonly at: number;
}

/** One execution: of which call, which attempt, sent when, and how long an answer is waited for. */
export interface Try {
  readonly call: ToolCall;
  /** Counted from 1, over all layers of the call. */
  readonly attempt: number;
  readonly now: number;
  /** The attempt's own deadline, from its sending, in milliseconds; null: none. */
  readonly deadlineMs: number | null;
  /** When all waiting ends, whatever it is for: the call's deadline, or the user's stop; Infinity: never. */
  readonly stopsAt: number;
  /** A half-open breaker lets it through. */
  readonly probes: boolean;
}

/** How long an answer to what is sent now is waited for; null: for ever. */
function patienceOf({ now, deadlineMs, stopsAt }: Try): number | null {
  const ms = Math.min(deadlineMs ?? Infinity, wholeMicroseconds(stopsAt - now));
  return ms === Infinity ? null : ms;
}

/**
 * One execution of a tool, cut off when patience ends. Whatever the tool's code raises is an outcome here;
 * an error that no taxonomy names is a bug in the tool, and is named as one.
 */
export function makeAttempt(run: Run, tool: Tool, tried: Try): Resolved<Outcome> {
  try {
    return tool.effect === 'read' ? read(run, tool, tried) : write(run, tool, tried);
  } catch (raised) {
    return { result: { kind: 'failed', error: bugIn(tool, raised) }, at: tried.now };
  }
}

/** An attempt that the client's own breaker rejects: nothing leaves the process, so nothing is applied. */
export function rejectedLocally(run: Run, tool: Tool, tried: Try): Outcome {
  begin(run, tool, tried, { sent: false, admission: 'rejected', fault: null, answerAfterMs: 0, landsAt: null });
  return { kind: 'failed', error: { type: 'CircuitOpen', message: 'the circuit is open: not sent', symptoms: ['circuit-open'] } };
}

function bugIn({ name }: Tool, raised: unknown): ToolError {
  const type = raised instanceof ToolBug ? raised.type : raised instanceof TypeError ? 'TypeError' : 'Error';
  const message = raised instanceof Error ? raised.message : String(raised);
  return { type, message: `bug in ${name}: ${type}: ${message}`, raised: message };
}

/** What a tool with a bug raises: outside every taxonomy, as a TypeError or KeyError would be. */
class ToolBug extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

function raiseBug(fault: Fault | null): void {
  if (fault?.kind === 'bug') throw new ToolBug(fault.type, fault.message);
}

/** The next request this call sends, and the fault it meets. */
function nextFault(run: Run, { call, now }: Try, tool: string): Fault | null {
  return faultOf(run.scenario.faults, run.countRequest(tool, call.operation?.id ?? null, now));
}

function read(run: Run, tool: ReadTool, tried: Try): Resolved<Outcome> {
  const fault = nextFault(run, tried, tool.name);
  const answerAfterMs = answerTime(fault, run.scenario.latency.readMs);
  begin(run, tool, tried, { sent: true, fault, answerAfterMs, landsAt: null });
  raiseBug(fault);
  return hear(run, tool, tried, fault, answerAfterMs, (at) => faultAnswer(run, fault, at) ?? outcomeOf(tool.respond(tried.call.args, run.world)));
}

function outcomeOf(answer: ToolAnswer): Outcome {
  return answer.kind === 'text' ? { kind: 'ok', text: answer.text } : { kind: 'failed', error: answer.error };
}

/** What the caller gets where the fault itself gives the answer; null: the tool does. */
function faultAnswer(run: Run, fault: Fault | null, at: number): Outcome | null {
  switch (fault?.kind) {
    case 'http': {
      const { status, body, headers } = fault;
      const told = body === undefined ? {} : { body };
      if (status < 400) return { kind: 'ok', text: `HTTP ${status}`, ...told };
      const error = { ...errorForStatus(status), ...told };
      return { kind: 'failed', error: headers === undefined ? error : { ...error, headers } };
    }
    case 'network': {
      const [what, symptoms] =
        fault.phase === 'connect' ? ['no connection', ['connect', 'network']] : ['the connection broke', ['network']];
      return { kind: 'failed', error: { type: 'TransientError', message: what, symptoms } };
    }
    case 'declined':
      return { kind: 'failed', error: declined(fault.code) };
    case 'error':
      return { kind: 'failed', error: { type: 'PermanentError', message: fault.name, symptoms: [fault.name], returned: true } };
    case 'crash':
      run.crash();
      return { kind: 'failed', error: { type: 'Crash', message: 'the process ended and was started anew', symptoms: ['crash'] } };
    case 'empty':
      return { kind: 'ok', text: '' };
    case 'partial': {
      const { returned, total } = fault;
      return { kind: 'ok', text: `${returned} records`, part: { returned, total, cursor: 'page-2', readAt: at } };
    }
    case 'ok':
    case 'slow':
    case 'silence':
    case 'bug':
    case undefined:
      return null;
  }
}

/** What a write is about, whoever asks for it. */
interface Write {
  /** By which a guard knows it. */
  readonly operation: string;
  readonly amountMinor: number;
  /** What an answer says of it. */
  readonly done: string;
  readonly already: (amountMinor: number) => string;
}

function write(run: Run, tool: WriteTool, tried: Try): Resolved<Outcome> {
  const { latency } = run.scenario;
  const asked = writeAsked(run, tool, tried.call);
  if (asked === null) {
    begin(run, tool, tried, { sent: false, fault: null, answerAfterMs: null, landsAt: null });
    throw new ToolBug('TypeError', `${tool.name} cannot use the arguments ${JSON.stringify(tried.call.args)}`);
  }
  const { operation, amountMinor } = asked;

  const check = run.guard?.check(operation, amountMinor) ?? { kind: 'send', claimed: false };
  switch (check.kind) {
    case 'hit':
      begin(run, tool, tried, { sent: false, fault: null, answerAfterMs: latency.guardHitMs, landsAt: null });
      tellGuard(run, tried, tried.now, 'hit', operation, check.record);
      return hear(run, tool, tried, null, latency.guardHitMs, () => ({ kind: 'ok', text: asked.already(check.record.amountMinor) }));
    case 'read-back': {
      const { found, at } = readBack(run, tried, operation, check.how);
      if (at > tried.stopsAt) return stoppedWaiting(run, tool, tried);
      if (!found) return send(run, tool, { ...tried, now: at }, asked, false);
      run.guard?.confirm(operation, amountMinor);
      begin(run, tool, { ...tried, now: at }, { sent: false, fault: null, answerAfterMs: latency.guardHitMs, landsAt: null });
      return hear(run, tool, { ...tried, now: at }, null, latency.guardHitMs, () => ({ kind: 'ok', text: asked.already(amountMinor) }));
    }
    case 'send':
      return send(run, tool, tried, asked, check.claimed);
  }
}

/** What was sent before had not settled when the waiting had to end: nothing is sent, and nothing more is known. */
function stoppedWaiting(run: Run, tool: WriteTool, tried: Try): Resolved<Outcome> {
  const { now, stopsAt } = tried;
  begin(run, tool, { ...tried, now: stopsAt }, { sent: false, fault: null, answerAfterMs: null, landsAt: null });
  return { result: { kind: 'unknown', effect: 'write', deadlineMs: wholeMicroseconds(stopsAt - now) }, at: stopsAt };
}

/** Looks into the gateway's records. Nothing found decides only when everything sent before has settled. */
function readBack(run: Run, tried: Try, operation: string, { lagMs, settleMs }: ReadBack): { found: boolean; at: number } {
  const look = (at: number): boolean => {
    const found = run.gateway.shows(operation, at, lagMs);
    run.tell({ kind: 'read-back', id: `${tried.call.call}.${tried.attempt}.read-back.${run.countReadBack()}`, at, call: tried.call.call, attempt: tried.attempt, operation, found });
    return found;
  };
  const { now } = tried;
  if (look(now)) return { found: true, at: now };
  const lastSent = run.lastSent(operation);
  const settledAt = settleMs === null || lastSent === null ? now : wholeMicroseconds(lastSent + settleMs);
  if (settledAt <= now) return { found: false, at: now };
  return { found: settledAt <= tried.stopsAt && look(settledAt), at: settledAt };
}

function send(run: Run, tool: WriteTool, tried: Try, asked: Write, claimed: boolean): Resolved<Outcome> {
  const { latency } = run.scenario;
  const { call, attempt, now } = tried;
  const { operation, amountMinor } = asked;
  const fault = nextFault(run, tried, tool.name);
  const answerAfterMs = answerTime(fault, latency.refundMs);
  const landsAfterMs = landingTime(fault, { answerMs: latency.refundMs, postingMs: latency.postingMs, lateMs: latency.latePostingMs });
  const dueAt = landsAfterMs === null ? null : wholeMicroseconds(now + landsAfterMs);
  // Minted before the request leaves, whether or not it arrives.
  const key = run.keys.keyFor(keyFields(call, operation), now);
  const arrival = arrivalOf(tried, asked, fault, dueAt, key);
  const receipt = arrival === null ? null : run.gateway.receive(arrival);
  const landsAt = receipt === null || receipt.kind === 'fresh' ? dueAt : null;
  begin(run, tool, tried, { sent: true, fault, answerAfterMs, landsAt });
  run.noteSent(operation, now);
  if (claimed) tellGuard(run, tried, now, 'claimed', operation, null);
  if (fault?.kind === 'bug') releaseClaim(run, tried, now, operation);
  raiseBug(fault);

  const heardUntil = wholeMicroseconds(now + Math.min(answerAfterMs ?? Infinity, patienceOf(tried) ?? Infinity));
  const { body } = run.client;
  const request: WriteRequest | null =
    landsAt === null || arrival === null
      ? null
      : {
          call: call.call,
          tool: tool.name,
          attempt,
          operation,
          amountMinor,
          units: call.operation?.units ?? 1,
          spoiled: !body.replayable && attempt > 1,
          landsAt,
          heardUntil,
          arrival,
        };
  if (request !== null) run.gateway.submit(request);

  const heard = hear(run, tool, tried, fault, answerAfterMs, (at) => {
    if (fault?.kind === 'crash' && fault.point === 'after-recording') {
      settleClaim(run, tried, { result: gatewayAnswer(run, receipt, request, asked), at }, asked);
    }
    return faultAnswer(run, fault, at) ?? gatewayAnswer(run, receipt, request, asked);
  });
  settleClaim(run, tried, heard, asked);
  if (heard.result.kind === 'failed') for (const name of heard.result.error.symptoms ?? []) run.keys.afterError(keyFields(call, operation), name);
  return heard;
}

/** Null where the request never reaches the gateway's door. */
function arrivalOf(
  { call, now }: Try,
  { operation, amountMinor }: Write,
  fault: Fault | null,
  landsAt: number | null,
  key: string | null,
): Arrival | null {
  const failure = landsAt === null ? failureOf(fault) : null;
  if (landsAt === null && failure === null) return null;
  const { body = '', endpoint = '', tenant = '' } = call.operation ?? {};
  return {
    key,
    intent: operation,
    amountMinor,
    body,
    endpoint,
    tenant,
    at: now,
    landsAt,
    failure,
    thenDeleted: fault?.kind === 'ok' && fault.thenDeleted === true,
  };
}

/** How the gateway's own work fails. Every other error comes before it, or from elsewhere. */
function failureOf(fault: Fault | null): ToolError | null {
  if (fault?.kind === 'declined') return declined(fault.code);
  return fault?.kind === 'http' && fault.status === 500 ? errorForStatus(500) : null;
}

function declined(code: string): ToolError {
  return { type: 'PermanentError', message: `declined: ${code}`, symptoms: ['rejected'] };
}

function keyFields(call: ToolCall, operation: string) {
  return { intent: operation, subject: call.operation?.subject ?? operation };
}

/** The gateway's own answer. It can only be heard after the request landed, so its decision is there. */
function gatewayAnswer(run: Run, receipt: Receipt | null, request: WriteRequest | null, { operation, done }: Write): Outcome {
  switch (receipt?.kind) {
    case 'replay':
      if (receipt.deleted) return refused('410: what this key made is gone', ['resource-gone', '410', '4xx']);
      if (receipt.failure !== null) {
        const message = `${receipt.failure.message} (the stored answer of an earlier request)`;
        return { kind: 'failed', error: { ...receipt.failure, message } };
      }
      return { kind: 'ok', text: `${done} (the stored answer of an earlier request)`, replayed: true };
    case 'in-flight':
      return refused('409: a request with this key is still in progress', ['409-inflight', '409', '4xx']);
    case 'mismatch':
      return refused('422: the key was used with another payload', ['422', '4xx']);
    case 'duplicate':
      return refused('409: this was asked before', ['409', '4xx']);
    case 'fresh':
    case undefined:
      break;
  }
  if (request !== null && run.gateway.decisionOn(request) === 'over-captured') {
    return refused(`422: the refunds of ${operation} would exceed what was captured`, ['422', '4xx']);
  }
  return { kind: 'ok', text: done };
}

function refused(message: string, symptoms: readonly string[]): Outcome {
  return { kind: 'failed', error: { type: 'PermanentError', message, symptoms } };
}

/**
 * Silence leaves the claim: whether the effect happened is not known, so it must not be sent again. So does
 * an answer that says nothing, and an error that may have come after the effect.
 */
function settleClaim(run: Run, tried: Try, { result, at }: Resolved<Outcome>, { operation, amountMinor }: Write): void {
  if (run.guard === null) return;
  switch (result.kind) {
    case 'ok':
      if (classify(result) !== 'ok') return;
      run.guard.confirm(operation, amountMinor);
      tellGuard(run, tried, at, 'recorded', operation, null);
      return;
    case 'failed':
      if (!mayHaveHappened(result.error.symptoms ?? [])) releaseClaim(run, tried, at, operation);
      return;
    case 'unknown':
      return;
  }
}

function releaseClaim(run: Run, tried: Try, at: number, operation: string): void {
  if (run.guard === null) return;
  run.guard.release(operation);
  tellGuard(run, tried, at, 'released', operation, null);
}

/** Null for arguments that the contract check would have refused: only a direct call brings them here. */
function writeAsked(run: Run, tool: WriteTool, call: ToolCall): Write | null {
  const { args, operation } = call;
  if (operation !== null) {
    const done = `done: ${operation.id}`;
    return { operation: operation.intent, amountMinor: operation.amountMinor, done, already: () => `already ${done}` };
  }
  const { order_id: orderId, amount } = args;
  const amountMinor = typeof amount === 'number' ? toMinor(amount) : null;
  if (typeof orderId !== 'string' || amountMinor === null || amountMinor <= 0) return null;
  const money = (minor: number): string => formatMoney(minor, run.scenario.order.currency);
  const [done, link] = tool.says;
  return {
    operation: operationOf(call),
    amountMinor: tool.sign * amountMinor,
    done: `${done} ${money(amountMinor)} ${link} ${orderId}`,
    already: (minor) => `already ${done} ${money(tool.sign * minor)} ${link} ${orderId} (idempotent skip; no double-charge)`,
  };
}

/** Waits for an answer as long as patience lasts; an answer at its very end is heard. */
function hear(
  run: Run,
  { effect }: Tool,
  tried: Try,
  fault: Fault | null,
  answerAfterMs: number | null,
  answer: (at: number) => Outcome,
): Resolved<Outcome> {
  const { now } = tried;
  const patienceMs = patienceFor(run, fault, patienceOf(tried));
  const inTime = answerAfterMs !== null && answerAfterMs <= (patienceMs ?? Infinity);
  if (!inTime && answerAfterMs !== null && fault !== null && endsInError(fault)) {
    run.abandonedErrorsAt.push(wholeMicroseconds(now + answerAfterMs));
  }
  const endsAfterMs = inTime ? answerAfterMs : (patienceMs ?? Infinity);
  const at = wholeMicroseconds(now + endsAfterMs);
  // What nobody waits for lands when the run is closed.
  if (at === Infinity) return { result: { kind: 'unknown', effect, deadlineMs: 0 }, at };
  run.gateway.advanceTo(at);
  return { result: inTime ? answer(at) : { kind: 'unknown', effect, deadlineMs: patienceMs ?? 0 }, at };
}

function endsInError(fault: Fault): boolean {
  return fault.kind === 'http' ? fault.status >= 400 : ['network', 'declined', 'error'].includes(fault.kind);
}

/** A deadline that ends with the headers does not see a body that stalls after them. */
function patienceFor(run: Run, fault: Fault | null, patienceMs: number | null): number | null {
  if (run.client.deadlineCovers === 'answer' || fault?.kind !== 'slow' || fault.headersAfterMs === undefined) return patienceMs;
  return fault.headersAfterMs <= (patienceMs ?? Infinity) ? null : patienceMs;
}

interface Begun {
  readonly sent: boolean;
  readonly admission?: 'rejected';
  readonly fault: Fault | null;
  readonly answerAfterMs: number | null;
  readonly landsAt: number | null;
}

function begin(run: Run, tool: Tool, tried: Try, begun: Begun): void {
  const { call: { call }, attempt, now, probes } = tried;
  const patienceMs = patienceOf(tried);
  run.gateway.advanceTo(now);
  run.tell({
    kind: 'attempt',
    id: `${call}.${attempt}.attempt`,
    at: now,
    call,
    attempt,
    tool: tool.name,
    effect: tool.effect,
    deadlineAt: patienceMs === null ? null : wholeMicroseconds(now + patienceMs),
    // What a guard answers from its record is none.
    ...(probes && begun.sent ? { admission: 'probe' } : {}),
    ...begun,
  });
}

function tellGuard(
  run: Run,
  { call: { call }, attempt }: Try,
  at: number,
  move: GuardMove,
  operation: string,
  record: GuardRecord | null,
): void {
  run.tell({ kind: 'guard', id: `${call}.${attempt}.${move}`, at, call, attempt, move, operation, record: record?.state ?? null });
}
