import type { Json } from './contract.ts';
import type { JsonSchema } from './json-schema.ts';

/** What a tool promises about its results beside their text, and how its text is put in that form. */
export interface ToolOutput {
  readonly schema: JsonSchema;
  /** An answer in no form that the tool knows becomes an empty object, which the schema refuses. */
  readonly structured: (text: string) => Json;
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
  structured(text) {
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
  structured(text) {
    const [, already, amount, id] = /^(already )?refunded \$(\d+\.\d\d) to (.+?)(?: \(idempotent skip; .*)?$/s.exec(text) ?? [];
    if (id === undefined) return {};
    return { status: already === undefined ? 'refunded' : 'already_refunded', order_id: id, amount: Number(amount), currency: 'USD' };
  },
};

const HOLD: ToolOutput = {
  schema: {
    type: 'object',
    properties: { status: { type: 'string', enum: ['held', 'released'] }, order_id: { type: 'string' }, amount: { type: 'number', minimum: 0.01 } },
    required: ['status', 'order_id', 'amount'],
  },
  structured(text) {
    const [, status, amount, id] = /^(?:already )?(held|released) \$(\d+\.\d\d) on (.+?)(?: \(idempotent skip; .*)?$/s.exec(text) ?? [];
    return status === undefined || id === undefined ? {} : { status, order_id: id, amount: Number(amount) };
  },
};

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

/** Without a total it could be the first page of several, and nobody would know. */
const PAGE: ToolOutput = {
  schema: {
    type: 'object',
    properties: { returned: { type: 'integer', minimum: 0 } },
    required: ['returned'],
  },
  structured(text) {
    const [, returned] = /^(\d+) records$/.exec(text) ?? [];
    return returned === undefined ? {} : { returned: Number(returned) };
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
  ['place_hold', HOLD],
  ['release_hold', HOLD],
  ['get_user', USER],
  ['search_users', USER],
  ['list_payments', PAGE],
  ['read_file', CONTENT],
  ['http_get', CONTENT],
]);
