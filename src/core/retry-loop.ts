import { makeAttempt, rejectedLocally, type Resolved, type Try } from './attempt.ts';
import { delayBeforeRetry, initialMemory, wholeMicroseconds } from './backoff.ts';
import { Batch } from './batch.ts';
import { ofLayer, type Calling } from './calling.ts';
import { DEFAULT_RETRY_ON, ITEM_BY_ITEM, type ReadBackPolls } from './client.ts';
import { admitted, afterAttempt, gain, gatesBefore, isPaidFor } from './gates.ts';
import type { AttemptFacts, Handler, Said } from './handlers/handler.ts';
import { handlerOf } from './handlers/handlers.ts';
import { tallyText } from './item-text.ts';
import { chosenEnd, judge, knowsOpen, leavesOpen, type Judgement } from './judgement.ts';
import { itemsOf } from './operation.ts';
import { failureObservation, type CallEnd, type Outcome, type ToolOutcome } from './outcome.ts';
import { draw } from './random.ts';
import { readBackText } from './read-back-text.ts';
import { serverWait } from './retry-after.ts';
import { decide, type Decision, type Layer, type RetryPolicy } from './retry.ts';
import type { Run } from './run.ts';
import type { Category } from './taxonomy.ts';
import { isToolError } from './tool-error.ts';
import { operationOf, type ToolCall } from './tool-call.ts';
import type { Tool } from './tools.ts';

