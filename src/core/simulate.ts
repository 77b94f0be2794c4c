import { nextMove, type Order } from './agent.ts';
import { makeAttempt, type Resolved } from './attempt.ts';
import { wholeMicroseconds } from './backoff.ts';
import { readPages } from './read-pages.ts';
import { callWithRetries } from './retry-loop.ts';
import { executeTool } from './execute.ts';
import { handlerOf } from './handlers/handlers.ts';
import { LoopGuard, stopped, warned } from './loop-guard.ts';
import { laneScenario } from './lane-scenario.ts';
import { deliveryCall, OPERATION_TOOL, type Operation, type Redelivery } from './operation.ts';
import { classify, type ToolOutcome } from './outcome.ts';
import { Run } from './run.ts';
import type { LaneSetting, ModelPlan, Scenario } from './scenario.ts';
import type { ToolCall } from './tool-call.ts';
import { toolNamed, type ReadTool, type WriteTool } from './tools.ts';
import type { LaneTrace, Trace } from './trace.ts';

/** Runs a scenario in every lane. Same scenario, same trace, on every machine. Never throws. */
export function simulate(scenario: Scenario): Trace {
  return { lanes: scenario.lanes.map((lane) => simulateLane(scenario, lane)) };
}

/** One lane, with its own changes to the scenario. */
export function simulateLane(scenario: Scenario, lane: LaneSetting): LaneTrace {
  const changed = laneScenario(scenario, lane);
  const run = new Run(changed, lane);
  const { agent } = changed;
  if (agent.controller === 'operations') carryOut(run, agent.operations, agent.redeliver ?? null);
  else loop(run, agent, changed.order);
  const { id, title, guard, handler } = lane;
  const { breaker, retryQuota } = run.client;
  return {
    id,
    ...(title === undefined ? {} : { title }),
    guard,
    handler,
    ...(agent.controller === 'operations' ? { operations: agent.operations } : {}),
    ...(breaker === undefined || breaker === null ? {} : { breaker }),
    ...(retryQuota === undefined || retryQuota === null ? {} : { retryQuota }),
    events: run.close(),
  };
}

/** The loop: thought, action, observation, until the controller finishes, a guard of the loop or an exception ends it. */
function loop(run: Run, agent: ModelPlan, order: Order): void {
  const transcript = new Map<string, ToolOutcome>();
  const guard = new LoopGuard(run.scenario.loop ?? null);
  let now = 0;
  for (let step = 1; ; step += 1) {
    const next = nextMove(agent, order, transcript);
    const stop = next.kind === 'call' ? guard.stopBefore(step) : null;
    const move = stop === null ? next : stopped(stop);
    if (move.kind === 'finish') {
      const { thought, answer, report } = move;
      run.tell({ kind: 'finish', id: 'finish', at: now, step, thought, answer, report });
      return;
    }
    const { call, thought, tool, args } = move;
    run.tell({ kind: 'action', id: `${call}.action`, at: now, call, step, thought, tool, args });
    const resolved = callUntilResumed(run, { ...move, operation: null }, step, now);
    if (resolved.result === null) {
      run.tell({ kind: 'died', id: 'died', at: resolved.at, call, tool });
      return;
    }
    const times = guard.count(tool, args, resolved.result);
    const result = guard.warns(times) ? warned(resolved.result, times) : resolved.result;
    transcript.set(call, result);
    run.tell({ kind: 'observation', id: `${resolved.call}.observation`, at: resolved.at, call: resolved.call, result });
    if (guard.warns(times)) run.tell({ kind: 'loop-warning', id: `${call}.loop-warning`, at: resolved.at, call, times });
    if (call.startsWith('undo-') && !result.usable) run.tell({ kind: 'alert', id: `${call}.alert`, at: resolved.at, call, tool });
    if (result.disposition === 'never-ends') return;
    now = wholeMicroseconds(resolved.at + run.scenario.latency.modelTurnMs);
  }
}

interface ResolvedCall extends Resolved<ToolOutcome | null> {
  /** The call that has this result: a resumed one has a name of its own. */
  readonly call: string;
}

