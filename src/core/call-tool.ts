import { makeAttempt, rejectedLocally, type Resolved, type ToolCall, type Try } from './attempt.ts';
import { initialMemory, wholeMicroseconds } from './backoff.ts';
import type { Admission, BreakerState } from './breaker.ts';
import { chosenEnd, DEFAULT_RETRY_ON, judge, symptomsOf, type Judgement } from './client.ts';
import { classify, failureObservation, type Disposition, type Outcome, type ToolOutcome } from './outcome.ts';
import { draw } from './random.ts';
import { serverWait } from './retry-after.ts';
import type { RetryQuotaState } from './retry-quota.ts';
import { decide, type Decision, type Layer, type RetryPolicy } from './retry.ts';
import type { Run } from './run.ts';
import { seconds } from './seconds.ts';
import { recoveryOf, type Category } from './taxonomy.ts';
import type { Tool } from './tools.ts';
import type { GateEvent } from './trace.ts';

/** A call under way, over all its layers. */
interface Calling {
  readonly run: Run;
  readonly call: ToolCall;
  readonly tool: Tool;
  readonly start: number;
  attempts: number;
  waitedMs: number;
}

/** How a layer ended, for the layer outside it. */
interface Ended {
  readonly end: Exclude<Disposition, 'recovered'> | 'swallowed';
  readonly category: Category;
  /** The last one; null where there was none. */
  readonly outcome: Outcome | null;
  readonly at: number;
  /** No layer outside goes on after this. */
  readonly final: boolean;
  /** When what is parked is to be resumed. */
  readonly resumesAt?: number;
}

/**
 * The loop around the attempts of one call: judge, decide, wait. What is judged how is the handler's, what is decided
 * is `decide`'s; here is only what happens in which order.
 */
export function callTool(run: Run, call: ToolCall, tool: Tool, start: number): Resolved<ToolOutcome> {
  const calling: Calling = { run, call, tool, start, attempts: 0, waitedMs: 0 };
  const ended = lastWord(calling, tryLayer(calling, run.layers.length - 1, start, Infinity));
  return { result: toolOutcome(calling, ended), at: ended.at };
}

/**
 * A layer with all the layers inside it.
 *
 * @param stopsAt when the layer outside it stops listening, which cuts off whatever goes on inside
 */
function tryLayer(calling: Calling, depth: number, start: number, stopsAt: number): Ended {
  const ended = runLayer(calling, depth, start, stopsAt);
  return ended.at > stopsAt && !ended.final ? cutOff(calling, start, stopsAt) : ended;
}

/** To the layer outside it is silence, whatever the last attempt came to. */
function cutOff({ tool }: Calling, start: number, at: number): Ended {
  const outcome: Outcome = { kind: 'unknown', effect: tool.effect, deadlineMs: wholeMicroseconds(at - start) };
  return { end: 'succeeded', category: 'ok', outcome, at, final: false };
}

function runLayer(calling: Calling, depth: number, start: number, outerStopsAt: number): Ended {
  const { run, call } = calling;
  const layer = run.layers[depth];
  if (layer === undefined) return sendOnce(calling, { deadlineMs: null, stopsAt: Infinity }, start);
  const { policy } = layer;
  const sends = depth === 0;
  let now = start;
  let memory = initialMemory(policy.backoff);
  let retries = 0;
  let busyMs = 0;
  const ofClass = new Map<string, number>();
  for (;;) {
    const began = now;
    const own = limitsOf(policy, busyMs, start, now);
    const limits = { ...own, stopsAt: Math.min(own.stopsAt, outerStopsAt) };
    const tried = sends ? sendOnce(calling, limits, now) : tryLayer(calling, depth - 1, now, endOf(limits, now));
    now = tried.at;
    busyMs += now - began;
    if (tried.final || tried.outcome === null) return tried;
    const { outcome } = tried;
    const judged = judgementOf(run, outcome, policy);
    if (sends) tellOutcome(calling, outcome, judged.category, now);
    if (outcome.kind === 'unknown' && now >= outerStopsAt) return tried;
    if (sends && judged.recovery === 'done') gain(calling, now);
    if (usedUp(policy, busyMs, start, now) && outcome.kind === 'unknown') return gaveUp(calling, tried, judged);
    if (judged.recovery === 'done' && (run.client.stopsAtSuccess || retries >= (policy.maxRetries ?? 0))) {
      return { ...tried, end: 'succeeded', category: 'ok' };
    }
    if (judged.recovery === 'done') {
      retries += 1;
      continue;
    }
    if (judged.recovery !== 'retry') {
      return { ...tried, end: judged.recovery.end, category: judged.category };
    }
    if (run.bodyIsGone) return gaveUp(calling, tried, judged);

    const budgeted = judged.symptoms.find((symptom) => Object.hasOwn(run.client.classBudgets, symptom));
    const budget = budgeted === undefined ? undefined : run.client.classBudgets[budgeted];
    const classRetries = ofClass.get(budgeted ?? '') ?? 0;
    const headers = outcome.kind === 'failed' ? (outcome.error.headers ?? {}) : {};
    const decision = decide(policy, {
      retries,
      ofClass: budget === undefined ? null : { retries: classRetries, budget },
      asked: outcome.kind === 'failed' ? serverWait(policy.retryAfter ?? null, headers, now, run.calendar) : { kind: 'none' },
      spentMs: policy.total?.countsWaits === false ? busyMs : wholeMicroseconds(now - start),
      elapsedMs: wholeMicroseconds(now - start),
      u: run.scenario.fixedDraw ?? draw(run.scenario.seed, 0, drawName(call, run.layers, depth), calling.attempts, 'jitter'),
      memory,
    });
    if (decision.kind !== 'retry') return stopped(calling, tried, judged, decision);
    if (!isPaidFor(calling, now, depth)) {
      return stopped(calling, tried, judged, { kind: 'give-up', reason: 'quota', afterMs: 0 });
    }
    if (budgeted !== undefined) ofClass.set(budgeted, classRetries + 1);
    const waited = wait(calling, depth, decision, now, retries, outerStopsAt);
    now = waited.until;
    if (waited.cut) return cutOff(calling, start, now);
    if (waited.aborted) return { end: 'aborted', category: judged.category, outcome, at: now, final: true };
    if (decision.counted) retries += 1;
    memory = decision.memory;
  }
}

