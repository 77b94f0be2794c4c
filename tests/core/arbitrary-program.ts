import fc from 'fast-check';
import { SILENCES } from '../../src/core/figure.ts';
import { parseScenario, type Scenario } from '../../src/core/scenario.ts';
import { backoff, duration } from './arbitrary-scenario.ts';

/**
 * Any program that a file may describe, with every field that a client, its keys, its guard and its gateway have. Made as
 * files are, with fields left out, and parsed.
 */

interface Fields {
  readonly [field: string]: fc.Arbitrary<unknown>;
}

/** The first fields always, the others there or not. */
const required = (fields: Fields, optional: Fields = {}): fc.Arbitrary<object> =>
  fc.record<Record<string, unknown>>({ ...fields, ...optional }, { requiredKeys: Object.keys(fields) });

const partly = (optional: Fields): fc.Arbitrary<object> => required({}, optional);

/** Where a retry takes no time a run is all attempts, so most waits take some. */
const someTime = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(0, 1, 300, 400, 500, 1_999.999, 5_000, 60_000) }, { weight: 2, arbitrary: duration });
const fewRetries = fc.oneof({ weight: 20, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(40) });

/** Names that are no class of failure, to meet what objects inherit. */
const symptom = fc.constantFrom('network', 'connect', 'timeout', '429', '5xx', '503', '4xx', 'crash', 'rejected', '409-inflight', 'circuit-open', 'odd', 'any', 'constructor', 'toString', '__proto__');
const symptoms = fc.uniqueArray(symptom, { maxLength: 5 });

const applied = fc.oneof(fc.constantFrom('never', 'with-the-answer'), someTime.map((afterMs) => ({ afterMs })));
const header = fc.oneof(
  fc.constantFrom('0', '1', '2.5', '-1', '120', '1e3', 'soon', '', 'Wed, 01 Jan 2025 00:00:20 GMT', 'Tue, 31 Dec 2024 23:59:59 GMT', '9'.repeat(100)),
  fc.string({ maxLength: 8 }),
);

const timed = { latencyMs: someTime, applied };
const kindOf = <Kind extends string>(kind: Kind) => ({ kind: fc.constant(kind) });

const fault: fc.Arbitrary<object> = fc.oneof(
  required({ ...kindOf('http'), status: fc.oneof(fc.constantFrom(200, 400, 404, 409, 422, 429, 500, 502, 503, 504), fc.integer({ min: 200, max: 599 })) }, {
    ...timed,
    body: symptom,
    headers: partly({ retryAfter: header, retryAfterMs: header }),
  }),
  required({ ...kindOf('silence'), which: fc.constantFrom(...SILENCES) }, { applied }),
  required({ ...kindOf('slow'), latencyMs: fc.option(someTime) }, { headersAfterMs: someTime, applied }),
  required({ ...kindOf('network'), phase: fc.constantFrom('connect', 'request') }, timed),
  required(kindOf('crash'), timed),
  required(kindOf('crash'), { latencyMs: someTime, point: fc.constantFrom('before-posting', 'after-posting', 'after-recording') }),
  required({ ...kindOf('error'), name: symptom }, timed),
  required({ ...kindOf('declined'), code: fc.constant('no') }, { latencyMs: someTime }),
  required(kindOf('ok'), { thenDeleted: fc.boolean(), latencyMs: someTime }),
  fc.record(kindOf('empty')),
  required({ ...kindOf('partial'), returned: fc.nat(4), total: fc.integer({ min: 1, max: 9 }) }),
  required(
    {
      ...kindOf('items'),
      failed: fc.uniqueArray(fc.record({ item: fc.integer({ min: 1, max: 5 }), status: fc.constantFrom(400, 409, 429, 500, 503) }), {
        minLength: 1,
        maxLength: 3,
        selector: ({ item }) => item,
      }),
    },
    { ordered: fc.boolean(), latencyMs: someTime },
  ),
  fc.constant({ kind: 'bug', type: 'KeyError', message: 'x' }),
);

const IDS = ['a', 'b', 'c'];

const faultRule: fc.Arbitrary<object> = required({ tool: fc.oneof({ weight: 9, arbitrary: fc.constant('request') }, { weight: 1, arbitrary: fc.constant('other') }), fault }, {
  operation: fc.constantFrom(...IDS),
  page: fc.integer({ min: 1, max: 3 }),
  requests: fc.tuple(fc.integer({ min: 1, max: 5 }), fc.option(fc.nat(3))).map(([from, length]) => ({ from, to: length === null ? null : from + length })),
  during: fc.tuple(someTime, someTime).map(([fromMs, length]) => ({ fromMs, toMs: fromMs + length + 1 })).filter(({ toMs }) => toMs <= 2_592_000_000),
  quietMs: someTime,
});