/** A parked case sleeps with its state at the step boundary, and its call is made again when it wakes. */
function callUntilResumed(run: Run, call: ToolCall, step: number, now: number): ResolvedCall {
  const first = { ...callThrough(run, call, now), call: call.call };
  const resumeAfterMs = run.scenario.loop?.resumeAfterMs ?? null;
  if (first.result?.disposition !== 'parked' || resumeAfterMs === null) return first;
  const until = wholeMicroseconds(first.at + resumeAfterMs);
  run.tell({ kind: 'observation', id: `${call.call}.observation`, at: first.at, call: call.call, result: first.result });
  run.tell({ kind: 'park', id: `${call.call}.park`, at: first.at, call: call.call, until });
  run.attempts.renew(call);
  const resumed = { ...call, call: `${call.call}-resumed` };
  const thought = 'The case is resumed where it was parked.';
  run.tell({ kind: 'action', id: `${resumed.call}.action`, at: until, call: resumed.call, step, thought, tool: call.tool, args: call.args });
  return { ...callThrough(run, resumed, until), call: resumed.call };
}

/** Through what stands between the loop and the tools. Null where an exception escapes into the loop. */
function callThrough(run: Run, call: ToolCall, now: number): Resolved<ToolOutcome | null> {
  const { handler } = run.lane;
  // A program's client has no words for a model: here it is as nothing.
  return handler === 'direct' || handler === 'client' ? callDirectly(run, call, now) : executeTool(run, handlerOf(handler), call, now);
}

/** A program without a model: its operations one after the other, each not before its time. */
function carryOut(run: Run, operations: readonly Operation[], redelivery: Redelivery | null): void {
  let now = 0;
  for (const operation of operations) {
    const start = Math.max(now, wholeMicroseconds(operation.atMs));
    now = redelivery === null ? deliver(run, operation, 1, start).at : deliverUntilAcknowledged(run, operation, redelivery, start);
    if (now === Infinity) return;
  }
}

/** Each delivery is computed whole before the next one, though they may overlap in time. Returns when the last worker is done. */
function deliverUntilAcknowledged(run: Run, operation: Operation, { againAtMs, ackWithinMs, renews, ackFirst }: Redelivery, start: number): number {
  let acknowledgedAt = Infinity;
  let idleFrom = start;
  for (const [index, afterMs] of [0, ...againAtMs].entries()) {
    const at = wholeMicroseconds(start + afterMs);
    if (acknowledgedAt <= at) break;
    if (renews && idleFrom > at) continue;
    const { result, at: end } = deliver(run, operation, index + 1, at);
    idleFrom = Math.max(idleFrom, end);
    if (end === Infinity) break;
    const ackAt = ackFirst ? at : end;
    if ((ackFirst || result?.usable === true) && ackAt - at <= (ackWithinMs ?? Infinity)) acknowledgedAt = Math.min(acknowledgedAt, ackAt);
  }
  return idleFrom;
}

/** @returns at Infinity where the call never ends */
function deliver(run: Run, operation: Operation, delivery: number, now: number): Resolved<ToolOutcome | null> {
  const call: ToolCall = { call: deliveryCall(operation.id, delivery), tool: OPERATION_TOOL, args: {}, operation };
  const { result, at } =
    operation.pages === undefined ? callWithRetries(run, call, operation.effect === 'read' ? READS : WRITES, now) : readPages(run, call, operation.pages, now);
  // Only a model's call lets an exception through: of a program's operation it is the end.
  if (result === null) return { result: null, at: Infinity };
  run.tell({ kind: 'observation', id: `${call.call}.observation`, at, call: call.call, result });
  return { result, at: result.disposition === 'never-ends' ? Infinity : at };
}

const WRITES: WriteTool = { name: OPERATION_TOOL, effect: 'write', contract: {}, says: ['done', 'for'], sign: 1 };
const READS: ReadTool = { name: OPERATION_TOOL, effect: 'read', contract: {}, respond: () => ({ kind: 'text', text: 'found' }) };

/** The naive baseline: no wrapper. Null where an exception escapes into the loop. */
function callDirectly(run: Run, call: ToolCall, now: number): Resolved<ToolOutcome | null> {
  const tool = run.toolNames.includes(call.tool) ? toolNamed(call.tool, run.world) : undefined;
  if (tool === undefined) return { result: null, at: now };
  const { deadlineMs } = run.scenario.policy;
  const { result: outcome, at } = makeAttempt(run, tool, { call, attempt: 1, now, deadlineMs, stopsAt: Infinity });
  run.tell({
    kind: 'outcome',
    id: `${call.call}.1.outcome`,
    at,
    call: call.call,
    attempt: 1,
    outcome,
    category: classify(outcome),
  });
  if (outcome.kind !== 'ok') return { result: null, at };
  const result: ToolOutcome = {
    category: 'ok',
    observation: outcome.text,
    attempts: 1,
    usable: true,
    waitedMs: 0,
    disposition: 'succeeded',
  };
  return { result, at };
}
