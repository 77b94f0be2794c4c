import type { Resolved, ToolCall } from './attempt.ts';
import { callTool } from './call-tool.ts';
import { checkArguments, type ContractProblem } from './contract.ts';
import { failureObservation, type ToolOutcome } from './outcome.ts';
import type { Run } from './run.ts';
import { TOOLS } from './tools.ts';

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
  return callTool(run, call, tool, now);
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
