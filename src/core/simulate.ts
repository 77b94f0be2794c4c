import { nextMove, type Order } from './agent.ts';
import { makeAttempt, type Resolved, type ToolCall } from './attempt.ts';
import { wholeMicroseconds } from './backoff.ts';
import { callTool } from './call-tool.ts';
import { executeTool } from './execute.ts';
import { laneScenario } from './lane-scenario.ts';
import { OPERATION_TOOL, type Operation } from './operation.ts';
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
  if (agent.controller === 'operations') carryOut(run, agent.operations);
  else loop(run, agent, changed.order);
  const { id, title, guard, handler } = lane;
  return { id, ...(title === undefined ? {} : { title }), guard, handler, events: run.close() };
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
function carryOut(run: Run, operations: readonly Operation[]): void {
  let now = 0;
  for (const operation of operations) {
    now = Math.max(now, operation.atMs);
    const call: ToolCall = { call: operation.id, tool: OPERATION_TOOL, args: {}, operation };
    const { result, at } = callTool(run, call, operation.effect === 'read' ? READS : WRITES, now);
    run.tell({ kind: 'observation', id: `${operation.id}.observation`, at, call: operation.id, result });
    if (result.disposition === 'never-ends') return;
    now = at;
  }
}

const WRITES: WriteTool = { name: OPERATION_TOOL, effect: 'write', contract: {} };
const READS: ReadTool = { name: OPERATION_TOOL, effect: 'read', contract: {}, respond: () => ({ kind: 'text', text: 'found' }) };

/** The naive baseline: no wrapper. Null where an exception escapes into the loop. */
function callDirectly(run: Run, call: ToolCall, now: number): Resolved<ToolOutcome | null> {
  const tool = TOOLS.get(call.tool);
  if (tool === undefined) return { result: null, at: now };
  const { result: outcome, at } = makeAttempt(run, tool, { call, attempt: 1, now, patienceMs: run.scenario.policy.deadlineMs });
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
