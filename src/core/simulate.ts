import { nextMove, type Order } from './agent.ts';
import { makeAttempt, type Resolved, type ToolCall } from './attempt.ts';
import { wholeMicroseconds } from './backoff.ts';
import { callTool } from './call-tool.ts';
import { executeTool } from './execute.ts';
import { laneScenario } from './lane-scenario.ts';
import { deliveryCall, OPERATION_TOOL, type Operation, type Redelivery } from './operation.ts';
import { classify, type ToolOutcome } from './outcome.ts';
import { Run } from './run.ts';
import type { LaneSetting, ModelPlan, Scenario } from './scenario.ts';
import { TOOLS, type ReadTool, type WriteTool } from './tools.ts';
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
  return { id: lane.id, guard: lane.guard, handler: lane.handler, events: run.close() };
}

/** The loop: thought, action, observation, until the controller finishes or an exception ends it. */
function loop(run: Run, agent: ModelPlan, order: Order): void {
  const transcript = new Map<string, ToolOutcome>();
  let now = 0;
  for (let step = 1; ; step += 1) {
    const move = nextMove(agent, order, transcript);
    if (move.kind === 'finish') {
      const { thought, answer, report } = move;
      run.tell({ kind: 'finish', id: 'finish', at: now, step, thought, answer, report });
      return;
    }
    const { call, thought, tool, args } = move;
    run.tell({ kind: 'action', id: `${call}.action`, at: now, call, step, thought, tool, args });
    const toolCall: ToolCall = { call, tool, args, operation: null };
    const resolved = run.lane.handler === 'direct' ? callDirectly(run, toolCall, now) : executeTool(run, toolCall, now);
    if (resolved.result === null) {
      run.tell({ kind: 'died', id: 'died', at: resolved.at, call, tool });
      return;
    }
    transcript.set(call, resolved.result);
    run.tell({ kind: 'observation', id: `${call}.observation`, at: resolved.at, call, result: resolved.result });
    now = wholeMicroseconds(resolved.at + run.scenario.latency.modelTurnMs);
  }
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
    if ((ackFirst || result.usable) && ackAt - at <= (ackWithinMs ?? Infinity)) acknowledgedAt = Math.min(acknowledgedAt, ackAt);
  }
  return idleFrom;
}

/** @returns at Infinity where the call never ends */
function deliver(run: Run, operation: Operation, delivery: number, now: number): Resolved<ToolOutcome> {
  const call: ToolCall = { call: deliveryCall(operation.id, delivery), tool: OPERATION_TOOL, args: {}, operation };
  const { result, at } = callTool(run, call, operation.effect === 'read' ? READS : WRITES, now);
  run.tell({ kind: 'observation', id: `${call.call}.observation`, at, call: call.call, result });
  return { result, at: result.disposition === 'never-ends' ? Infinity : at };
}

const WRITES: WriteTool = { name: OPERATION_TOOL, effect: 'write', contract: {} };
const READS: ReadTool = { name: OPERATION_TOOL, effect: 'read', contract: {}, respond: () => ({ kind: 'text', text: 'found' }) };

/** The naive baseline: no wrapper. Null where an exception escapes into the loop. */
function callDirectly(run: Run, call: ToolCall, now: number): Resolved<ToolOutcome | null> {
  const tool = TOOLS.get(call.tool);
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
