import type { Json } from './contract.ts';

/**
 * The subset of JSON Schema 2020-12 in which the tools here describe their results: `type`, `const` of a boolean, `enum` of
 * strings, `minimum`, `maximum`, `items`, `properties`, `required`, and `anyOf` by itself. Other properties of an object are allowed, as the standard has it.
 */
export type JsonSchema =
  | { readonly anyOf: readonly JsonSchema[] }
  | { readonly type: 'boolean'; readonly const?: boolean }
  | { readonly type: 'string'; readonly enum?: readonly string[] }
  | { readonly type: 'number' | 'integer'; readonly minimum?: number; readonly maximum?: number }
  | { readonly type: 'array'; readonly items: JsonSchema }
  | { readonly type: 'object'; readonly properties: Readonly<Record<string, JsonSchema>>; readonly required: readonly string[] };

/** In which ways a value breaks its schema, each with its place, such as `passages.0.score`; empty where it fits. */
export function schemaProblems(schema: JsonSchema, value: Json, place = ''): readonly string[] {
  const problem = (what: string): readonly string[] => [`${place === '' ? 'the value' : place} ${what}`];
  const within = (part: string): string => (place === '' ? part : `${place}.${part}`);
  if ('anyOf' in schema) {
    const ways = schema.anyOf.map((each) => schemaProblems(each, value, place));
    return ways.some((problems) => problems.length === 0) ? [] : problem(`fits none of: ${ways.map((problems) => problems.join(' and ')).join('; ')}`);
  }
  switch (schema.type) {
    case 'boolean':
      if (typeof value !== 'boolean') return problem('must be a boolean');
      return schema.const === undefined || schema.const === value ? [] : problem(`must be ${schema.const}`);
    case 'string':
      if (typeof value !== 'string') return problem('must be a string');
      return schema.enum === undefined || schema.enum.includes(value) ? [] : problem(`must be one of ${schema.enum.join(', ')}`);
    case 'number':
    case 'integer': {
      // 80.0 is an integer too: JSON has one kind of number.
      if (typeof value !== 'number' || (schema.type === 'integer' && !Number.isInteger(value))) {
        return problem(schema.type === 'integer' ? 'must be an integer' : 'must be a number');
      }
      const { minimum = -Infinity, maximum = Infinity } = schema;
      if (value < minimum) return problem(`must be at least ${minimum}`);
      return value > maximum ? problem(`must be at most ${maximum}`) : [];
    }
    case 'array':
      if (!isArray(value)) return problem('must be an array');
      return value.flatMap((item, index) => schemaProblems(schema.items, item, within(String(index))));
    case 'object': {
      if (typeof value !== 'object' || value === null || isArray(value)) return problem('must be an object');
      const missing = schema.required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${within(name)} is required`);
      const broken = Object.entries(value).flatMap(([name, field]) => {
        const expected = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
        return expected === undefined ? [] : schemaProblems(expected, field, within(name));
      });
      return [...missing, ...broken];
    }
  }
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