/** The client's budget for retries, over all its calls and layers. */
function isPaidFor(calling: Calling, now: number, depth: number): boolean {
  const { retryQuota } = calling.run;
  if (retryQuota === null) return true;
  const paid = retryQuota.take();
  tellQuota(calling, now, paid ? 'spent' : 'empty', retryQuota.tokens, depth);
  return paid;
}

function gain(calling: Calling, now: number): void {
  const { retryQuota } = calling.run;
  if (retryQuota === null) return;
  const before = retryQuota.tokens;
  retryQuota.succeeded();
  if (retryQuota.tokens !== before) tellQuota(calling, now, 'gained', retryQuota.tokens);
}

/** Several layers may do the same after one attempt; the innermost has the names that a call without layers has. */
function ofLayer(depth: number): string {
  return depth === 0 ? '' : `.${depth + 1}`;
}

/** The innermost layer's draws keep the address that a call without layers has. */
function drawName({ call }: ToolCall, layers: readonly Layer[], depth: number): string {
  return depth === 0 ? call : `${call}/${layers[depth]?.name ?? ''}`;
}

type Limits = Pick<Try, 'deadlineMs' | 'stopsAt'>;

function limitsOf({ deadlineMs, total }: RetryPolicy, busyMs: number, start: number, now: number): Limits {
  if (total === null || total === undefined) return { deadlineMs, stopsAt: Infinity };
  const spentMs = total.countsWaits ? now - start : busyMs;
  return { deadlineMs, stopsAt: wholeMicroseconds(now + Math.max(0, total.deadlineMs - spentMs)) };
}

/** When an attempt that starts now is cut. */
function endOf({ deadlineMs, stopsAt }: Limits, now: number): number {
  return Math.min(stopsAt, wholeMicroseconds(now + (deadlineMs ?? Infinity)));
}

function usedUp({ total }: RetryPolicy, busyMs: number, start: number, now: number): boolean {
  if (total === null || total === undefined) return false;
  return wholeMicroseconds(total.countsWaits ? now - start : busyMs) >= total.deadlineMs;
}

/** One attempt on the wire, unless the user or a late error has ended things. */
function sendOnce(calling: Calling, limits: Limits, now: number): Ended {
  const { run, call, tool } = calling;
  const nothing = { category: 'ok', outcome: null, final: true } as const;
  const crashedAt = run.crashDueBy(now);
  if (crashedAt !== null) return { ...nothing, end: 'crashed', category: 'permanent', at: crashedAt };
  const { abort } = run.client;
  if (abort?.stopsSending === true && now >= abort.atMs) return { ...nothing, end: 'aborted', at: now };
  if (run.isOutOfAttempts()) return { ...nothing, end: 'never-ends', category: 'unknown-outcome', at: now };
  calling.attempts += 1;
  const abortsAt = abort?.wakesWait === true && abort.atMs >= now ? abort.atMs : Infinity;
  const stopsAt = Math.min(limits.stopsAt, abortsAt);
  const tried: Try = { call, attempt: calling.attempts, now, deadlineMs: limits.deadlineMs, stopsAt };
  const admission = admitted(calling, now);
  if (admission.kind === 'rejected') {
    const resumes = admission.until === null ? {} : { resumesAt: admission.until };
    return { end: 'succeeded', category: 'ok', outcome: rejectedLocally(run, tool, tried), at: now, final: false, ...resumes };
  }
  const before = { sent: run.sentInAll, breaker: run.breaker?.state ?? null };
  const { result, at } = makeAttempt(run, tool, tried);
  if (at === Infinity) return { ...nothing, end: 'never-ends', category: 'unknown-outcome', at: now };
  tellBreaker(calling, result, at, before);
  if (result.kind === 'unknown' && at === abortsAt) return { ...nothing, end: 'aborted', outcome: result, at };
  return { end: 'succeeded', category: 'ok', outcome: result, at, final: false };
}

