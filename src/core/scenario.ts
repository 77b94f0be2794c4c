import * as v from 'valibot';
import type { Arguments } from './contract.ts';
import { parseUtc } from './http-date.ts';
import { HANDLERS } from './handlers/handlers.ts';
import { merged } from './merged.ts';
import { pageCount } from './pages.ts';
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
/** Of one read. Each is a call of its own. */
const MOST_PAGES = 1_000;
/** Of one batch. Each has a result of its own in every answer. */
const MOST_ITEMS = 100;
const name = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,63}$/, 'Expected lower-case letters, digits and hyphens'));
const shortText = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

/** Counted before its items are checked: each wrong one costs a problem. */
const listOf = <Item extends v.GenericSchema>(item: Item, min: number, max: number) =>
  v.pipe(v.array(v.unknown()), v.minLength(min), v.maxLength(max), v.array(item));

const growth = v.variant('kind', [
  v.strictObject({ kind: v.literal('constant'), delayMs: nonNegative }),
  v.strictObject({ kind: v.literal('linear'), initialMs: nonNegative, stepMs: nonNegative }),
  v.strictObject({ kind: v.literal('exponential'), initialMs: nonNegative, factor: nonNegative }),
  v.strictObject({ kind: v.literal('exponentialFromZero'), offsetMs: nonNegative, stepMs: nonNegative, factor: nonNegative }),
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

const retryAfter = v.strictObject({
  use: v.optional(v.picklist(['honour', 'floor', 'ignore']), 'honour'),
  unit: v.optional(v.picklist(['s', 'ms']), 's'),
  maxMs: v.optional(v.nullable(nonNegative), null),
  overMax: v.optional(v.picklist(['clamp', 'reject', 'own-backoff', 'park']), 'reject'),
  boundary: v.optional(v.picklist(['inclusive', 'exclusive']), 'inclusive'),
  negative: v.optional(v.picklist(['zero', 'own-backoff', 'error']), 'own-backoff'),
  zero: v.optional(v.picklist(['at-once', 'own-backoff']), 'at-once'),
  date: v.optional(v.picklist(['parsed', 'not-a-number']), 'parsed'),
  absentMs: v.optional(v.nullable(duration), null),
  required: v.optional(v.boolean(), false),
  counted: v.optional(v.boolean(), true),
  overflowMs: v.optional(v.nullable(nonNegative), null),
});

const deadline = v.pipe(v.number(), v.finite(), v.minValue(1), v.maxValue(LONGEST_MS));
/** A class of failure, or how one shows: `429`, `5xx`, `network`, `crash`, the name of an error. */
const symptom = v.pipe(v.string(), v.nonEmpty(), v.maxLength(60));
const symptoms = v.pipe(listOf(symptom, 0, 50), v.readonly());

const policy = v.strictObject({
  maxRetries: v.nullable(wholeFrom(0, 1_000)),
  deadlineMs: v.nullable(deadline),
  arithmetic: v.exactOptional(v.picklist(['exact', 'int32-shift', 'int32-clamped', 'int64', 'int64-panics', 'double'])),
  timer: v.exactOptional(v.strictObject({ maxMs: nonNegative, over: v.picklist(['clamp', 'fires-at-once']) })),
  retryAfter: v.exactOptional(v.nullable(retryAfter)),
  retryOn: v.exactOptional(v.nullable(symptoms)),
  total: v.exactOptional(
    v.nullable(
      v.strictObject({
        deadlineMs: deadline,
        countsWaits: v.optional(v.boolean(), true),
        checkedBeforeWait: v.optional(v.boolean(), true),
      }),
    ),
  ),
  backoff: v.strictObject({
    growth,
    jitter: v.optional(jitter, { kind: 'none' }),
    capMs: v.optional(v.nullable(nonNegative), null),
    capOrder: v.optional(v.picklist(['before', 'after']), 'after'),
    floorMs: v.optional(v.nullable(nonNegative), null),
    rounding: v.optional(v.picklist(['none', 'floor', 'round']), 'none'),
  }),
});

/** What tools raise on purpose, and the wrapper knows. A bug raises something else. */
const CLASSIFIED: ReadonlySet<string> = new Set(['TransientError', 'PermanentError', 'ToolTimeout']);

/** Whether, and when, the effect of a write happens, whatever the caller sees of it. */
const applied = v.exactOptional(
  v.union([v.picklist(['never', 'with-the-answer']), v.strictObject({ afterMs: duration })]),
);
const latencyMs = v.exactOptional(duration);
/** A header as it arrives, good or bad. */
const header = v.exactOptional(v.pipe(v.string(), v.maxLength(100)));

const fault = v.variant('kind', [
  v.strictObject({ kind: v.literal('ok'), thenDeleted: v.exactOptional(v.boolean()), latencyMs }),
  v.strictObject({
    kind: v.literal('http'),
    status: wholeFrom(200, 599),
    body: v.exactOptional(symptom),
    headers: v.exactOptional(v.strictObject({ retryAfter: header, retryAfterMs: header })),
    latencyMs,
    applied,
  }),
  v.strictObject({
    kind: v.literal('slow'),
    latencyMs: v.nullable(duration),
    headersAfterMs: v.exactOptional(duration),
    applied,
  }),
  v.strictObject({
    kind: v.literal('items'),
    failed: v.pipe(
      listOf(v.strictObject({ item: wholeFrom(1, MOST_ITEMS), status: wholeFrom(400, 599) }), 1, MOST_ITEMS),
      v.check((all) => new Set(all.map(({ item }) => item)).size === all.length, 'Expected different items'),
      v.readonly(),
    ),
    ordered: v.exactOptional(v.boolean()),
    latencyMs,
  }),
  v.strictObject({ kind: v.literal('empty') }),
  v.strictObject({ kind: v.literal('partial'), returned: wholeFrom(0, 1_000_000), total: wholeFrom(1, 1_000_000) }),
  v.strictObject({ kind: v.literal('silence'), which: v.picklist(['request-lost', 'answer-lost', 'late']), applied }),
  v.strictObject({ kind: v.literal('network'), phase: v.picklist(['connect', 'request']), latencyMs, applied }),
  v.strictObject({ kind: v.literal('declined'), code: shortText, latencyMs }),
  v.strictObject({ kind: v.literal('error'), name: symptom, latencyMs, applied }),
  v.pipe(
    v.strictObject({
      kind: v.literal('crash'),
      point: v.exactOptional(v.picklist(['before-posting', 'after-posting', 'after-recording'])),
      latencyMs,
      applied,
    }),
    v.check(({ point, applied: said }) => point === undefined || said === undefined, 'Expected point or applied, not both'),
  ),
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
    operation: v.exactOptional(shortText),
    page: v.exactOptional(wholeFrom(1, MOST_PAGES)),
    requests: v.optional(
      v.strictObject({ from: wholeFrom(1, 1_000_000), to: v.nullable(wholeFrom(1, 1_000_000)) }),
      { from: 1, to: null },
    ),
    during: v.exactOptional(
      v.pipe(
        v.strictObject({ fromMs: duration, toMs: duration }),
        v.check(({ fromMs, toMs }) => toMs > fromMs, 'Expected toMs > fromMs'),
      ),
    ),
    quietMs: v.exactOptional(duration),
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

const route = v.strictObject({
  tool: shortText,
  args: callArguments,
  corrected: v.optional(v.nullable(callArguments), null),
});

const pages = v.pipe(
  v.strictObject({
    items: wholeFrom(0, 1_000_000),
    size: wholeFrom(1, 1_000_000),
    tellsTotal: v.optional(v.boolean(), true),
    emptyCursor: v.optional(v.boolean(), false),
  }),
  v.check((all) => all.size === 0 || pageCount(all) <= MOST_PAGES, `Expected at most ${MOST_PAGES} pages`),
);

const operation = v.pipe(
  v.strictObject({
    id: name,
    atMs: v.optional(duration, 0),
    intent: v.exactOptional(shortText),
    effect: v.optional(v.picklist(['read', 'write']), 'write'),
    amountMinor: v.optional(wholeFrom(-1_000_000_000, 1_000_000_000), 0),
    units: v.optional(wholeFrom(1, 1_000_000_000), 1),
    subject: v.exactOptional(shortText),
    body: v.optional(shortText, 'body'),
    endpoint: v.optional(shortText, 'endpoint'),
    tenant: v.optional(shortText, 'tenant'),
    pages: v.exactOptional(pages),
    items: v.exactOptional(wholeFrom(1, MOST_ITEMS)),
  }),
  v.forward(
    v.check(({ pages: paged, effect }) => paged === undefined || effect === 'read', 'Expected pages of a read'),
    ['pages'],
  ),
  v.forward(
    v.check(({ items, effect }) => items === undefined || effect === 'write', 'Expected items of a write'),
    ['items'],
  ),
  // Where nothing else is said, every operation is a wish of its own.
  v.transform(({ intent, subject, ...rest }) => ({ ...rest, intent: intent ?? rest.id, subject: subject ?? intent ?? rest.id })),
);

const redeliver = v.strictObject({
  againAtMs: v.pipe(listOf(duration, 1, 100), v.readonly()),
  ackWithinMs: v.optional(v.nullable(duration), null),
  renews: v.optional(v.boolean(), false),
  ackFirst: v.optional(v.boolean(), false),
});

/** The calls of a goal `pay` are `pay`, `pay-2` and so on, each with `-resumed` after it is parked, and `undo-pay`. */
function callsDiffer(ids: readonly string[]): boolean {
  return !ids.some((id) => id.startsWith('undo-') || id.endsWith('-resumed') || ids.includes(id.replace(/-\d+$/, '')) && /-\d+$/.test(id));
}

const agent = v.variant('controller', [
  v.strictObject({
    controller: v.literal('operations'),
    operations: v.pipe(
      listOf(operation, 1, 100),
      v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Expected operations with different ids'),
      v.readonly(),
    ),
    redeliver: v.exactOptional(v.nullable(redeliver)),
  }),
  v.strictObject({
    controller: v.literal('single-call'),
    tool: shortText,
    args: callArguments,
    rawArguments: v.exactOptional(v.pipe(v.string(), v.maxLength(2_000))),
  }),
  v.strictObject({ controller: v.literal('approved-refund') }),
  v.strictObject({
    controller: v.literal('rules'),
    task: shortText,
    character: v.optional(v.picklist(['careful', 'careless', 'stubborn']), 'careful'),
    maxCorrections: v.optional(wholeFrom(0, 10), 3),
    goals: v.pipe(
      listOf(
        v.strictObject({
          id: name,
          routes: v.pipe(listOf(route, 1, 10), v.readonly()),
          undo: v.optional(v.nullable(route), null),
          invents: v.optional(shortText, 'as expected'),
        }),
        1,
        20,
      ),
      v.check((goals) => new Set(goals.map(({ id }) => id)).size === goals.length, 'Expected goals with different ids'),
      v.check((goals) => callsDiffer(goals.map(({ id }) => id)), 'Expected goals whose calls have different names'),
      v.readonly(),
    ),
  }),
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

/** Where nothing is said, everything is answered at once. */
const atOnce = v.optional(duration, 0);

const latency = v.pipe(
  v.strictObject({
    readMs: atOnce,
    /** From sending a write to its answer, and to its posting. */
    refundMs: atOnce,
    postingMs: atOnce,
    /** Answering from the guard's record. */
    guardHitMs: atOnce,
    /** From sending a write to its posting where it is late. */
    latePostingMs: atOnce,
    /** One turn of the model: reading an Observation and deciding. */
    modelTurnMs: atOnce,
  }),
  v.forward(
    v.check(({ postingMs, refundMs }) => postingMs <= refundMs, 'Expected a posting no later than its answer'),
    ['postingMs'],
  ),
);

const readBack = { lagMs: v.optional(duration, 0), settleMs: v.optional(v.nullable(duration), null) };

const guard = v.variant('kind', [
  v.strictObject({ kind: v.literal('none') }),
  v.strictObject({ kind: v.literal('memory'), key: v.picklist(['order_id', 'operation']) }),
  v.strictObject({
    kind: v.literal('durable'),
    records: v.optional(v.picklist(['before-acting', 'after-acting']), 'before-acting'),
    ...readBack,
  }),
  v.strictObject({ kind: v.literal('read-back'), ...readBack }),
]);

const dedupe = v.strictObject({
  by: v.optional(v.picklist(['key', 'amount']), 'key'),
  ttlMs: v.optional(v.nullable(duration), null),
  fingerprint: v.optional(v.nullable(v.picklist(['body', 'endpoint'])), null),
  inFlight: v.optional(v.picklist(['409', 'joins']), '409'),
  leaseMs: v.optional(v.nullable(duration), null),
  storesFailures: v.optional(v.boolean(), false),
  onRepeat: v.optional(v.picklist(['replay', 'refuse']), 'replay'),
  scope: v.optional(v.picklist(['tenant', 'global']), 'global'),
});

const key = v.strictObject({
  scope: v.picklist(['none', 'operation', 'attempt', 'client', 'subject']),
  rotateOn: v.optional(symptoms, []),
  lifetimeMs: v.optional(v.nullable(duration), null),
});

const end = v.picklist(['gave-up', 'rejected', 'unknown', 'crashed', 'parked', 'handed-off', 'fed-back', 'swallowed']);

const breaker = v.strictObject({
  opensAt: v.variant('kind', [
    v.strictObject({ kind: v.literal('consecutive'), failures: wholeFrom(1, 1_000) }),
    v.strictObject({
      kind: v.literal('share'),
      share: v.pipe(v.number(), v.gtValue(0), v.maxValue(1)),
      windowMs: duration,
      minimum: wholeFrom(1, 1_000),
    }),
  ]),
  waitMs: duration,
  probes: v.optional(wholeFrom(1, 100), 1),
  successes: v.optional(wholeFrom(1, 100), 1),
  counts: v.optional(symptoms, ['network', 'timeout', '5xx']),
  failedProbe: v.optional(v.picklist(['reopens', 'counted']), 'reopens'),
  otherProbe: v.optional(v.picklist(['releases', 'keeps']), 'releases'),
});

const tokens = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000));
const retryQuota = v.strictObject({ capacity: tokens, cost: tokens, gain: tokens });

const paging = v.strictObject({
  follows: v.optional(v.picklist(['cursor', 'non-empty-cursor', 'nothing']), 'cursor'),
  maxPages: v.optional(v.nullable(wholeFrom(1, MOST_PAGES)), null),
  maxAttempts: v.optional(v.nullable(wholeFrom(1, 10_000)), null),
  totalMs: v.optional(v.nullable(duration), null),
  incomplete: v.optional(v.picklist(['told', 'ignored']), 'told'),
});

const batch = v.strictObject({
  reads: v.optional(v.picklist(['items', 'status']), 'items'),
  resends: v.optional(v.picklist(['failed', 'all']), 'failed'),
});

const client = v.strictObject({
  classifyBy: v.optional(v.picklist(['status', 'body']), 'status'),
  classBudgets: v.optional(v.record(symptom, v.strictObject({ maxRetries: wholeFrom(0, 1_000), totalMs: duration })), {}),
  endsAs: v.optional(v.record(symptom, end), {}),
  timeoutIsUnknown: v.optional(v.boolean(), false),
  readBack: v.optional(
    v.nullable(v.strictObject({ everyMs: duration, polls: wholeFrom(1, 1_000), lagMs: v.optional(duration, 0), then: end })),
    null,
  ),
  deadlineCovers: v.optional(v.picklist(['answer', 'headers']), 'answer'),
  abort: v.optional(
    v.nullable(
      v.strictObject({ atMs: duration, wakesWait: v.optional(v.boolean(), true), stopsSending: v.optional(v.boolean(), true) }),
    ),
    null,
  ),
  body: v.optional(v.strictObject({ replayable: v.boolean(), checked: v.boolean() }), { replayable: true, checked: true }),
  lateRejection: v.optional(v.picklist(['observed', 'unhandled']), 'observed'),
  stopsAtSuccess: v.optional(v.boolean(), true),
  breaker: v.exactOptional(v.nullable(breaker)),
  retryQuota: v.exactOptional(v.nullable(retryQuota)),
  paging: v.exactOptional(paging),
  batch: v.exactOptional(batch),
});

/** What a lane may set otherwise than the rest: any of these, as far down as it likes. */
const CHANGEABLE = ['policy', 'layers', 'client', 'key', 'gateway', 'faults', 'agent', 'latency', 'clock'] as const;
const changes = v.strictObject(
  Object.fromEntries(CHANGEABLE.map((field) => [field, v.exactOptional(v.unknown())])) as {
    [Field in (typeof CHANGEABLE)[number]]: v.ExactOptionalSchema<v.UnknownSchema, undefined>;
  },
);

const lane = v.strictObject({
  id: name,
  title: v.exactOptional(shortText),
  guard,
  handler: v.picklist(['client', 'direct', ...HANDLERS.map(({ id }) => id)]),
  changes: v.exactOptional(changes),
});

/** Where a run comes from, if it is a report of what really happened. */
const incident = v.strictObject({
  id: name,
  kind: shortText,
  source: v.pipe(v.string(), v.nonEmpty(), v.maxLength(300)),
  basis: v.picklist(['reported', 'partly-reported', 'reconstructed']),
  what: v.pipe(v.string(), v.nonEmpty(), v.maxLength(600)),
  why: v.pipe(v.string(), v.nonEmpty(), v.maxLength(300)),
  lesson: v.pipe(v.string(), v.nonEmpty(), v.maxLength(300)),
});

const utc = v.pipe(v.string(), v.check((text) => parseUtc(text) !== null, 'Expected a time such as 2025-01-01T00:00:00Z'));

export const scenarioSchema = v.strictObject({
  /** Where an editor finds the JSON Schema of this format. It changes nothing in a run. */
  $schema: v.exactOptional(v.pipe(v.string(), v.maxLength(300))),
  version: v.literal(1),
  name,
  title: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  seed: v.optional(wholeFrom(0, 0xffff_ffff), 1),
  order: v.optional(order, { id: 'ORD-5510', currency: 'USD', capturedMinor: 24_000, refundMinor: 8_000 }),
  policy,
  layers: v.exactOptional(v.pipe(listOf(v.strictObject({ name: shortText, policy }), 1, 6), v.readonly())),
  client: v.exactOptional(client),
  key: v.exactOptional(key),
  latency: v.optional(latency, {}),
  clock: v.exactOptional(v.strictObject({ startsAt: utc, clientAheadMs: v.optional(v.pipe(v.number(), v.finite()), 0) })),
  /** In place of every draw, 0 ≤ u < 1: for a report whose luck is known. */
  fixedDraw: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.ltValue(1))),
  gateway: v.optional(
    v.strictObject({ refusesOverCapture: v.optional(v.boolean(), false), dedupe: v.exactOptional(v.nullable(dedupe)) }),
    {},
  ),
  faults: v.optional(v.pipe(listOf(faultRule, 0, 1_000), v.readonly()), []),
  agent,
  /** The action space; the refund task's, where nothing is said. */
  tools: v.exactOptional(v.pipe(listOf(v.picklist([...TOOLS.keys()]), 1, 20), v.readonly())),
  /** What `list_payments` has, in pages; all in one answer, where nothing is said. */
  listing: v.exactOptional(pages),
  /** What stops a loop that its model does not stop; nothing but the plan, where nothing is said. */
  loop: v.exactOptional(
    v.strictObject({
      /** The same call with the same result, times in a row: the model is told, then the run is ended. */
      warnAt: v.optional(v.nullable(wholeFrom(2, 1_000)), 3),
      stopAt: v.optional(v.nullable(wholeFrom(2, 1_000)), 5),
      maxSteps: v.optional(v.nullable(wholeFrom(1, 1_000)), 20),
      /** A parked call is made again this long after; null: the run ends parked. */
      resumeAfterMs: v.optional(v.nullable(duration), null),
    }),
  ),
  incident: v.exactOptional(incident),
  lanes: v.pipe(
    listOf(lane, 1, 16),
    v.check((lanes) => new Set(lanes.map(({ id }) => id)).size === lanes.length, 'Expected lanes with different ids'),
    v.readonly(),
  ),
});

export type Scenario = Readonly<v.InferOutput<typeof scenarioSchema>>;
export type LaneSetting = Scenario['lanes'][number];
export type AgentPlan = Scenario['agent'];
/** A plan in which a model decides. */
export type ModelPlan = Exclude<AgentPlan, { controller: 'operations' }>;

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
    if (result.success) return withLanesParsed(result.output);
    const problems = result.issues.map((issue) => ({ path: oneLine(v.getDotPath(issue) ?? ''), message: oneLine(issue.message) }));
    return { ok: false, problems };
  } catch {
    // A getter or a proxy of the host may throw where plain JSON cannot.
    return { ok: false, problems: [{ path: '', message: 'Expected plain JSON' }] };
  }
}

/** A lane is a scenario of its own once its changes are made: each has to be one. */
function withLanesParsed(scenario: Scenario): Parsed {
  const problems = scenario.lanes.flatMap((lane, index) => {
    const result = parseLane(scenario, lane);
    if (result.success) return lane.guard.kind !== 'none' && hasBatch(result.output.agent) ? [{ path: `lanes.${index}.guard`, message: BATCH_GUARDED }] : [];
    return result.issues.map((issue) => ({
      path: oneLine(`lanes.${index}.changes.${v.getDotPath(issue) ?? ''}`),
      message: oneLine(issue.message),
    }));
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, scenario };
}

/** A guard knows a whole operation, and a batch may be done in part. */
const BATCH_GUARDED = 'Expected no guard before a batch, whose items have keys of their own';

function hasBatch(plan: AgentPlan): boolean {
  return plan.controller === 'operations' && plan.operations.some(({ items }) => items !== undefined);
}

/** The scenario that a lane runs. What its changes leave out is filled in as in a file of its own. */
export function parseLane(scenario: Scenario, { changes = {} }: LaneSetting) {
  return v.safeParse(scenarioSchema, merged(scenario, changes));
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
