import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../src/core/contract.ts';
import { shortJson } from '../../src/core/format/short-json.ts';

it('keeps what is short on one line, and begins a list of one thing on the line of its name', () => {
  expect(shortJson({ a: [1, 'b', null], c: {} })).toBe('{"a": [1, "b", null], "c": {}}');
  const long = 'x'.repeat(50);
  expect(shortJson({ content: [{ type: 'text', text: long }], rest: [long, { a: 1 }] })).toBe(
    `{
  "content": [{
    "type": "text",
    "text": "${long}"
  }],
  "rest": [
    "${long}",
    {"a": 1}
  ]
}`,
  );
});

it('is the JSON that it was given', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as Json;
      expect(JSON.parse(shortJson(json))).toEqual(json);
    }),
  );
});