function admitted(calling: Calling, now: number): Admission {
  const { breaker } = calling.run;
  if (breaker === null) return { kind: 'sent' };
  const before = breaker.state;
  const admission = breaker.admit(now);
  if (breaker.state !== before) tellGate(calling, now, { gate: 'breaker', state: breaker.state, tokens: null });
  return admission;
}

function tellBreaker(
  calling: Calling,
  outcome: Outcome,
  at: number,
  before: { readonly sent: number; readonly breaker: BreakerState | null },
): void {
  const { breaker, client, sentInAll } = calling.run;
  if (breaker === null) return;
  if (sentInAll > before.sent) breaker.heard(symptomsOf(outcome, client.classifyBy), at);
  else breaker.notSent();
  if (breaker.state !== before.breaker) tellGate(calling, at, { gate: 'breaker', state: breaker.state, tokens: null });
}

function tellQuota(calling: Calling, at: number, state: RetryQuotaState, tokens: number, depth = 0): void {
  tellGate(calling, at, { gate: 'retry-quota', state, tokens }, depth);
}

function tellGate(
  { run, call: { call }, attempts }: Calling,
  at: number,
  gate: Pick<GateEvent, 'gate' | 'state' | 'tokens'>,
  depth = 0,
): void {
  const id = `${call}.${attempts}.${gate.gate}.${gate.state}${ofLayer(depth)}`;
  run.tell({ kind: 'gate', id, at, call, attempt: attempts, ...gate });
}

/** What the handler makes of it. The essay's asks its taxonomy, a program's client its own lists. */
function judgementOf(run: Run, outcome: Outcome, policy: RetryPolicy): Judgement {
  switch (run.lane.handler) {
    case 'client':
      return judge(outcome, policy.retryOn ?? DEFAULT_RETRY_ON, run.client);
    case 'execute_tool':
    case 'direct': {
      const category = classify(outcome);
      const recovery = category === 'ok' ? 'done' : recoveryOf(category) === 'retry' ? 'retry' : ({ end: 'fed-back' } as const);
      return { category, symptoms: [], recovery };
    }
  }
}

function tellOutcome({ run, call: { call }, attempts }: Calling, outcome: Outcome, category: Category, at: number): void {
  run.tell({ kind: 'outcome', id: `${call}.${attempts}.outcome`, at, call, attempt: attempts, outcome, category });
}

function wait(
  calling: Calling,
  depth: number,
  decision: Extract<Decision, { kind: 'retry' }>,
  now: number,
  retries: number,
  outerStopsAt: number,
): { readonly until: number; readonly aborted: boolean; readonly cut: boolean } {
  const { run, call, attempts } = calling;
  const layer = run.layers[depth];
  const planned = wholeMicroseconds(now + decision.delayMs);
  const { abort } = run.client;
  const aborted = abort?.wakesWait === true && abort.atMs >= now && abort.atMs < Math.min(planned, outerStopsAt);
  const cut = !aborted && planned >= outerStopsAt;
  const until = aborted ? abort.atMs : Math.min(planned, outerStopsAt);
  const delayMs = aborted || cut ? wholeMicroseconds(until - now) : decision.delayMs;
  run.tell({
    kind: 'wait',
    id: `${call.call}.${attempts}.wait${ofLayer(depth)}`,
    at: now,
    call: call.call,
    attempt: attempts,
    retry: retries + 1,
    maxRetries: layer?.policy.maxRetries ?? null,
    nominalMs: decision.nominalMs,
    delayMs,
    until,
    ...(decision.source === 'backoff' ? {} : { source: decision.source }),
    ...(run.layers.length === 1 || layer === undefined ? {} : { layer: layer.name }),
  });
  calling.waitedMs = wholeMicroseconds(calling.waitedMs + delayMs);
  return { until, aborted, cut };
}

