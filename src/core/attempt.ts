import { mayHaveHappened } from './ambiguity.ts';
import { wholeMicroseconds } from './backoff.ts';
import { answerTime, faultOf, landingTime, type Fault } from './fault.ts';
import type { WriteRequest } from './gateway.ts';
import type { GuardMove, GuardRecord, ReadBack } from './guard.ts';
import type { Arrival, Receipt } from './key-store.ts';
import type { KeyFields } from './idempotency-key.ts';
import { itemResultsText } from './item-text.ts';
import { formatMoney, toMinor } from './money.ts';
import { wishesOf } from './operation.ts';
import { classify, type ItemResults, type Outcome, type Part, type ToolError } from './outcome.ts';
import { recordsText } from './records-text.ts';
import type { Run } from './run.ts';
import { statusSymptoms } from './symptoms.ts';
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
  /** What the client's breaker makes of it; absent: it lets it through, or there is none. */
  readonly admission?: 'probe' | 'rejected';
  /** Of a batch: those that this request holds. */
  readonly items?: readonly number[];
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
  begin(run, tool, tried, { sent: false, fault: null, answerAfterMs: 0, landsAt: null });
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
function nextFault(run: Run, { call, now }: Try, tool: Tool): Fault | null {
  return faultOf(run.scenario.faults, run.countRequest(tool.name, call.operation?.id ?? null, pageOf(run, tool, call), now));
}

/** Which page a call asks for: a program's says so, a model's has its cursor. Null: none. */
function pageOf({ world: { listing } }: Run, tool: Tool, { args, page }: ToolCall): number | null {
  if (page !== undefined || tool.effect === 'write' || tool.page === undefined || listing === null) return page ?? null;
  return tool.page(args, listing);
}

function read(run: Run, tool: ReadTool, tried: Try): Resolved<Outcome> {
  const fault = nextFault(run, tried, tool);
  const answerAfterMs = answerTime(fault, run.scenario.latency.readMs);
  begin(run, tool, tried, { sent: true, fault, answerAfterMs, landsAt: null });
  raiseBug(fault);
  return hear(run, tool, tried, fault, answerAfterMs, (at) => {
    const usual = outcomeOf(tool.respond(tried.call.args, run.world), at);
    if (fault?.kind === 'partial' && usual.kind === 'ok' && usual.part !== undefined) return lacking(usual.text, usual.part, fault.returned);
    return faultAnswer(run, fault, at) ?? usual;
  });
}

function outcomeOf(answer: ToolAnswer, at: number): Outcome {
  if (answer.kind === 'error') return { kind: 'failed', error: answer.error };
  const { text, part } = answer;
  return part === undefined ? { kind: 'ok', text } : { kind: 'ok', text, part: { ...part, readAt: at } };
}

/** A page that lacks some of its items, and goes on as though it had them all. */
function lacking(text: string, part: Part, returned: number): Outcome {
  const fewer = Math.min(returned, part.returned);
  return { kind: 'ok', text: text.replace(/^\d+/, String(fewer)), part: { ...part, returned: fewer } };
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
      return { kind: 'ok', text: recordsText(returned), part: { returned, total, cursor: 'page-2', readAt: at } };
    }
    case 'ok':
    case 'items':
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
  const { operation } = asked;
  const fault = nextFault(run, tried, tool);
  const answerAfterMs = answerTime(fault, latency.refundMs);
  const landsAfterMs = landingTime(fault, { answerMs: latency.refundMs, postingMs: latency.postingMs, lateMs: latency.latePostingMs });
  const dueAt = landsAfterMs === null ? null : wholeMicroseconds(now + landsAfterMs);
  const { failed, notAttempted, taken } = servedItems(fault, tried.items);
  const asks = (taken ?? [null]).map((item) => ({ item, ...askedAtDoor(run, tried, asked, fault, dueAt, item) }));
  const fresh = asks.filter(({ receipt }) => receipt === null || receipt.kind === 'fresh');
  const landsAt = fresh.length > 0 ? dueAt : null;
  begin(run, tool, tried, { sent: true, fault, answerAfterMs, landsAt });
  run.noteSent(operation, now);
  if (claimed) tellGuard(run, tried, now, 'claimed', operation, null);
  if (fault?.kind === 'bug') releaseClaim(run, tried, now, operation);
  raiseBug(fault);

  const heardUntil = wholeMicroseconds(now + Math.min(answerAfterMs ?? Infinity, patienceOf(tried) ?? Infinity));
  const { body } = run.client;
  const arrivals = fresh.flatMap(({ arrival }) => arrival ?? []);
  const request: WriteRequest | null =
    landsAt === null || arrivals.length === 0
      ? null
      : {
          call: call.call,
          tool: tool.name,
          attempt,
          operation,
          amountMinor: asked.amountMinor * fresh.length,
          units: (call.operation?.units ?? 1) * fresh.length,
          ...(taken === undefined ? {} : { items: fresh.flatMap(({ item }) => item ?? []) }),
          spoiled: !body.replayable && attempt > 1,
          landsAt,
          heardUntil,
          arrivals,
        };
  if (request !== null) run.gateway.submit(request);

  const answer = (): Outcome => {
    const refusal = overCaptured(run, request, asked);
    if (refusal !== null) return refusal;
    if (tried.items === undefined) return receiptAnswer(asks[0]?.receipt ?? null, asked);
    const answers = asks.map(({ item, receipt }) => ({ item: item ?? 0, answer: receiptAnswer(receipt, asked) }));
    return itemsAnswer(asked, {
      done: answers.flatMap(({ item, answer: { kind } }) => (kind === 'ok' ? [item] : [])),
      failed: [...failed, ...answers.flatMap(({ item, answer: own }) => (own.kind === 'failed' ? [{ item, symptoms: own.error.symptoms ?? [] }] : []))],
      notAttempted,
    });
  };
  const heard = hear(run, tool, tried, fault, answerAfterMs, (at) => {
    if (fault?.kind === 'crash' && fault.point === 'after-recording') settleClaim(run, tried, { result: answer(), at }, asked);
    return faultAnswer(run, fault, at) ?? answer();
  });
  settleClaim(run, tried, heard, asked);
  forgetKeys(run, tried, heard.result, operation);
  return heard;
}

