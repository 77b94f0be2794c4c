import * as v from 'valibot';
import type { Arguments } from './contract.ts';
import { TOOLS } from './tools.ts';

/**
 * The only input of the engine: plain JSON. Everything a run depends on is in it, the seed included.
 * Limits are there so that a hostile file costs a message and not a frozen page.
 */

/** Longest duration a file may ask for: 30 days, in milliseconds. */
const LONGEST_MS = 30 * 24 * 3_600_000;

const duration = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(LONGEST_MS));
/** Backoff settings may be extreme (factor 1e100): `delayBeforeRetry` keeps what follows from them finite. */
const nonNegative = v.pipe(v.number(), v.finite(), v.minValue(0));
const wholeFrom = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const name = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,63}$/, 'Expected lower-case letters, digits and hyphens'));
const shortText = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

/** Counted before its items are checked: each wrong one costs a problem. */
const listOf = <Item extends v.GenericSchema>(item: Item, min: number, max: number) =>
  v.pipe(v.array(v.unknown()), v.minLength(min), v.maxLength(max), v.array(item));

const growth = v.variant('kind', [
  v.strictObject({ kind: v.literal('constant'), delayMs: nonNegative }),
  v.strictObject({ kind: v.literal('linear'), initialMs: nonNegative, stepMs: nonNegative }),
  v.strictObject({ kind: v.literal('exponential'), initialMs: nonNegative, factor: nonNegative }),
  v.strictObject({ kind: v.literal('polynomial'), offsetMs: nonNegative, coefMs: nonNegative, power: nonNegative }),
  v.strictObject({
    kind: v.literal('doublingThenLinear'),
    initialMs: nonNegative,
    maxDoublings: wholeFrom(0, 1_000),
  }),
  v.strictObject({ kind: v.literal('list'), delaysMs: v.pipe(listOf(nonNegative, 1, 1_000), v.readonly()) }),
  v.strictObject({ kind: v.literal('decorrelatedAws'), initialMs: nonNegative, multiplier: nonNegative }),
  v.strictObject({ kind: v.literal('decorrelatedV2'), initialMs: nonNegative, factor: nonNegative }),
]);

const jitter = v.variant('kind', [
  v.strictObject({ kind: v.literal('none') }),
  v.strictObject({ kind: v.literal('scale'), lo: nonNegative, hi: nonNegative }),
  v.strictObject({ kind: v.literal('add'), minMs: nonNegative, maxMs: nonNegative }),
  v.strictObject({ kind: v.literal('addPerRetry'), maxMs: nonNegative }),
]);

const policy = v.strictObject({
  maxRetries: wholeFrom(0, 1_000),
  deadlineMs: v.pipe(v.number(), v.finite(), v.minValue(1), v.maxValue(LONGEST_MS)),
  backoff: v.strictObject({
    growth,
    jitter,
    capMs: v.nullable(nonNegative),
    capOrder: v.picklist(['before', 'after']),
    floorMs: v.nullable(nonNegative),
    rounding: v.picklist(['none', 'floor', 'round']),
  }),
});

/** What tools raise on purpose, and the wrapper knows. A bug raises something else. */
const CLASSIFIED: ReadonlySet<string> = new Set(['TransientError', 'PermanentError', 'ToolTimeout']);

const fault = v.variant('kind', [
  v.strictObject({ kind: v.literal('http'), status: wholeFrom(400, 599) }),
  v.strictObject({ kind: v.literal('slow'), latencyMs: duration }),
  v.strictObject({ kind: v.literal('empty') }),
  v.strictObject({ kind: v.literal('silence'), which: v.picklist(['request-lost', 'answer-lost', 'late']) }),
  v.strictObject({
    kind: v.literal('bug'),
    type: v.pipe(
      shortText,
      v.check((type) => !CLASSIFIED.has(type), 'Expected an error that is not classified already'),
    ),
    message: shortText,
  }),
]);

const faultRule = v.pipe(
  v.strictObject({
    tool: shortText,
    requests: v.strictObject({ from: wholeFrom(1, 1_000_000), to: v.nullable(wholeFrom(1, 1_000_000)) }),
    fault,
  }),
  v.forward(
    v.check(({ requests }) => requests.to === null || requests.to >= requests.from, 'Expected to ≥ from, or null'),
    ['requests'],
  ),
);

/** Not a record schema, which would drop keys such as `constructor` unsaid: the contract check has to see them. */
const callArguments = v.custom<Arguments>(
  (input) => typeof input === 'object' && input !== null && !Array.isArray(input) && isJson(input),
  'Expected arguments: an object of JSON values',
);

function isJson(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || Object.values(value).every(isJson);
    case 'bigint':
    case 'function':
    case 'symbol':
    case 'undefined':
      return false;
  }
}

const agent = v.variant('controller', [
  v.strictObject({ controller: v.literal('single-call'), tool: shortText, args: callArguments }),
  v.strictObject({ controller: v.literal('approved-refund') }),
  v.strictObject({
    controller: v.literal('refund-task'),
    /** What the agent gets wrong the first time; null: nothing. */
    slips: v.strictObject({
      index: v.nullable(shortText),
      refundTool: v.nullable(
        v.pipe(
          shortText,
          v.check((tool) => !TOOLS.has(tool), 'Expected a tool that does not exist'),
        ),
      ),
      amount: v.nullable(shortText),
    }),
  }),
]);

