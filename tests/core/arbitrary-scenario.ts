import fc from 'fast-check';
import type { Backoff, Growth, Jitter } from '../../src/core/backoff.ts';
import type { Arguments, Json } from '../../src/core/contract.ts';
import type { Applied, Fault, FaultRule } from '../../src/core/fault.ts';
import { SILENCES } from '../../src/core/figure.ts';
import { HANDLERS } from '../../src/core/handlers/handlers.ts';
import type { AgentPlan, LaneSetting, Scenario } from '../../src/core/scenario.ts';
import { TOOLS } from '../../src/core/tools.ts';

/**
 * Any scenario with a model that parseScenario accepts, its extremes included. Weighted towards runs in which refunds
 * are sent, retried and met by silence, since most of all possible files do nothing at all.
 */

/** The longest duration a file may ask for: 30 days, in milliseconds. */
const LONGEST_MS = 30 * 24 * 3_600_000;

export const duration = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 1, 100, 300, 400, 1_999.999, 2_000, 5_000) },
  { weight: 2, arbitrary: fc.double({ min: 0, max: 10_000, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(5e-324, 1e-9, LONGEST_MS) },
);

const deadline = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1, 100, 300, 350, 400, 2_000) },
  { weight: 1, arbitrary: fc.double({ min: 1, max: LONGEST_MS, noNaN: true }) },
);

/** A backoff setting: sensible, or as extreme as a file may have it. */
const setting = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 0.5, 1, 2, 3, 100, 500) },
  { weight: 2, arbitrary: fc.double({ min: 0, max: 10_000, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(5e-324, 1e100, 1e300, Number.MAX_VALUE) },
);

const growth: fc.Arbitrary<Growth> = fc.oneof(
  fc.record({ kind: fc.constant('exponential' as const), initialMs: setting, factor: setting }),
  fc.record({ kind: fc.constant('constant' as const), delayMs: setting }),
  fc.record({ kind: fc.constant('linear' as const), initialMs: setting, stepMs: setting }),
  fc.record({ kind: fc.constant('polynomial' as const), offsetMs: setting, coefMs: setting, power: setting }),
  fc.record({ kind: fc.constant('doublingThenLinear' as const), initialMs: setting, maxDoublings: fc.nat(1_000) }),
  fc.record({ kind: fc.constant('list' as const), delaysMs: fc.array(setting, { minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('decorrelatedAws' as const), initialMs: setting, multiplier: setting }),
  fc.record({ kind: fc.constant('decorrelatedV2' as const), initialMs: setting, factor: setting }),
);

const jitter: fc.Arbitrary<Jitter> = fc.oneof(
  fc.constant({ kind: 'none' as const }),
  fc.record({ kind: fc.constant('scale' as const), lo: setting, hi: setting }),
  fc.record({ kind: fc.constant('add' as const), minMs: setting, maxMs: setting }),
  fc.record({ kind: fc.constant('addPerRetry' as const), maxMs: setting }),
);

export const backoff: fc.Arbitrary<Backoff> = fc.record({
  growth,
  jitter,
  capMs: fc.option(setting),
  capOrder: fc.constantFrom('before', 'after'),
  floorMs: fc.option(setting),
  rounding: fc.constantFrom('none', 'floor', 'round'),
});

const maxRetries = fc.oneof(
  { weight: 90, arbitrary: fc.nat(4) },
  { weight: 9, arbitrary: fc.integer({ min: 5, max: 40 }) },
  { weight: 1, arbitrary: fc.constant(1_000) },
);

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('silence' as const), which: fc.constantFrom(...SILENCES) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('http' as const),
      status: fc.oneof(fc.constantFrom(400, 404, 408, 425, 429, 500, 503, 599), fc.integer({ min: 400, max: 599 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('slow' as const), latencyMs: duration }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'empty' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('bug' as const),
      type: fc.constantFrom('KeyError', 'TypeError', 'ZeroDivisionError', '__proto__'),
      message: fc.constantFrom("'amount'", 'division by zero', 'line one\nline two', '\ud800'),
    }),
  },
);

const REFUND_TASK = fc.oneof(
  { weight: 4, arbitrary: fc.constant('process_refund') },
  { weight: 2, arbitrary: fc.constantFrom('search_policy', 'lookup_order', 'search_index') },
  { weight: 1, arbitrary: fc.constantFrom('flaky_lookup', 'no_such_tool', '__proto__', 'constructor') },
);

function faultRuleOf(struckBy: fc.Arbitrary<Fault>, tool: fc.Arbitrary<string>): fc.Arbitrary<FaultRule> {
  return fc
    .record({
      tool,
      from: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(1, 1_000_000)),
      length: fc.option(fc.nat(3)),
      fault: struckBy,
    })
    .map(({ from, length, ...rule }) => ({
      tool: rule.tool,
      requests: { from, to: length === null ? null : Math.min(1_000_000, from + length) },
      fault: rule.fault,
    }));
}

