import * as v from 'valibot';
import type { Json } from './contract.ts';

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
  v.strictObject({ kind: v.literal('list'), delaysMs: v.pipe(v.array(nonNegative), v.minLength(1), v.maxLength(1_000), v.readonly()) }),
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

const fault = v.variant('kind', [
  v.strictObject({ kind: v.literal('http'), status: wholeFrom(400, 599) }),
  v.strictObject({ kind: v.literal('slow'), latencyMs: duration }),
  v.strictObject({ kind: v.literal('empty') }),
  v.strictObject({ kind: v.literal('silence'), which: v.picklist(['request-lost', 'answer-lost', 'late']) }),
  v.strictObject({ kind: v.literal('bug'), type: shortText, message: shortText }),
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

const json: v.GenericSchema<Json> = v.union([
  v.null(),
  v.boolean(),
  v.pipe(v.number(), v.finite()),
  v.string(),
  v.array(v.lazy(() => json)),
  v.record(v.string(), v.lazy(() => json)),
]);

const agent = v.variant('controller', [
  v.strictObject({ controller: v.literal('single-call'), tool: shortText, args: v.record(v.string(), json) }),
  v.strictObject({ controller: v.literal('approved-refund') }),
  v.strictObject({
    controller: v.literal('refund-task'),
    /** What the agent gets wrong the first time; null: nothing. */
    slips: v.strictObject({
      index: v.nullable(shortText),
      refundTool: v.nullable(shortText),
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

const scenario = v.strictObject({
  version: v.literal(1),
  name,
  title: v.pipe(v.string(), v.maxLength(200)),
  seed: wholeFrom(0, 0xffff_ffff),
  order,
  policy,
  latency,
  gateway: v.strictObject({ refusesOverCapture: v.boolean() }),
  faults: v.pipe(v.array(faultRule), v.maxLength(1_000), v.readonly()),
  agent,
  lanes: v.pipe(
    v.array(lane),
    v.minLength(1),
    v.maxLength(8),
    v.check((lanes) => new Set(lanes.map(({ id }) => id)).size === lanes.length, 'Expected lanes with different ids'),
    v.readonly(),
  ),
});

export type Scenario = Readonly<v.InferOutput<typeof scenario>>;
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

/** Checks anything at all; every problem is reported with its path, and nothing is ever thrown. */
export function parseScenario(input: unknown): Parsed {
  if (deeperThan(input, DEEPEST)) {
    return { ok: false, problems: [{ path: '', message: `Expected at most ${DEEPEST} levels of nesting` }] };
  }
  const result = v.safeParse(scenario, input);
  return result.success
    ? { ok: true, scenario: result.output }
    : {
        ok: false,
        problems: result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message })),
      };
}

function deeperThan(input: unknown, levels: number): boolean {
  if (typeof input !== 'object' || input === null) return false;
  if (levels === 0) return true;
  return Object.values(input).some((value) => deeperThan(value, levels - 1));
}
