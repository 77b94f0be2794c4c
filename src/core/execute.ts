import type { Resolved } from './attempt.ts';
import { checkArguments, checkSignature, type ContractProblem } from './contract.ts';
import type { EndedCall, Handler, Refused } from './handlers/handler.ts';
import { refusalText } from './handlers/refusal.ts';
import type { ToolOutcome } from './outcome.ts';
import { callWithRetries } from './retry-loop.ts';
import type { Run } from './run.ts';
import type { ToolCall } from './tool-call.ts';
import { isToolError } from './tool-error.ts';
import { toolNamed, TOOLS, type Tool } from './tools.ts';

/**
 * One tool call through a handler: its budget, the contract, attempts with a deadline, and a ToolOutcome.
 * Null where the handler lets an exception through to the loop; `execute_tool` never does.
 */
export function executeTool(run: Run, handler: Handler, call: ToolCall, now: number): Resolved<ToolOutcome | null> {
  const off = budgetRefusal(run, handler, call);
  if (off !== null) return refuse(run, handler, call, now, off);
  const known = run.toolNames;
  const tool = known.includes(call.tool) ? toolNamed(call.tool, run.world) : undefined;
  if (tool === undefined) {
    return handler.unknownTool === 'escapes' ? { result: null, at: now } : refuse(run, handler, call, now, { kind: 'unknown-tool', known });
  }
  const problems = problemsOf(handler, tool, call);
  if (problems.length > 0) return refuse(run, handler, call, now, { kind: 'malformed', problems });
  const ended = callWithRetries(run, call, tool, now);
  if (ended.result !== null && isToolError(ended.result)) run.failures.count(call.tool);
  return ended;
}

/** Budgets are the run's: what was spent on earlier calls counts, whoever repeated them. */
function budgetRefusal(run: Run, { budget }: Handler, call: ToolCall): Refused | null {
  if (budget === null) return null;
  switch (budget.per) {
    case 'tool': {
      const limit = budget.limit === 'attempts-of-the-policy' ? Infinity : budget.limit;
      return run.failures.of(call.tool) >= limit ? { kind: 'budget', limit } : null;
    }
    case 'operation':
      return run.attempts.left(call) > 0 ? null : { kind: 'budget', limit: run.attempts.limit };
  }
}

function problemsOf({ checks }: Handler, { name, contract }: Tool, { args, rawArguments }: ToolCall): readonly ContractProblem[] {
  // Left empty, it stands for no arguments.
  const unreadable = rawArguments === undefined || rawArguments === '' ? null : unreadableAs(rawArguments);
  if (unreadable !== null) return [{ field: 'arguments', message: unreadable }];
  return checks === 'contract' ? checkArguments(contract, args) : checkSignature(name, contract, args);
}

/** Models write their arguments as text. Null: it is an object. */
function unreadableAs(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'args must be an object';
  } catch {
    return 'arguments are not JSON';
  }
}

const CATEGORY = { 'unknown-tool': 'unknown-tool', malformed: 'malformed', budget: 'permanent' } as const;

/** Refused before any attempt. */
function refuse(run: Run, handler: Handler, { call, tool }: ToolCall, now: number, refused: Refused): Resolved<ToolOutcome> {
  const category = CATEGORY[refused.kind];
  const effect = TOOLS.get(tool)?.effect ?? 'read';
  const ended: EndedCall = { tool, effect, category, end: 'fed-back', attempts: 0, outcome: null, refused };
  const { text, isError, advice } = handler.say(ended);
  run.tell({ kind: 'rejected', id: `${call}.rejected`, at: now, call, tool, category, problems: problemsTold(tool, refused) });
  if (refused.kind === 'malformed') run.failures.count(tool);
  const result: ToolOutcome = {
    category,
    observation: text,
    attempts: 0,
    usable: false,
    waitedMs: 0,
    disposition: 'fed-back',
    ...(isError ? {} : { isError }),
    ...(advice === null ? {} : { advice }),
  };
  return { result, at: now };
}

function problemsTold(tool: string, refused: Refused): readonly ContractProblem[] {
  return refused.kind === 'malformed' ? refused.problems : [{ field: 'tool', message: refusalText(tool, refused) }];
}
