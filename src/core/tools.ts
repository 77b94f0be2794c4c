import type { Arguments, ArgumentsContract } from './contract.ts';
import type { Effect, ToolError } from './outcome.ts';

/** What the read-only tools can find: the world of the task. */
export interface World {
  readonly orderId: string;
  /** What the order system answers about the order. */
  readonly orderRecord: string;
}

export type ToolAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'error'; readonly error: ToolError };

interface ToolBase {
  readonly name: string;
  readonly effect: Effect;
  readonly contract: ArgumentsContract;
}

export interface ReadTool extends ToolBase {
  readonly effect: 'read';
  /** The answer of an untroubled dependency. */
  respond(args: Arguments, world: World): ToolAnswer;
}

/** The refund tool: what it answers is decided by the guard and the gateway. */
export interface WriteTool extends ToolBase {
  readonly effect: 'write';
}

export type Tool = ReadTool | WriteTool;

/** The indices that exist. `archive` is the one that agents keep asking for. */
const INDICES = new Set(['orders', 'policies']);

const query = { query: { type: 'string' } } as const satisfies ArgumentsContract;

function text(value: string): ToolAnswer {
  return { kind: 'text', text: value };
}

const ALL: readonly Tool[] = [
  {
    name: 'search_policy',
    effect: 'read',
    contract: query,
    respond: () =>
      text(
        'Refunds are accepted within 30 days of purchase, provided the item is unused and in its original packaging. (score=0.43)',
      ),
  },
  {
    name: 'lookup_order',
    effect: 'read',
    contract: { order_id: { type: 'string' } },
    respond: (args, world) =>
      args['order_id'] === world.orderId
        ? text(world.orderRecord)
        : { kind: 'error', error: permanent(404, `order ${quoted(args['order_id'])} does not exist`) },
  },
  {
    name: 'flaky_lookup',
    effect: 'read',
    contract: query,
    respond: () => text('the dependency recovered and returned the data (score=0.91)'),
  },
  {
    name: 'slow_lookup',
    effect: 'read',
    contract: query,
    respond: () => text('the slow dependency returned the data (score=0.91)'),
  },
  {
    name: 'search_index',
    effect: 'read',
    contract: { index: { type: 'string' }, query: { type: 'string' } },
    respond: (args, world) =>
      typeof args['index'] === 'string' && INDICES.has(args['index'])
        ? text(`1 record in '${args['index']}' for ${world.orderId}; no earlier refund on it`)
        : { kind: 'error', error: permanent(404, `index ${quoted(args['index'])} does not exist`) },
  },
  {
    name: 'process_refund',
    effect: 'write',
    contract: { order_id: { type: 'string' }, amount: { type: 'amount' } },
  },
];

/** The action space of the essay's task. */
export const REFUND_TOOLS: readonly string[] = ['search_policy', 'lookup_order', 'flaky_lookup', 'slow_lookup', 'search_index', 'process_refund'];

/** All tools. A map, so that a tool called `constructor` is as unknown as any other. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map(ALL.map((tool) => [tool.name, tool]));

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function permanent(status: number, what: string): ToolError {
  return { type: 'PermanentError', message: `${status}: ${what}` };
}

/** The statuses that a wait can clear: the request timed out, came too often, or the upstream is in trouble. */
function canClear(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** How a tool raises the refusal of its dependency. */
export function errorForStatus(status: number): ToolError {
  return canClear(status)
    ? { type: 'TransientError', message: `temporary upstream failure (HTTP ${status})` }
    : permanent(status, 'refused by the dependency');
}
