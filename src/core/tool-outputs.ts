import type { Arguments, Json } from './contract.ts';
import { handlerOf } from './handlers/handlers.ts';
import type { JsonSchema } from './json-schema.ts';
import { isReadBackText } from './read-back-text.ts';
import { recordsTold } from './records-text.ts';
import type { LaneTrace } from './trace.ts';

/** What a tool promises about its results beside their text, and how its text is put in that form. */
export interface ToolOutput {
  readonly schema: JsonSchema;
  /**
   * An answer in no form that the tool knows becomes an empty object, which the schema refuses.
   *
   * @param args what was asked, for an answer that does not repeat it
   */
  readonly structured: (text: string, args: Arguments) => Json;
}

/** With a count, so that nothing found is said and not left to be guessed from an empty list. */
const PASSAGES: ToolOutput = {
  schema: {
    type: 'object',
    properties: {
      total: { type: 'integer', minimum: 0 },
      passages: {
        type: 'array',
        items: {
          type: 'object',
          properties: { text: { type: 'string' }, score: { type: 'number', minimum: 0, maximum: 1 } },
          required: ['text', 'score'],
        },
      },
    },
    required: ['total', 'passages'],
  },
  structured(text) {
    if (text.trim() === '') return { total: 0, passages: [] };
    const [, passage, score] = /^(.+) \(score=(\d+(?:\.\d+)?)\)$/s.exec(text) ?? [];
    return passage === undefined ? {} : { total: 1, passages: [{ text: passage, score: Number(score) }] };
  },
};

const ORDER: ToolOutput = {
  schema: {
    type: 'object',
    properties: {
      order_id: { type: 'string' },
      captured: { type: 'number', minimum: 0 },
      currency: { type: 'string', enum: ['USD'] },
      status: { type: 'string', enum: ['delivered'] },
      returnable: { type: 'boolean' },
    },
    required: ['order_id', 'captured', 'currency', 'status', 'returnable'],
  },
  structured(text) {
    const [, id, captured, status] = /^(.+): \$(\d+\.\d\d) captured, (\w+), returnable$/s.exec(text) ?? [];
    if (id === undefined || status === undefined) return {};
    return { order_id: id, captured: Number(captured), currency: 'USD', status, returnable: true };
  },
};

const RECORDS: ToolOutput = {
  schema: {
    type: 'object',
    properties: {
      index: { type: 'string' },
      order_id: { type: 'string' },
      total: { type: 'integer', minimum: 0 },
      earlier_refunds: { type: 'integer', minimum: 0 },
    },
    required: ['index', 'order_id', 'total', 'earlier_refunds'],
  },
  structured(text, args) {
    // Nothing found is a number too.
    if (text.trim() === '') return { index: args['index'] ?? null, order_id: args['query'] ?? null, total: 0, earlier_refunds: 0 };
    const [, total, index, id] = /^(\d+) record in '(\w+)' for (.+); no earlier refund on it$/s.exec(text) ?? [];
    return index === undefined || id === undefined ? {} : { index, order_id: id, total: Number(total), earlier_refunds: 0 };
  },
};

const REFUND: ToolOutput = {
  schema: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['refunded', 'already_refunded'] },
      order_id: { type: 'string' },
      amount: { type: 'number', minimum: 0.01 },
      currency: { type: 'string', enum: ['USD'] },
    },
    required: ['status', 'order_id', 'amount', 'currency'],
  },
  structured(text, args) {
    // The records were asked for this one, so it is as it was asked for.
    if (isReadBackText(text)) {
      return { status: 'already_refunded', order_id: args['order_id'] ?? null, amount: args['amount'] ?? null, currency: 'USD' };
    }
    const [, already, amount, id] = /^(already )?refunded \$(\d+\.\d\d) to (.+?)(?: \(idempotent skip; .*)?$/s.exec(text) ?? [];
    if (id === undefined) return {};
    return { status: already === undefined ? 'refunded' : 'already_refunded', order_id: id, amount: Number(amount), currency: 'USD' };
  },
};