const retryAfter = partly({
  use: fc.constantFrom('honour', 'floor', 'ignore'),
  unit: fc.constantFrom('s', 'ms'),
  maxMs: fc.option(someTime),
  overMax: fc.constantFrom('clamp', 'reject', 'own-backoff', 'park'),
  boundary: fc.constantFrom('inclusive', 'exclusive'),
  negative: fc.constantFrom('zero', 'own-backoff', 'error'),
  zero: fc.constantFrom('at-once', 'own-backoff'),
  date: fc.constantFrom('parsed', 'not-a-number'),
  absentMs: fc.option(someTime),
  required: fc.boolean(),
  counted: fc.boolean(),
  overflowMs: fc.option(someTime),
});

const deadlineMs = fc.constantFrom(1, 100, 350, 500, 2_000, 30_000.5);

const policy: fc.Arbitrary<object> = required(
  {
    maxRetries: fc.oneof({ weight: 60, arbitrary: fewRetries }, { weight: 1, arbitrary: fc.constant(null) }),
    deadlineMs: fc.option(deadlineMs),
    backoff,
  },
  {
    arithmetic: fc.constantFrom('exact', 'int32-shift', 'int32-clamped', 'int64', 'int64-panics', 'double'),
    timer: fc.record({ maxMs: someTime, over: fc.constantFrom('clamp', 'fires-at-once') }),
    retryAfter: fc.option(retryAfter),
    retryOn: fc.option(symptoms),
    total: fc.option(required({ deadlineMs }, { countsWaits: fc.boolean(), checkedBeforeWait: fc.boolean() })),
  },
);

const end = fc.constantFrom('gave-up', 'rejected', 'unknown', 'crashed', 'parked', 'handed-off', 'fed-back', 'swallowed');

const breaker = required(
  {
    opensAt: fc.oneof(
      fc.record({ ...kindOf('consecutive'), failures: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ ...kindOf('share'), share: fc.constantFrom(0.25, 0.5, 1), windowMs: someTime, minimum: fc.integer({ min: 1, max: 3 }) }),
    ),
    waitMs: someTime,
  },
  {
    probes: fc.integer({ min: 1, max: 2 }),
    successes: fc.integer({ min: 1, max: 2 }),
    counts: symptoms,
    failedProbe: fc.constantFrom('reopens', 'counted'),
    otherProbe: fc.constantFrom('releases', 'keeps'),
  },
);
const tokens = fc.constantFrom(0, 0.1, 1, 2, 5);

const client = partly({
  breaker: fc.option(breaker),
  retryQuota: fc.option(fc.record({ capacity: tokens, cost: tokens, gain: tokens })),
  classifyBy: fc.constantFrom('status', 'body'),
  classBudgets: fc.dictionary(symptom, fc.record({ maxRetries: fewRetries, totalMs: someTime }), { maxKeys: 2 }),
  endsAs: fc.dictionary(symptom, end, { maxKeys: 2 }),
  timeoutIsUnknown: fc.boolean(),
  readBack: fc.option(required({ everyMs: someTime, polls: fc.integer({ min: 1, max: 4 }), then: end }, { lagMs: someTime })),
  deadlineCovers: fc.constantFrom('answer', 'headers'),
  abort: fc.option(required({ atMs: someTime }, { wakesWait: fc.boolean(), stopsSending: fc.boolean() })),
  body: fc.record({ replayable: fc.boolean(), checked: fc.boolean() }),
  lateRejection: fc.constantFrom('observed', 'unhandled'),
  stopsAtSuccess: fc.boolean(),
  paging: partly({
    follows: fc.constantFrom('cursor', 'non-empty-cursor', 'nothing'),
    maxPages: fc.option(fc.integer({ min: 1, max: 3 })),
    maxAttempts: fc.option(fc.integer({ min: 1, max: 6 })),
    totalMs: fc.option(someTime),
    incomplete: fc.constantFrom('told', 'ignored'),
  }),
  batch: partly({ reads: fc.constantFrom('items', 'status'), resends: fc.constantFrom('failed', 'all') }),
});

const key = required({ scope: fc.constantFrom('none', 'operation', 'attempt', 'client', 'subject') }, { rotateOn: symptoms, lifetimeMs: fc.option(someTime) });

const dedupe = partly({
  by: fc.constantFrom('key', 'amount'),
  ttlMs: fc.option(someTime),
  fingerprint: fc.constantFrom(null, 'body', 'endpoint'),
  inFlight: fc.constantFrom('409', 'joins'),
  leaseMs: fc.option(someTime),
  storesFailures: fc.boolean(),
  onRepeat: fc.constantFrom('replay', 'refuse'),
  scope: fc.constantFrom('tenant', 'global'),
});

const gateway = partly({ refusesOverCapture: fc.boolean(), dedupe: fc.option(dedupe) });

