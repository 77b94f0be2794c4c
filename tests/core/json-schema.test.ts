import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/contract.ts';
import { type JsonSchema, schemaProblems } from '../../src/core/json-schema.ts';

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    kind: { type: 'string', enum: ['read', 'write'] },
    count: { type: 'integer', minimum: 0 },
    share: { type: 'number', minimum: 0, maximum: 1 },
    done: { type: 'boolean' },
    parts: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  },
  required: ['name', 'count'],
};

describe('the checker of structured content', () => {
  it.each<[Json]>([
    [{ name: '', count: 0 }],
    [{ name: 'a', kind: 'write', count: 3.0, share: 1, done: false, parts: [] }],
    [{ name: 'a', count: 1, parts: [{ id: 'x' }, { id: 'y', more: null }], unknown: 'is allowed' }],
  ])('[M7] takes %j', (value) => {
    expect(schemaProblems(SCHEMA, value)).toEqual([]);
  });

  it.each<[Json, readonly string[]]>([
    [null, ['the value must be an object']],
    [[], ['the value must be an object']],
    ['{}', ['the value must be an object']],
    [{}, ['name is required', 'count is required']],
    [{ name: 1, count: '1' }, ['name must be a string', 'count must be an integer']],
    [{ name: 'a', count: 1.5 }, ['count must be an integer']],
    [{ name: 'a', count: -1 }, ['count must be at least 0']],
    [{ name: 'a', count: 1, share: '1' }, ['share must be a number']],
    [{ name: 'a', count: 1, share: 1.5 }, ['share must be at most 1']],
    [{ name: 'a', count: 1, kind: 'both' }, ['kind must be one of read, write']],
    [{ name: 'a', count: 1, done: 'yes' }, ['done must be a boolean']],
    [{ name: 'a', count: 1, parts: { 0: 'x' } }, ['parts must be an array']],
    [{ name: 'a', count: 1, parts: [{ id: 'x' }, {}, { id: 2 }, null] }, ['parts.1.id is required', 'parts.2.id must be a string', 'parts.3 must be an object']],
    // Names of Object.prototype are names like others.
    [JSON.parse('{"__proto__": {"name": "a", "count": 1}, "constructor": 1}') as Json, ['name is required', 'count is required']],
  ])('[M7] names every problem of %j by its place', (value, problems) => {
    expect(schemaProblems(SCHEMA, value)).toEqual(problems);
  });
});

describe('one of several forms', () => {
  const EITHER: JsonSchema = {
    anyOf: [
      { type: 'object', properties: { ok: { type: 'boolean', const: true }, result: { type: 'string' } }, required: ['ok', 'result'] },
      { type: 'object', properties: { ok: { type: 'boolean', const: false } }, required: ['ok'] },
    ],
  };

  it.each<[Json, readonly string[]]>([
    [{ ok: true, result: '' }, []],
    [{ ok: false, result: 1 }, []],
    [{ ok: true }, ['the value fits none of: result is required; ok must be false']],
    [{ ok: 1 }, ['the value fits none of: result is required and ok must be a boolean; ok must be a boolean']],
    [{}, ['the value fits none of: ok is required and result is required; ok is required']],
  ])('[M7] of %j says what each would need', (value, problems) => {
    expect(schemaProblems(EITHER, value)).toEqual(problems);
  });

  it('[M7] has its place', () => {
    const within: JsonSchema = { type: 'object', properties: { answer: EITHER }, required: [] };
    expect(schemaProblems(within, { answer: { ok: true } })).toEqual(['answer fits none of: answer.result is required; answer.ok must be false']);
  });
});
