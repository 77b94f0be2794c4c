import { wholeMicroseconds } from './backoff.ts';
import { nextMove } from './agent.ts';
import { executeTool, makeAttempt, type Resolved, type ToolCall } from './execute.ts';
import { classify, type ToolOutcome } from './outcome.ts';
import { Run } from './run.ts';
import type { LaneSetting, Scenario } from './scenario.ts';
import { TOOLS } from './tools.ts';
import type { LaneTrace, Trace } from './trace.ts';

/** Runs a scenario in every lane. Same scenario, same trace, on every machine. Never throws. */
export function simulate(scenario: Scenario): Trace {
  return { lanes: scenario.lanes.map((lane) => simulateLane(scenario, lane)) };
}

/** The loop: thought, action, observation, until the controller finishes or an exception ends it. */
export function simulateLane(scenario: Scenario, lane: LaneSetting): LaneTrace {
  const { agent, order, latency } = scenario;
  const run = new Run(scenario, lane);
  const transcript = new Map<string, ToolOutcome>();
  let now = 0;
  for (let step = 1; ; step += 1) {
    const move = nextMove(agent, order, transcript);
    if (move.kind === 'finish') {
      const { thought, answer, report } = move;
      run.tell({ kind: 'finish', id: 'finish', at: now, step, thought, answer, report });
      break;
    }
    const { call, thought, tool, args } = move;
    run.tell({ kind: 'action', id: `${call}.action`, at: now, call, step, thought, tool, args });
    const resolved = lane.handler === 'direct' ? callDirectly(run, move, now) : executeTool(run, move, now);
    if (resolved.result === null) {
      run.tell({ kind: 'died', id: 'died', at: resolved.at, call, tool });
      break;
    }
    transcript.set(call, resolved.result);
    run.tell({ kind: 'observation', id: `${call}.observation`, at: resolved.at, call, result: resolved.result });
    now = wholeMicroseconds(resolved.at + latency.modelTurnMs);
  }
  return { id: lane.id, guard: lane.guard, handler: lane.handler, events: run.close() };
}

/** The naive baseline: no wrapper. Null where an exception escapes into the loop. */
function callDirectly(run: Run, call: ToolCall, now: number): Resolved<ToolOutcome | null> {
  const tool = TOOLS.get(call.tool);
  if (tool === undefined) return { result: null, at: now };
  const { result: outcome, at } = makeAttempt(run, call, tool, 1, now);
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