/** How a layer ended, for the layer outside it. */
interface Ended {
  readonly end: CallEnd | 'swallowed' | 'escaped';
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
export function callWithRetries(run: Run, call: ToolCall, tool: Tool, start: number): EndedCall {
  const { handler: id } = run.lane;
  const handler = id === 'client' || id === 'direct' ? null : handlerOf(id);
  const items = call.operation === null ? undefined : itemsOf(call.operation);
  const batch = items === undefined ? null : new Batch(items, run.client.batch ?? ITEM_BY_ITEM);
  const calling: Calling = { run, call, tool, handler, layers: layersOf(run, handler, call), start, batch, attempts: 0, waitedMs: 0, mayHaveActed: false };
  const ended = lastWord(calling, tryLayer(calling, calling.layers.length - 1, start, Infinity));
  return { result: toolOutcome(calling, ended), at: ended.at, outcome: ended.outcome };
}

/** Null: an exception escapes into the loop. */
interface EndedCall extends Resolved<ToolOutcome | null> {
  /** Of the last attempt that had one. */
  readonly outcome: Outcome | null;
}

/** The layers of the scenario, none of which retries where the call is direct; the policy of a handler that has one of its own, within what its budget leaves. */
function layersOf(run: Run, handler: Handler | null, call: ToolCall): readonly Layer[] {
  if (run.lane.handler === 'direct') return run.layers.map(({ name, policy }) => ({ name, policy: { ...policy, maxRetries: 0 } }));
  if (handler === null) return run.layers;
  const left = handler.budget?.per === 'operation' ? run.attempts.left(call) - 1 : Infinity;
  return run.layers.map(({ name, policy }) => {
    // A document's own loop knows no header and no deadline over all its attempts.
    const own: RetryPolicy = handler.retries === null ? policy : { ...handler.retries, deadlineMs: policy.deadlineMs };
    const allowed = Math.min(own.maxRetries ?? Infinity, left);
    return { name, policy: { ...own, maxRetries: allowed === Infinity ? null : allowed } };
  });
}

/** A budget of attempts is one for all layers together. */
function isSpent({ run, handler, call }: Calling): boolean {
  return handler?.budget?.per === 'operation' && run.attempts.left(call) <= 0;
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
  const layer = calling.layers[depth];
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
    const judged = judgementOf(calling, outcome, policy);
    if (sends) tellOutcome(calling, outcome, judged.category, now);
    if (outcome.kind === 'unknown' && now >= outerStopsAt) return tried;
    if (sends && judged.recovery === 'done') gain(calling, now);
    if (usedUp(policy, busyMs, start, now) && outcome.kind === 'unknown') return exhausted(calling, depth, tried, judged, retries);
    if (judged.recovery === 'done' && (run.client.stopsAtSuccess || retries >= (policy.maxRetries ?? 0))) {
      return { ...tried, end: 'succeeded', category: 'ok' };
    }
    if (judged.recovery === 'done') {
      retries += 1;
      continue;
    }
    if (judged.recovery === 'retry-at-once' && retries < (policy.maxRetries ?? Infinity)) {
      retries += 1;
      continue;
    }
    if (judged.recovery === 'retry-at-once') return gaveUp(calling, tried, judged);
    if (judged.recovery !== 'retry') {
      return { ...tried, end: judged.recovery.end, category: judged.category };
    }
    if (run.bodyIsGone || isSpent(calling)) return exhausted(calling, depth, tried, judged, retries);

    const budgeted = judged.symptoms.find((symptom) => Object.hasOwn(run.client.classBudgets, symptom));
    const budget = budgeted === undefined ? undefined : run.client.classBudgets[budgeted];
    const classRetries = ofClass.get(budgeted ?? '') ?? 0;
    const headers = outcome.kind === 'failed' ? (outcome.error.headers ?? {}) : {};
    const decision = decide(policy, {
      retries,
      ofClass: budget === undefined ? null : { retries: classRetries, budget },
      // A failure inside a 200 comes in an answer too, and without the header.
      asked: outcome.kind === 'unknown' ? { kind: 'none' } : serverWait(policy.retryAfter ?? null, headers, now, run.calendar),
      spentMs: policy.total?.countsWaits === false ? busyMs : wholeMicroseconds(now - start),
      elapsedMs: wholeMicroseconds(now - start),
      u: run.scenario.fixedDraw ?? draw(run.scenario.seed, 0, drawName(call, calling.layers, depth), calling.attempts, 'jitter'),
      memory,
    });
    if (decision.kind !== 'retry') return stopped(calling, depth, tried, judged, decision, retries);
    if (!isPaidFor(calling, now, depth)) {
      return stopped(calling, depth, tried, judged, { kind: 'give-up', reason: 'quota', afterMs: 0 }, retries);
    }
    if (budgeted !== undefined) ofClass.set(budgeted, classRetries + 1);
    calling.batch?.retries(policy.retryOn ?? DEFAULT_RETRY_ON);
    const waited = wait(calling, depth, decision, now, retries, outerStopsAt);
    now = waited.until;
    if (waited.cut) return cutOff(calling, start, now);
    if (waited.aborted) return { end: 'aborted', category: judged.category, outcome, at: now, final: true };
    if (decision.counted) retries += 1;
    memory = decision.memory;
  }
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
  const { run, call, tool, batch, handler } = calling;
  const nothing = { category: 'ok', outcome: null, final: true } as const;
  const crashedAt = run.crashDueBy(now);
  if (crashedAt !== null) return { ...nothing, end: 'crashed', category: 'permanent', at: crashedAt };
  const { abort } = run.client;
  if (abort?.stopsSending === true && now >= abort.atMs) return { ...nothing, end: 'aborted', at: now };
  if (run.isOutOfAttempts(batch?.next.length ?? 0)) return { ...nothing, end: 'never-ends', category: 'unknown-outcome', at: now };
  calling.attempts += 1;
  run.attempts.spend(call);
  const abortsAt = abort?.wakesWait === true && abort.atMs >= now ? abort.atMs : Infinity;
  const stopsAt = Math.min(limits.stopsAt, abortsAt);
  const admission = admitted(calling, now);
  const items = batch === null ? {} : { items: batch.next };
  const atBreaker = admission.kind === 'sent' ? {} : { admission: admission.kind };
  const tried: Try = { call, attempt: calling.attempts, now, deadlineMs: limits.deadlineMs, stopsAt, ...atBreaker, ...items };
  if (admission.kind === 'rejected') {
    const resumes = admission.until === null ? {} : { resumesAt: admission.until };
    return { end: 'succeeded', category: 'ok', outcome: rejectedLocally(run, tool, tried), at: now, final: false, ...resumes };
  }
  const before = gatesBefore(run);
  const { result, at } = makeAttempt(run, tool, tried);
  if (at === Infinity) return { ...nothing, end: 'never-ends', category: 'unknown-outcome', at: now };
  batch?.heard(result);
  if (handler === null && leavesOpen(result, tool.effect, run.client)) calling.mayHaveActed = true;
  afterAttempt(calling, result, at, before);
  if (result.kind === 'unknown' && at === abortsAt) return { ...nothing, end: 'aborted', outcome: result, at };
  return { end: 'succeeded', category: 'ok', outcome: result, at, final: false };
}

