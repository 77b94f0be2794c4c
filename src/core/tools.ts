import type { Arguments, ArgumentsContract, Json } from './contract.ts';
import type { Effect, Part, ToolError } from './outcome.ts';
import { pageCount, pageOf, type Pages } from './pages.ts';
import { recordsText } from './records-text.ts';
import { statusSymptoms } from './symptoms.ts';

/** What the read-only tools can find: the world of the task. */
export interface World {
  readonly orderId: string;
  /** What the order system answers about the order. */
  readonly orderRecord: string;
  /** How the payments are listed; null: all in one answer. */
  readonly listing: Pages | null;
}

export type ToolAnswer =
  | { readonly kind: 'text'; readonly text: string; readonly part?: Omit<Part, 'readAt'> }
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
  /** Which page the arguments ask for, from 1; absent: it has none. */
  readonly page?: (args: Arguments, pages: Pages) => number | null;
}

/** A tool that moves money: what it answers is decided by the guard and the gateway. */
export interface WriteTool extends ToolBase {
  readonly effect: 'write';
  /** What an answer says was done, before the amount and after it. */
  readonly says: readonly [done: string, link: string];
  /** 1: it moves the amount; −1: it gives it back. */
  readonly sign: 1 | -1;
}

export type Tool = ReadTool | WriteTool;

/** The one tool that the essay's task is about. */
export const REFUND_TOOL = 'process_refund';

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
    name: REFUND_TOOL,
    effect: 'write',
    contract: { order_id: { type: 'string' }, amount: { type: 'amount' } },
    says: ['refunded', 'to'],
    sign: 1,
  },
  {
    name: 'place_hold',
    effect: 'write',
    contract: { order_id: { type: 'string' }, amount: { type: 'amount' } },
    says: ['held', 'on'],
    sign: 1,
  },
  {
    name: 'release_hold',
    effect: 'write',
    contract: { order_id: { type: 'string' }, amount: { type: 'amount' } },
    says: ['released', 'on'],
    sign: -1,
  },
  {
    name: 'get_user',
    effect: 'read',
    contract: { user_id: { type: 'string' } },
    respond: (args) =>
      args['user_id'] === USER.id ? text(userRecord()) : { kind: 'error', error: permanent(404, `no user with id ${quoted(args['user_id'])}`) },
  },
  {
    name: 'search_users',
    effect: 'read',
    contract: { email: { type: 'string' } },
    respond: (args) => text(args['email'] === USER.email ? userRecord() : ''),
  },
  {
    name: 'list_payments',
    effect: 'read',
    contract: { month: { type: 'string' } },
    respond: () => text('57 records'),
  },
  {
    name: 'read_file',
    effect: 'read',
    contract: { path: { type: 'string' } },
    respond: ({ path }) => {
      if (typeof path !== 'string') throw new TypeError(`expected str, bytes or os.PathLike object, not ${pythonType(path)}`);
      return path.split('/').includes('..') ? returnedError('path escapes the project') : text('# Refund policy');
    },
  },
  {
    name: 'http_get',
    effect: 'read',
    contract: { url: { type: 'string' } },
    respond: () => text('200, 1.2 kB of HTML'),
  },
];

/** The same list, where it comes in pages. */
const LISTING: ReadTool = {
  name: 'list_payments',
  effect: 'read',
  contract: { month: { type: 'string' }, cursor: { type: 'cursor' } },
  respond: ({ cursor }, { listing }) => {
    const page = listing === null ? null : pageAsked(listing, cursor);
    if (listing === null || page === null) return { kind: 'error', error: permanent(400, `no page at cursor ${quoted(cursor)}`) };
    const part = pageOf(listing, page);
    return { kind: 'text', text: recordsText(part.returned), part };
  },
  page: ({ cursor }, pages) => pageAsked(pages, cursor),
};

/** Null: no page ever gave this cursor. */
function pageAsked(pages: Pages, cursor: Json | undefined): number | null {
  if (cursor === undefined) return 1;
  for (let page = 1; page < pageCount(pages); page += 1) if (pageOf(pages, page).cursor === cursor) return page + 1;
  return null;
}

/** The one user of the directory. Agents keep an id of theirs from before the move. */
const USER = { id: 'u-4821', email: 'ada@example.com' };

function userRecord(): string {
  return `${USER.id}: ${USER.email}, active`;
}

/** The name that Python gives to a value of JSON. */
function pythonType(value: Json | undefined): string {
  if (value === null || value === undefined) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return typeof value === 'string' ? 'str' : Array.isArray(value) ? 'list' : 'dict';
}

/** A failure that the tool returns as its result, where others raise. */
function returnedError(message: string): ToolAnswer {
  return { kind: 'error', error: { type: 'PermanentError', message, symptoms: [message], returned: true } };
}

/** The action space of the essay's task. */
export const REFUND_TOOLS: readonly string[] = ['search_policy', 'lookup_order', 'flaky_lookup', 'slow_lookup', 'search_index', REFUND_TOOL];

/** All tools. A map, so that a tool called `constructor` is as unknown as any other. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map(ALL.map((tool) => [tool.name, tool]));

/** The tool of that name, as it is in this world; undefined: there is none. */
export function toolNamed(name: string, { listing }: World): Tool | undefined {
  return name === LISTING.name && listing !== null ? LISTING : TOOLS.get(name);
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function permanent(status: number, what: string): ToolError {
  return { type: 'PermanentError', message: `${status}: ${what}`, symptoms: statusSymptoms(status) };
}

/** The statuses that a wait can clear: the request timed out, came too often, or the upstream is in trouble. */
function canClear(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** How a tool raises the refusal of its dependency. */
export function errorForStatus(status: number): ToolError {
  return canClear(status)
    ? { type: 'TransientError', message: `temporary upstream failure (HTTP ${status})`, symptoms: statusSymptoms(status) }
    : permanent(status, 'refused by the dependency');
}
