import type { Json } from '../contract.ts';

/**
 * JSON as Python's `json.dumps` prints it, which is how the source documents print arguments: a space
 * after `:` and `,`, only ASCII, and floats that keep their point. Every number that a tool here takes
 * is a float, so that 80 dollars print as `80.0`.
 */
export function pythonJson(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return pythonFloat(value);
  if (typeof value === 'string') return pythonString(value);
  if (isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, field]) => `${pythonString(key)}: ${pythonJson(field)}`)
    .join(', ')}}`;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function pythonString(value: string): string {
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Python's repr switches to an exponent below 1e-4 and from 1e16, and gives it two digits at least. */
function pythonFloat(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
    const digits = exponent.replace(/^[+-]/, '').padStart(2, '0');
    return `${mantissa}e${exponent.startsWith('-') ? '-' : '+'}${digits}`;
  }
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