const operation = {
  atMs: someTime,
  intent: fc.constantFrom('x', 'y', '__proto__'),
  amountMinor: fc.constantFrom(0, 1, 8_000, 24_000),
  units: fc.integer({ min: 1, max: 4 }),
  subject: fc.constantFrom('x', 'order'),
  body: fc.constantFrom('body', 'other'),
  endpoint: fc.constantFrom('endpoint', 'other'),
  tenant: fc.constantFrom('tenant', 'other'),
};
const pages = required({ items: fc.nat(7), size: fc.integer({ min: 1, max: 4 }) }, { tellsTotal: fc.boolean(), emptyCursor: fc.boolean() });
const readOperation = required({ effect: fc.constant('read') }, { ...operation, pages });
const writeOperation = partly({ ...operation, effect: fc.constant('write') });
const batchOperation = required({ items: fc.integer({ min: 1, max: 5 }) }, operation);

const redeliver = required(
  { againAtMs: fc.array(someTime, { minLength: 1, maxLength: 3 }) },
  { ackWithinMs: fc.option(someTime), renews: fc.boolean(), ackFirst: fc.boolean() },
);
const plainAgentOf = (one: fc.Arbitrary<object>) =>
  fc.array(one, { minLength: 1, maxLength: 3 }).map((all) => ({ controller: 'operations', operations: all.map((each, index) => ({ id: IDS[index], ...each })) }));
const agentOf = (plain: ReturnType<typeof plainAgentOf>) =>
  fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: fc.tuple(plain, redeliver).map(([plan, again]) => ({ ...plan, redeliver: again })) });
const latency = fc
  .record({ readMs: someTime, refundMs: someTime, postingMs: someTime, guardHitMs: someTime, latePostingMs: someTime })
  .map((all) => ({ ...all, postingMs: Math.min(all.postingMs, all.refundMs) }));
const faults = fc.array(faultRule, { maxLength: 5 });

const guard = fc.oneof(
  fc.constant({ kind: 'none' }),
  fc.record({ ...kindOf('memory'), key: fc.constantFrom('order_id', 'operation') }),
  required(kindOf('durable'), { records: fc.constantFrom('before-acting', 'after-acting'), lagMs: someTime, settleMs: fc.option(someTime) }),
  required(kindOf('read-back'), { lagMs: someTime, settleMs: fc.option(someTime) }),
);

const changesWith = (agent: fc.Arbitrary<object>) =>
  partly({
    policy: partly({ maxRetries: fewRetries, deadlineMs: fc.option(deadlineMs), backoff, retryAfter, retryOn: symptoms }),
    client,
    key,
    gateway,
    faults,
    agent,
  });

const lanesWith = (guards: fc.Arbitrary<object>, optional: Fields) =>
  fc
    .array(required({ guard: guards, handler: fc.constant('client') }, optional), { minLength: 1, maxLength: 3 })
    .map((all) => all.map((lane, index) => ({ id: `lane-${index}`, ...lane })));

const layers = fc
  .array(policy, { minLength: 1, maxLength: 3 })
  .map((all) => all.map((one, index) => ({ name: `layer-${index}`, policy: one })));

const fields = { version: fc.constant(1), name: fc.constant('any-program'), policy, faults };
const optional = {
  seed: fc.nat(9),
  client,
  key,
  gateway,
  latency,
  clock: fc.record({ startsAt: fc.constant('2025-01-01T00:00:00Z'), clientAheadMs: fc.constantFrom(-5_000, 0, 0.5, 30_000) }),
  fixedDraw: fc.constantFrom(0, 0.5, 0.999),
};

function parsed(input: unknown): Scenario {
  const result = parseScenario(input);
  if (!result.ok) throw new Error(result.problems.map(({ path, message }) => `${path}: ${message}`).join('; '));
  return result.scenario;
}

/** No guard may stand before a batch, so a program has the one or the other. */
const KINDS = [
  { weight: 3, plain: plainAgentOf(fc.oneof({ weight: 2, arbitrary: writeOperation }, { weight: 1, arbitrary: readOperation })), guards: guard },
  { weight: 1, plain: plainAgentOf(fc.oneof({ weight: 2, arbitrary: batchOperation }, { weight: 1, arbitrary: readOperation })), guards: fc.constant({ kind: 'none' }) },
] as const;

export const anyProgram: fc.Arbitrary<Scenario> = fc
  .oneof(
    ...KINDS.map(({ weight, plain, guards }) => {
      const agent = agentOf(plain);
      return { weight, arbitrary: required({ ...fields, agent, lanes: lanesWith(guards, { changes: changesWith(agent) }) }, { ...optional, layers }) };
    }),
  )
  .map(parsed);

/** One policy, no layers, no deliveries that overlap, and no changes of a lane. */
export const anyPlainProgram: fc.Arbitrary<Scenario> = fc
  .oneof(...KINDS.map(({ weight, plain, guards }) => ({ weight, arbitrary: required({ ...fields, agent: plain, lanes: lanesWith(guards, {}) }, optional) })))
  .map(parsed);
