import type { Json } from '../contract.ts';

/** Longest value that stays on one line, indent not counted. */
const ON_ONE_LINE = 56;

/** JSON to be read by people: what is short stays on one line, and a list of one thing begins on the line of its name. */
export function shortJson(value: Json, indent = ''): string {
  const line = onOneLine(value);
  if (line.length <= ON_ONE_LINE || value === null || typeof value !== 'object') return line;
  if (isArray(value)) {
    const [only, ...more] = value;
    if (only !== undefined && more.length === 0) return `[${shortJson(only, indent)}]`;
    return block('[', value.map((item) => shortJson(item, `${indent}  `)), ']', indent);
  }
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${shortJson(field, `${indent}  `)}`);
  return block('{', fields, '}', indent);
}

function block(open: string, parts: readonly string[], close: string, indent: string): string {
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`;
}

function onOneLine(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([name, field]) => `${JSON.stringify(name)}: ${onOneLine(field)}`)
    .join(', ')}}`;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