/** What the handler makes of it, or where there is none the lists of a program's client. */
function judgementOf(calling: Calling, outcome: Outcome, policy: RetryPolicy): Judging {
  const { run, handler, tool, batch } = calling;
  if (handler === null) {
    const retryOn = policy.retryOn ?? DEFAULT_RETRY_ON;
    const open = isOpen(calling);
    return batch?.judge(outcome, retryOn, run.client, open) ?? judge(outcome, retryOn, run.client, open);
  }
  const facts: AttemptFacts = { effect: tool.effect, keyed: run.isKeyed, guarded: run.guard !== null };
  const { category, next } = handler.judge(outcome, facts);
  switch (next) {
    case 'done':
    case 'retry':
    case 'retry-at-once':
      return { category, symptoms: [], recovery: next };
    case 'feed-back':
      return { category, symptoms: [], recovery: { end: 'fed-back' } };
    case 'look':
      return { category, symptoms: [], recovery: { end: 'unknown' } };
    case 'raise':
      return { category, symptoms: [], recovery: { end: 'escaped' } };
  }
}

/** Something of it may have been done, and no later word closes that. */
function isOpen({ mayHaveActed, batch }: Calling): boolean {
  return mayHaveActed && (batch === null || batch.tally.unknown > 0);
}

/** A judgement, with what only handlers do. */
type Judging = Omit<Judgement, 'recovery'> & {
  readonly recovery: Judgement['recovery'] | 'retry-at-once' | { readonly end: 'escaped' };
};

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
  forNothing = false,
): { readonly until: number; readonly aborted: boolean; readonly cut: boolean } {
  const { run, call, attempts } = calling;
  const layer = calling.layers[depth];
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
    ...(calling.layers.length === 1 || layer === undefined ? {} : { layer: layer.name }),
    ...(forNothing ? { forNothing } : {}),
  });
  calling.waitedMs = wholeMicroseconds(calling.waitedMs + delayMs);
  return { until, aborted, cut };
}

/** The wait that would come before the next attempt, though there is none. */
function sleepForNothing(calling: Calling, depth: number, now: number, retries: number): number {
  const backoff = calling.layers[depth]?.policy.backoff;
  if (backoff === undefined) return now;
  const planned = delayBeforeRetry(backoff, retries + 1, 0, initialMemory(backoff));
  const decision = { kind: 'retry', retry: retries + 1, ...planned, source: 'backoff', counted: true } as const;
  return wait(calling, depth, decision, now, retries, Infinity, true).until;
}

/** Nothing clears it in time. A client may have a way of its own to end after this failure. */
function gaveUp(calling: Calling, tried: Ended, { category, symptoms }: Judging): Ended {
  const { client } = calling.run;
  const silent = tried.outcome?.kind === 'unknown' && knowsOpen(client);
  return { ...tried, end: chosenEnd(symptoms, client) ?? (silent || isOpen(calling) ? 'unknown' : 'gave-up'), category };
}

function stopped(
  calling: Calling,
  depth: number,
  tried: Ended,
  judged: Judging,
  decision: Exclude<Decision, { kind: 'retry' }>,
  retries: number,
): Ended {
  switch (decision.kind) {
    case 'give-up':
      return exhausted(calling, depth, { ...tried, at: wholeMicroseconds(tried.at + decision.afterMs) }, judged, retries);
    case 'park':
      return { ...tried, end: 'parked', category: judged.category, final: true, resumesAt: decision.until };
    case 'raise':
      return { ...tried, end: 'crashed', category: judged.category, final: true };
    case 'never':
      return { ...tried, end: 'never-ends', category: judged.category, final: true };
  }
}