const hostileKey = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'order_id', 'amount', 'query', '', ' ', '0', '\ud800');

/** JSON has no minus zero that survives a round trip through text. */
const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));

const leaf: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, '', '80 dollars', 'the null', '\n', '\u2028', 0, -80, 80.001, 1e308),
  fc.string({ maxLength: 5 }),
  anyNumber,
);

const json: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: leaf },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.tuple(hostileKey, leaf), { maxLength: 3 }).map(asParsed) },
);

/** By way of text, since only JSON.parse makes `__proto__` a property like any other. */
function asParsed(entries: readonly (readonly [string, Json])[]): Arguments {
  const text = `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
  return JSON.parse(text) as Arguments;
}

const hostileArguments = fc
  .array(fc.tuple(fc.oneof(hostileKey, fc.string({ maxLength: 5 })), json), { maxLength: 4 })
  .map(asParsed);

const agent: fc.Arbitrary<AgentPlan> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      controller: fc.constant('refund-task' as const),
      slips: fc.record({
        index: fc.option(fc.constantFrom('archive', 'orders', 'policies', '__proto__')),
        refundTool: fc.option(fc.constantFrom('issue_refund', '__proto__', 'constructor')),
        amount: fc.option(fc.constantFrom('80 dollars', '80', '\ud800')),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ controller: 'approved-refund' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      controller: fc.constant('single-call' as const),
      tool: fc.constant('process_refund'),
      args: fc.record({ order_id: fc.constantFrom('ORD-5510', 'ORD-1'), amount: fc.constantFrom(80, 49.99, 0.01) }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      controller: fc.constant('single-call' as const),
      tool: fc.oneof(fc.constantFrom(...TOOLS.keys(), '__proto__', 'constructor', 'toString'), fc.string({ minLength: 1, maxLength: 9 })),
      args: hostileArguments,
    }),
  },
);

const guard: fc.Arbitrary<LaneSetting['guard']> = fc.constantFrom(
  { kind: 'none' as const },
  { kind: 'memory' as const, key: 'order_id' as const },
);

const essayHandler = fc.oneof(
  { weight: 5, arbitrary: fc.constant('execute_tool' as const) },
  { weight: 1, arbitrary: fc.constant('direct' as const) },
);

function lanesOf(handler: fc.Arbitrary<LaneSetting['handler']>): fc.Arbitrary<readonly LaneSetting[]> {
  return fc
    .array(fc.record({ guard, handler }), { minLength: 1, maxLength: 4 })
    .map((all) => all.map((lane, index) => ({ id: `lane-${index}`, ...lane })));
}

const latency: fc.Arbitrary<Scenario['latency']> = fc
  .record({
    readMs: duration,
    refundMs: duration,
    postingMs: duration,
    guardHitMs: duration,
    latePostingMs: duration,
    modelTurnMs: duration,
  })
  .map((all) => ({ ...all, postingMs: Math.min(all.postingMs, all.refundMs) }));

const order: fc.Arbitrary<Scenario['order']> = fc
  .record({
    id: fc.constantFrom('ORD-5510', '__proto__', ' ', '\ud800'),
    currency: fc.constant('USD' as const),
    capturedMinor: fc.constantFrom(1, 8_000, 24_000, 1_000_000_000),
    refundMinor: fc.constantFrom(1, 4_999, 8_000, 1_000_000_000),
  })
  .map((all) => ({ ...all, refundMinor: Math.min(all.refundMinor, all.capturedMinor) }));

const common = {
  version: fc.constant(1 as const),
  name: fc.constantFrom('a', 'any-scenario-1'),
  title: fc.constantFrom('', 'any title', '\ud800'),
  seed: fc.oneof(fc.nat(9), fc.constantFrom(0, 0xffff_ffff)),
  order,
  policy: fc.record({ maxRetries, deadlineMs: deadline, backoff }),
  latency,
};

/** What the essay has: its handler or none, its tasks, and faults that apply what they are known to apply. */
export const anyEssayScenario: fc.Arbitrary<Scenario> = fc.record({
  ...common,
  gateway: fc.record({ refusesOverCapture: fc.boolean() }),
  faults: fc.array(faultRuleOf(fault, REFUND_TASK), { maxLength: 6 }),
  agent,
  lanes: lanesOf(essayHandler),
});

const applied = fc.constantFrom<Applied>('never', 'with-the-answer', { afterMs: 100 }, { afterMs: 5_000 });

/** A cause with, or without, a word on what it applies. */
function applying(cause: fc.Arbitrary<Extract<Fault, { kind: 'http' | 'silence' | 'network' | 'error' | 'crash' }>>): fc.Arbitrary<Fault> {
  return fc.tuple(cause, fc.option(applied)).map(([known, what]) => (what === null ? known : { ...known, applied: what }));
}

const anyFault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 3, arbitrary: fault },
  { weight: 1, arbitrary: applying(fc.record({ kind: fc.constant('silence' as const), which: fc.constantFrom(...SILENCES) })) },
  { weight: 2, arbitrary: applying(fc.record({ kind: fc.constant('http' as const), status: fc.constantFrom(200, 400, 401, 403, 404, 409, 422, 429, 500, 503, 504) })) },
  { weight: 1, arbitrary: applying(fc.record({ kind: fc.constant('network' as const), phase: fc.constantFrom('connect' as const, 'request' as const) })) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('declined' as const), code: fc.constantFrom('closed', '\ud834\udd1e'.repeat(100)) }) },
  { weight: 1, arbitrary: applying(fc.record({ kind: fc.constant('error' as const), name: fc.constantFrom('timeout', 'quota', '__proto__') })) },
  { weight: 1, arbitrary: applying(fc.constant({ kind: 'crash' as const })) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('partial' as const), returned: fc.nat(57), total: fc.constant(57) }) },
);

const OF_ORDER = { order_id: 'ORD-5510', amount: 80 };
const FITTING: readonly (readonly [tool: string, args: Arguments])[] = [
  ['process_refund', OF_ORDER],
  ['process_refund', OF_ORDER],
  ['place_hold', OF_ORDER],
  ['release_hold', OF_ORDER],
  ['lookup_order', { order_id: 'ORD-5510' }],
  ['search_policy', { query: 'refund window' }],
  ['get_user', { user_id: 'u-4821' }],
  ['get_user', { user_id: 'u-1' }],
  ['search_users', { email: 'ada@example.com' }],
  ['list_payments', { month: '2026-11' }],
  ['read_file', { path: 'policy.md' }],
  ['read_file', { path: '../x' }],
  ['http_get', { url: 'http://slow.example' }],
];

const route = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...FITTING).map(([tool, args]) => ({ tool, args, corrected: null })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      tool: fc.constantFrom(...TOOLS.keys(), 'no_such_tool', '__proto__'),
      args: hostileArguments,
      corrected: fc.option(fc.constantFrom(...FITTING.map(([, args]) => args))),
    }),
  },
);

const goal = fc.record({ routes: fc.array(route, { minLength: 1, maxLength: 3 }), undo: fc.option(route), invents: fc.constantFrom('as expected', 'x') });

const rulesAgent: fc.Arbitrary<AgentPlan> = fc
  .record({
    controller: fc.constant('rules' as const),
    task: fc.constantFrom('The task', '\ud800'),
    character: fc.constantFrom('careful' as const, 'careless' as const, 'stubborn' as const),
    maxCorrections: fc.nat(10),
    goals: fc.array(goal, { minLength: 1, maxLength: 4 }),
  })
  .map((plan) => ({ ...plan, goals: plan.goals.map((each, index) => ({ id: `goal-${'abcd'[index] ?? 'x'}`, ...each })) }));

const orNever = (least: number, most: number) => fc.option(fc.integer({ min: least, max: most }), { freq: 20 });

/** A model by rules is stopped after a few calls in most of its runs, since the others take their time. */
const loop: fc.Arbitrary<NonNullable<Scenario['loop']>> = fc.record({
  warnAt: orNever(2, 4),
  stopAt: orNever(2, 6),
  maxSteps: orNever(1, 12),
  resumeAfterMs: fc.option(fc.constantFrom(0, 1_000, 60_000)),
});

const anyHandler = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...HANDLERS.map(({ id }) => id)) },
  { weight: 1, arbitrary: fc.constantFrom('direct' as const, 'client' as const) },
);

const DEDUPE: NonNullable<Scenario['gateway']['dedupe']> = {
  by: 'key',
  ttlMs: null,
  fingerprint: null,
  inFlight: '409',
  leaseMs: null,
  storesFailures: false,
  onRepeat: 'replay',
  scope: 'global',
};

const anyTool = fc.oneof({ weight: 4, arbitrary: REFUND_TASK }, { weight: 4, arbitrary: fc.constantFrom(...TOOLS.keys()) });

/** A model behind any handler, in any kind of trouble. Weighted as the essay's, half of them. */
export const anyScenario: fc.Arbitrary<Scenario> = fc.oneof(
  anyEssayScenario,
  fc
    .record({
      ...common,
      gateway: fc.record({ refusesOverCapture: fc.boolean() }),
      keyed: fc.boolean(),
      faults: fc.array(faultRuleOf(anyFault, anyTool), { maxLength: 6 }),
      agent: fc.oneof({ weight: 3, arbitrary: rulesAgent }, { weight: 1, arbitrary: agent }),
      loop,
      tools: fc.option(
        fc.oneof(
          { weight: 3, arbitrary: fc.constant([...TOOLS.keys()]) },
          { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...TOOLS.keys()), { minLength: 1, maxLength: 13 }) },
        ),
      ),
      lanes: lanesOf(anyHandler),
    })
    .map(({ keyed, gateway, tools, ...all }) => ({
      ...all,
      gateway: keyed ? { ...gateway, dedupe: DEDUPE } : gateway,
      ...(keyed ? { key: { scope: 'operation' as const, rotateOn: [], lifetimeMs: null } } : {}),
      ...(tools === null ? {} : { tools }),
    })),
);

/** A guarded and an unguarded lane, every call through execute_tool: what the figure compares. */
const PAIR: Scenario['lanes'] = [
  { id: 'no-guard', guard: { kind: 'none' }, handler: 'execute_tool' },
  { id: 'guarded', guard: { kind: 'memory', key: 'order_id' }, handler: 'execute_tool' },
];

export const anyPair: fc.Arbitrary<Scenario> = anyEssayScenario.map((scenario) => ({ ...scenario, lanes: PAIR }));
