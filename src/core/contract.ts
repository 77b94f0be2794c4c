import { toMinor } from './money.ts';

/** Arguments as the model sends them: any JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Arguments = Readonly<Record<string, Json>>;

export type FieldContract =
  | { readonly type: 'string' }
  /** A positive number of major units (dollars) with at most two decimals. */
  | { readonly type: 'amount' }
  /** Any text, the empty one too, or left out: the first page. */
  | { readonly type: 'cursor' };

export type ArgumentsContract = Readonly<Record<string, FieldContract>>;

/** One way in which arguments break the contract: the field, what it must be, what was there. */
export interface ContractProblem {
  readonly field: string;
  readonly message: string;
}

/**
 * Checks arguments before any call fires: missing, extra and wrong-typed ones, each with its field and
 * constraint. Every problem is reported, so that one correction can mend them all.
 */
export function checkArguments(contract: ArgumentsContract, args: Arguments): readonly ContractProblem[] {
  const missing = requiredOf(contract)
    .filter((field) => !Object.hasOwn(args, field))
    .map((field) => ({ field, message: `${field} is required (${constraintOf(contract[field])})` }));
  const present = Object.entries(args).flatMap(([field, value]) => {
    const expected = Object.hasOwn(contract, field) ? contract[field] : undefined;
    if (expected === undefined) {
      return [{ field, message: `${field} is not an argument of this tool (it takes ${listOf(contract)})` }];
    }
    return satisfies(expected, value)
      ? []
      : [{ field, message: `${field} must be ${constraintOf(expected)}, got ${shown(value)}` }];
  });
  return [...missing, ...present];
}

/**
 * All that a Python function checks of its own accord: the names of its arguments, and it stops at the first thing wrong.
 * What is in them reaches the tool.
 */
export function checkSignature(tool: string, contract: ArgumentsContract, args: Arguments): readonly ContractProblem[] {
  const missing = requiredOf(contract).filter((field) => !Object.hasOwn(args, field));
  const extra = Object.keys(args).filter((field) => !Object.hasOwn(contract, field));
  const [unexpected] = extra;
  if (unexpected !== undefined) {
    return [{ field: unexpected, message: `${tool}() got an unexpected keyword argument '${unexpected}'` }];
  }
  const [first] = missing;
  if (first === undefined) return [];
  const what = missing.length === 1 ? 'argument' : 'arguments';
  return [{ field: first, message: `${tool}() missing ${missing.length} required positional ${what}: ${pythonList(missing)}` }];
}

function requiredOf(contract: ArgumentsContract): readonly string[] {
  return Object.keys(contract).filter((field) => contract[field]?.type !== 'cursor');
}

/** `'a'`, `'a' and 'b'`, `'a', 'b', and 'c'`. */
function pythonList(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`);
  if (quoted.length < 3) return quoted.join(' and ');
  return `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1) ?? ''}`;
}

function satisfies(expected: FieldContract, value: Json): boolean {
  switch (expected.type) {
    case 'string':
      return typeof value === 'string' && value.trim() !== '';
    case 'cursor':
      return typeof value === 'string';
    case 'amount': {
      if (typeof value !== 'number') return false;
      const minor = toMinor(value);
      return minor !== null && minor > 0;
    }
  }
}

function constraintOf(expected: FieldContract | undefined): string {
  switch (expected?.type) {
    case 'string':
      return 'a non-empty string';
    case 'cursor':
      return 'the cursor of an earlier page';
    case 'amount':
      return 'a number greater than 0 with at most two decimals';
    case undefined:
      return 'anything';
  }
}

function listOf(contract: ArgumentsContract): string {
  return Object.keys(contract).join(', ');
}

/** Longest piece of a wrong value that is quoted back: enough to recognise it, short enough to read. */
const QUOTED_AT_MOST = 60;

function shown(value: Json): string {
  if (value === null) return 'null';
  const type = Array.isArray(value) ? 'array' : typeof value;
  const text = JSON.stringify(value);
  return `the ${type} ${text.length > QUOTED_AT_MOST ? `${text.slice(0, QUOTED_AT_MOST - 1)}…` : text}`;
}