/** What a handler does when nothing is left to retry with. */
function exhausted(calling: Calling, depth: number, tried: Ended, judged: Judging, retries: number): Ended {
  const ended = gaveUp(calling, tried, judged);
  switch (calling.handler?.afterLast) {
    case 'sleeps':
      return { ...ended, at: sleepForNothing(calling, depth, ended.at, retries) };
    case 'parks':
      // Where the same key gave no answer either, the target is asked, and then a person.
      return judged.category === 'unknown-outcome' ? { ...ended, end: 'unknown' } : { ...ended, end: 'parked', category: 'down' };
    case 'raises':
      return { ...ended, end: 'escaped' };
    case 'tells':
    case undefined:
      return ended;
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

/** Where nothing else is said: a few looks a second apart, then a person. */
const ASKS_THEN_HANDS_OVER: ReadBackPolls = { everyMs: 1_000, polls: 3, lagMs: 0, then: 'handed-off' };

function pollUntilFound(calling: Calling, ended: Ended): Ended {
  const { run, call, tool, attempts, handler } = calling;
  const readBack = run.client.readBack ?? (handler?.id === 'typed_failures' ? ASKS_THEN_HANDS_OVER : null);
  // A read leaves nothing that a record could show.
  if (readBack === null || tool.effect === 'read') return ended;
  const operation = operationOf(call);
  let at = ended.at;
  for (let poll = 1; poll <= readBack.polls; poll += 1) {
    at = wholeMicroseconds(ended.at + poll * readBack.everyMs);
    const { abort } = run.client;
    if (abort?.wakesWait === true && abort.atMs < at) return { ...ended, end: 'aborted', at: Math.max(ended.at, abort.atMs) };
    const found = run.gateway.shows(operation, at, readBack.lagMs, call.operation?.items);
    const id = `${call.call}.${attempts}.read-back.${run.countReadBack()}`;
    run.tell({ kind: 'read-back', id, at, call: call.call, attempt: attempts, operation, found });
    if (found) calling.batch?.foundWhole();
    if (found) return { ...ended, end: 'succeeded', category: 'ok', outcome: { kind: 'ok', text: readBackText(operation) }, at };
  }
  return { ...ended, end: readBack.then, at };
}

function toolOutcome(calling: Calling, ended: Ended): ToolOutcome | null {
  const { attempts, waitedMs } = calling;
  const { resumesAt } = ended;
  // Nothing around a program's operation catches what escapes.
  const end = ended.end === 'escaped' && calling.call.operation !== null ? 'crashed' : ended.end;
  if (end === 'escaped') return null;
  // Who swallows a failure tells nothing of its items either.
  if (end === 'swallowed') return { category: 'ok', observation: 'ok', attempts, usable: true, waitedMs, disposition: 'succeeded' };
  const tally = calling.batch === null ? {} : { tally: calling.batch.tally };
  const category = end === 'succeeded' || ended.category !== 'ok' ? ended.category : 'permanent';
  const disposition = end === 'succeeded' && attempts > 1 ? 'recovered' : end;
  const usable = end === 'succeeded';
  const { text, isError, advice } = said(calling, { ...ended, end, category });
  return {
    category,
    observation: text,
    attempts,
    usable,
    waitedMs,
    disposition,
    ...(isError === isToolError({ usable, category }) ? {} : { isError }),
    ...(advice === null ? {} : { advice }),
    ...(resumesAt === undefined || end !== 'parked' ? {} : { resumesAt }),
    ...tally,
    ...pageTold(calling, ended.outcome),
  };
}

/** Where the text says which page it is, of a tool that can be asked for the next. */
function pageTold({ handler, tool: { contract } }: Calling, outcome: Outcome | null): Pick<ToolOutcome, 'part'> {
  const tells = handler?.tellsPages === true && Object.values(contract).some(({ type }) => type === 'cursor');
  return tells && outcome?.kind === 'ok' && outcome.part !== undefined ? { part: outcome.part } : {};
}

/** A program's client has no text of its own: it is told as the essay's wrapper tells it. */
function said({ handler, tool, attempts, batch }: Calling, { end, category, outcome }: Ended & { readonly end: CallEnd }): Said {
  if (batch !== null && category !== 'ok' && outcome?.kind === 'ok') {
    return { text: failureObservation(category, tallyText(batch.tally)), isError: true, advice: null };
  }
  const { say } = handler ?? handlerOf('execute_tool');
  return say({ tool: tool.name, effect: tool.effect, category, end, attempts, outcome, refused: null });
}