const order = v.pipe(
  v.strictObject({
    id: shortText,
    currency: v.picklist(['USD']),
    capturedMinor: wholeFrom(1, 1_000_000_000),
    refundMinor: wholeFrom(1, 1_000_000_000),
  }),
  v.forward(
    v.check(({ capturedMinor, refundMinor }) => refundMinor <= capturedMinor, 'Expected at most what was captured'),
    ['refundMinor'],
  ),
);

const latency = v.pipe(
  v.strictObject({
    readMs: duration,
    /** From sending a refund to its answer, and to its posting. */
    refundMs: duration,
    postingMs: duration,
    /** Answering from the guard's record. */
    guardHitMs: duration,
    /** From sending a refund to its posting where it is late. */
    latePostingMs: duration,
    /** One turn of the model: reading an Observation and deciding. */
    modelTurnMs: duration,
  }),
  v.forward(
    v.check(({ postingMs, refundMs }) => postingMs <= refundMs, 'Expected a posting no later than its answer'),
    ['postingMs'],
  ),
);

const lane = v.strictObject({
  id: name,
  guard: v.variant('kind', [
    v.strictObject({ kind: v.literal('none') }),
    v.strictObject({ kind: v.literal('memory'), key: v.literal('order_id') }),
  ]),
  handler: v.picklist(['execute_tool', 'direct']),
});

export const scenarioSchema = v.strictObject({
  version: v.literal(1),
  name,
  title: v.pipe(v.string(), v.maxLength(200)),
  seed: wholeFrom(0, 0xffff_ffff),
  order,
  policy,
  latency,
  gateway: v.strictObject({ refusesOverCapture: v.boolean() }),
  faults: v.pipe(listOf(faultRule, 0, 1_000), v.readonly()),
  agent,
  lanes: v.pipe(
    listOf(lane, 1, 8),
    v.check((lanes) => new Set(lanes.map(({ id }) => id)).size === lanes.length, 'Expected lanes with different ids'),
    v.readonly(),
  ),
});

export type Scenario = Readonly<v.InferOutput<typeof scenarioSchema>>;
export type LaneSetting = Scenario['lanes'][number];
export type AgentPlan = Scenario['agent'];

/** One thing wrong with an input: where, and what was expected and found there. */
export interface Problem {
  /** Dotted, such as `policy.maxRetries` or `faults.0.fault.status`; empty for the input as a whole. */
  readonly path: string;
  readonly message: string;
}

export type Parsed = { readonly ok: true; readonly scenario: Scenario } | { readonly ok: false; readonly problems: readonly Problem[] };

/** Arguments nested deeper than this would exhaust the stack of whoever reads them. */
const DEEPEST = 32;
/** A scenario has at most 13,000 values, arguments aside; checking this many wrong ones takes less than 100 ms. */
const MOST_VALUES = 20_000;
/** Longest path or message of a problem: what is quoted in it may be of any length. */
const MESSAGE_AT_MOST = 200;

/** Checks anything at all; every problem is reported with its path, and nothing is ever thrown. */
export function parseScenario(input: unknown): Parsed {
  try {
    const tooMuch = excessOf(input);
    if (tooMuch !== null) return { ok: false, problems: [{ path: '', message: tooMuch }] };
    const result = v.safeParse(scenarioSchema, input);
    if (result.success) return { ok: true, scenario: result.output };
    const problems = result.issues.map((issue) => ({ path: oneLine(v.getDotPath(issue) ?? ''), message: oneLine(issue.message) }));
    return { ok: false, problems };
  } catch {
    // A getter or a proxy of the host may throw where plain JSON cannot.
    return { ok: false, problems: [{ path: '', message: 'Expected plain JSON' }] };
  }
}

/** What there is too much of, or null. Stops as soon as it is known, also where parts are shared or go in circles. */
function excessOf(input: unknown): string | null {
  let values = 0;
  const visit = (value: unknown, levels: number): string | null => {
    values += 1;
    if (typeof value !== 'object' || value === null) return null;
    if (levels === 0) return `Expected at most ${DEEPEST} levels of nesting`;
    // Counted before they are read: the keys of a huge object come four times as fast as its values.
    const size = Array.isArray(value) ? value.length : Object.keys(value).length;
    if (values + size > MOST_VALUES) return `Expected at most ${MOST_VALUES} values in all`;
    for (const field of Object.values(value) as unknown[]) {
      const excess = visit(field, levels - 1);
      if (excess !== null) return excess;
    }
    return null;
  };
  return visit(input, DEEPEST);
}

/** A problem is shown in one line, whatever it quotes: controls, line ends and lone surrogates are spelt out. */
function oneLine(text: string): string {
  const clipped = text.length > MESSAGE_AT_MOST ? `${text.slice(0, MESSAGE_AT_MOST - 1)}…` : text;
  return clipped.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