/** @param done what it has done when it is done */
function holding(done: 'held' | 'released'): ToolOutput {
  return {
    schema: {
      type: 'object',
      properties: { status: { type: 'string', enum: [done] }, order_id: { type: 'string' }, amount: { type: 'number', minimum: 0.01 } },
      required: ['status', 'order_id', 'amount'],
    },
    structured(text, args) {
      if (isReadBackText(text)) return { status: done, order_id: args['order_id'] ?? null, amount: args['amount'] ?? null };
      const [, status, amount, id] = /^(?:already )?(held|released) \$(\d+\.\d\d) on (.+?)(?: \(idempotent skip; .*)?$/s.exec(text) ?? [];
      return status === undefined || id === undefined ? {} : { status, order_id: id, amount: Number(amount) };
    },
  };
}

const USER: ToolOutput = {
  schema: {
    type: 'object',
    properties: { total: { type: 'integer', minimum: 0 }, user_id: { type: 'string' }, email: { type: 'string' }, status: { type: 'string', enum: ['active'] } },
    required: ['total'],
  },
  structured(text) {
    if (text.trim() === '') return { total: 0 };
    const [, id, email, status] = /^(\S+): (\S+@\S+), (\w+)$/.exec(text) ?? [];
    return id === undefined || email === undefined || status === undefined ? {} : { total: 1, user_id: id, email, status };
  },
};

/** Without what only a handler that tells of pages says of the last one, it could be the first of several, and nobody would know. */
const PAGE: ToolOutput = {
  schema: {
    type: 'object',
    properties: { returned: { type: 'integer', minimum: 0 }, total: { type: 'integer', minimum: 0 }, has_more: { type: 'boolean', const: false } },
    required: ['returned'],
  },
  structured(text) {
    const told = recordsTold(text);
    const [whole, last, total] = /^(, no page after this(?:, (\d+) in all)?, read at \S+s)?$/.exec(told?.rest ?? 'none') ?? [];
    if (told === null || whole === undefined) return {};
    return { returned: told.count, ...(total === undefined ? {} : { total: Number(total) }), ...(last === undefined ? {} : { has_more: false }) };
  },
};

const CONTENT: ToolOutput = {
  schema: { type: 'object', properties: { content: { type: 'string' } }, required: ['content'] },
  structured: (text) => (text.trim() === '' ? {} : { content: text }),
};

/** By the tool's name, for every tool of the action space. */
export const TOOL_OUTPUTS: ReadonlyMap<string, ToolOutput> = new Map([
  ['search_policy', PASSAGES],
  ['lookup_order', ORDER],
  ['flaky_lookup', PASSAGES],
  ['slow_lookup', PASSAGES],
  ['search_index', RECORDS],
  ['process_refund', REFUND],
  ['place_hold', holding('held')],
  ['release_hold', holding('released')],
  ['get_user', USER],
  ['search_users', USER],
  ['list_payments', PAGE],
  ['read_file', CONTENT],
  ['http_get', CONTENT],
]);

/** What a handler that wraps puts around the answer of every tool: what it returns is this object and no longer the tool's own. */
const ENVELOPE: ToolOutput = {
  schema: {
    anyOf: [
      { type: 'object', properties: { ok: { type: 'boolean', const: true }, result: { type: 'string' } }, required: ['ok', 'result'] },
      { type: 'object', properties: { ok: { type: 'boolean', const: false }, error: { type: 'string' } }, required: ['ok', 'error'] },
    ],
  },
  structured(text) {
    try {
      return JSON.parse(text) as Json;
    } catch {
      return {};
    }
  },
};

/** Of a tool as it is seen through a handler; undefined: there is no such tool. */
export function outputThrough(handler: LaneTrace['handler'], tool: string): ToolOutput | undefined {
  const own = TOOL_OUTPUTS.get(tool);
  const wraps = handler !== 'client' && handler !== 'direct' && handlerOf(handler).wraps;
  return own !== undefined && wraps ? ENVELOPE : own;
}