/** What a dependency makes of the items of one request; `taken` undefined: it is no batch. */
function servedItems(fault: Fault | null, items: readonly number[] | undefined): { taken: readonly number[] | undefined } & Omit<ItemResults, 'done'> {
  if (items === undefined || fault?.kind !== 'items') return { taken: items, failed: [], notAttempted: [] };
  const statuses = new Map(fault.failed.map(({ item, status }) => [item, status]));
  const first = items.findIndex((item) => statuses.has(item));
  const reached = fault.ordered === true && first !== -1 ? items.slice(0, first + 1) : items;
  return {
    taken: reached.filter((item) => !statuses.has(item)),
    failed: reached.flatMap((item) => {
      const status = statuses.get(item);
      return status === undefined ? [] : [{ item, symptoms: statusSymptoms(status) }];
    }),
    notAttempted: items.slice(reached.length),
  };
}

/** What the gateway's door makes of one item, or of the whole where there are none. */
function askedAtDoor(run: Run, tried: Try, asked: Write, fault: Fault | null, dueAt: number | null, item: number | null) {
  // Minted before the request leaves, whether or not it arrives.
  const key = run.keys.keyFor(keyFields(tried.call, asked.operation, item), tried.now);
  const arrival = arrivalOf(tried, asked, fault, dueAt, key);
  return { arrival, receipt: arrival === null ? null : run.gateway.receive(arrival) };
}

/** After an error an intent may start over under another key, and so may an item of a batch. */
function forgetKeys(run: Run, { call, items }: Try, outcome: Outcome, operation: string): void {
  const forget = (item: number | null, symptoms: readonly string[]): void => {
    for (const name of symptoms) run.keys.afterError(keyFields(call, operation, item), name);
  };
  if (outcome.kind === 'failed') for (const item of items ?? [null]) forget(item, outcome.error.symptoms ?? []);
  if (outcome.kind === 'ok') for (const { item, symptoms } of outcome.items?.failed ?? []) forget(item, symptoms);
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

function keyFields(call: ToolCall, operation: string, item: number | null): KeyFields {
  const [intent = operation] = wishesOf(operation, item === null ? undefined : [item]);
  return { intent, subject: call.operation?.subject ?? operation };
}

/** The gateway's own decision. An answer can only be heard after the request landed, so it is there. */
function overCaptured(run: Run, request: WriteRequest | null, { operation }: Write): Outcome | null {
  if (request === null || run.gateway.decisionOn(request) !== 'over-captured') return null;
  return refused(`422: the refunds of ${operation} would exceed what was captured`, ['422', '4xx']);
}

/** What the gateway says of a request, or of one item, by what its key was known for. */
function receiptAnswer(receipt: Receipt | null, { done }: Write): Outcome {
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
      return { kind: 'ok', text: done };
  }
}

/** The status is a success, whatever the items say. */
function itemsAnswer({ done }: Write, items: ItemResults): Outcome {
  return { kind: 'ok', text: itemResultsText(items) ?? done, items };
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
  readonly fault: Fault | null;
  readonly answerAfterMs: number | null;
  readonly landsAt: number | null;
}

function begin(run: Run, tool: Tool, tried: Try, begun: Begun): void {
  const { call: { call }, attempt, now, admission } = tried;
  const patienceMs = patienceOf(tried);
  const page = pageOf(run, tool, tried.call);
  run.gateway.advanceTo(now);
  run.tell({
    kind: 'attempt',
    id: `${call}.${attempt}.attempt`,
    at: now,
    call,
    attempt,
    tool: tool.name,
    effect: tool.effect,
    ...(page === null ? {} : { page }),
    ...(tried.items === undefined ? {} : { items: tried.items }),
    deadlineAt: patienceMs === null ? null : wholeMicroseconds(now + patienceMs),
    // What the guard answers from its record is not sent, so it probes nothing.
    ...(admission === undefined || (admission === 'probe' && !begun.sent) ? {} : { admission }),
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