/** Nothing clears it in time. A client may have a way of its own to end after this failure. */
function gaveUp({ run }: Calling, tried: Ended, { category, symptoms }: Judgement): Ended {
  const { timeoutIsUnknown, readBack } = run.client;
  const isOpen = tried.outcome?.kind === 'unknown' && (timeoutIsUnknown || readBack !== null);
  return { ...tried, end: chosenEnd(symptoms, run.client) ?? (isOpen ? 'unknown' : 'gave-up'), category };
}

function stopped(calling: Calling, tried: Ended, judged: Judgement, decision: Exclude<Decision, { kind: 'retry' }>): Ended {
  switch (decision.kind) {
    case 'give-up': {
      const at = wholeMicroseconds(tried.at + decision.afterMs);
      return { ...gaveUp(calling, tried, judged), at };
    }
    case 'park':
      return { ...tried, end: 'parked', category: judged.category, final: true, resumesAt: decision.until };
    case 'raise':
      return { ...tried, end: 'crashed', category: judged.category, final: true };
    case 'never':
      return { ...tried, end: 'never-ends', category: judged.category, final: true };
  }
}

/** What comes after the last attempt of the outermost layer: looking whether it happened, a late error, the user's stop. */
function lastWord(calling: Calling, ended: Ended): Ended {
  const { run } = calling;
  const looked = ended.end === 'unknown' ? pollUntilFound(calling, ended) : ended;
  const crashedAt = run.crashDueBy(Number.MAX_VALUE);
  if (crashedAt !== null && looked.end !== 'never-ends') {
    return { ...looked, end: 'crashed', category: 'permanent', at: Math.max(crashedAt, calling.start) };
  }
  const { abort } = run.client;
  return abort !== null && abort.atMs <= looked.at ? { ...looked, end: 'aborted' } : looked;
}

function pollUntilFound(calling: Calling, ended: Ended): Ended {
  const { run, call, attempts } = calling;
  const { readBack } = run.client;
  if (readBack === null) return ended;
  const operation = call.operation?.intent ?? call.call;
  let at = ended.at;
  for (let poll = 1; poll <= readBack.polls; poll += 1) {
    at = wholeMicroseconds(ended.at + poll * readBack.everyMs);
    const { abort } = run.client;
    if (abort?.wakesWait === true && abort.atMs < at) return { ...ended, end: 'aborted', at: Math.max(ended.at, abort.atMs) };
    const found = run.gateway.shows(operation, at, readBack.lagMs);
    const id = `${call.call}.${attempts}.read-back.${run.countReadBack()}`;
    run.tell({ kind: 'read-back', id, at, call: call.call, attempt: attempts, operation, found });
    if (found) return { ...ended, end: 'succeeded', category: 'ok', outcome: { kind: 'ok', text: `found by reading back: ${operation}` }, at };
  }
  return { ...ended, end: readBack.then, at };
}

function toolOutcome({ attempts, waitedMs }: Calling, { end, category, outcome, resumesAt }: Ended): ToolOutcome {
  const ended = { attempts, waitedMs };
  const text = outcome?.kind === 'ok' ? outcome.text : '';
  if (end === 'swallowed') return { ...ended, category: 'ok', observation: 'ok', usable: true, disposition: 'succeeded' };
  if (end === 'succeeded') {
    return { ...ended, category: 'ok', observation: text, usable: true, disposition: attempts > 1 ? 'recovered' : 'succeeded' };
  }
  const failure = category === 'ok' ? 'permanent' : category;
  return {
    ...ended,
    category: failure,
    observation: failureObservation(failure, problemOf(outcome) + endText(end, attempts)),
    usable: false,
    disposition: end,
    ...(resumesAt === undefined || end !== 'parked' ? {} : { resumesAt }),
  };
}

/** What the model is told about a failure: only what the caller saw. */
function problemOf(outcome: Outcome | null): string {
  switch (outcome?.kind) {
    case 'ok':
      return 'the call succeeded but found nothing useful';
    case 'failed':
      return outcome.error.message;
    case 'unknown':
      return outcome.effect === 'read'
        ? `exceeded the ${seconds(outcome.deadlineMs)}s deadline`
        : `no answer within the ${seconds(outcome.deadlineMs)}s deadline; the outcome is unknown`;
    case undefined:
      return 'no answer';
  }
}

function endText(end: Exclude<Disposition, 'succeeded' | 'recovered'>, attempts: number): string {
  switch (end) {
    case 'fed-back':
    case 'rejected':
      return '';
    case 'gave-up':
      return ` (gave up after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'})`;
    case 'unknown':
      return ' (whether it happened is unknown)';
    case 'crashed':
      return ' (the caller ended with it)';
    case 'aborted':
      return ' (stopped by the user)';
    case 'parked':
      return ' (parked, to be resumed)';
    case 'handed-off':
      return ' (handed to a person)';
    case 'never-ends':
      return ' (nothing ends the waiting)';
  }
}

