import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/core/scenario.ts';
import { told, type Told } from './oracle.ts';
import { program, runOf } from './programs.ts';
import { eventsOf } from './runs.ts';

/** Whole milliseconds, so that both sides' sums are exact. */
const ms = fc.constantFrom(0, 1, 100, 300, 400, 500, 1_000, 2_000, 5_000, 60_000);
const applied = fc.oneof(fc.constantFrom('never', 'with-the-answer'), ms.map((afterMs) => ({ afterMs })));
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const optional = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>, keys: readonly string[]) =>
  fc.record<Record<string, unknown>>(fields, { requiredKeys: [...keys] });

const fault = fc.oneof(
  optional(
    {
      kind: kind('http'),
      status: fc.constantFrom(400, 409, 429, 500, 503),
      latencyMs: ms,
      applied,
      headers: fc.constantFrom('0', '1', '2', '7', '90').map((retryAfter) => ({ retryAfter })),
    },
    ['kind', 'status'],
  ),
  optional({ kind: kind('silence'), which: fc.constantFrom('request-lost', 'answer-lost', 'late'), applied }, ['kind', 'which']),
  optional({ kind: kind('slow'), latencyMs: ms, applied }, ['kind', 'latencyMs']),
  optional({ kind: kind('network'), phase: fc.constantFrom('connect', 'request'), latencyMs: ms, applied }, ['kind', 'phase']),
  optional({ kind: kind('crash'), latencyMs: ms, applied }, ['kind']),
);
/** Of a page, and of items; both strike often enough to meet what needs them only where few other conditions have to hold. */
const inPart = fc.oneof(
  fc.record({ kind: kind('partial'), returned: fc.nat(3), total: fc.constant(3) }),
  optional(
    {
      kind: kind('items'),
      failed: fc.uniqueArray(fc.record({ item: fc.integer({ min: 1, max: 3 }), status: fc.constantFrom(400, 409, 429, 500, 503) }), { minLength: 1, maxLength: 3, selector: ({ item }) => item }),
      ordered: fc.boolean(),
      latencyMs: ms,
    },
    ['kind', 'failed'],
  ),
);
const requests = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.option(fc.nat(2))).map(([from, length]) => ({ from, to: length === null ? null : from + length }));

/** Up to four pages, three items in a batch, or neither. */
const shape = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map((items) => ({ items })) },
  {
    weight: 1,
    arbitrary: optional({ items: fc.nat(7), size: fc.integer({ min: 2, max: 4 }), tellsTotal: fc.boolean(), emptyCursor: fc.boolean() }, ['items', 'size']).map((pages) => ({ effect: 'read', pages })),
  },
);
const paging = optional(
  {
    follows: fc.constantFrom('cursor', 'non-empty-cursor', 'nothing'),
    maxPages: fc.option(fc.integer({ min: 1, max: 3 })),
    maxAttempts: fc.option(fc.integer({ min: 1, max: 5 })),
    totalMs: fc.option(ms),
    incomplete: fc.constantFrom('told', 'ignored'),
  },
  [],
);

const faultRule = optional(
  {
    fault,
    operation: fc.constantFrom('a', 'b'),
    requests,
    during: fc.tuple(ms, ms).map(([fromMs, length]) => ({ fromMs, toMs: fromMs + length + 1 })),
  },
  ['fault'],
);

const partRule = optional({ fault: inPart, requests }, ['fault']);
const pageRule = optional({ fault: fc.oneof(fault, inPart), page: fc.integer({ min: 1, max: 3 }), operation: fc.constantFrom('a', 'b'), requests }, ['fault', 'page']);

const latency = fc
  .record({ readMs: ms, refundMs: ms, postingMs: ms, latePostingMs: ms })
  .map((all) => ({ ...all, postingMs: Math.min(all.postingMs, all.refundMs) }));

const scenarios: fc.Arbitrary<Scenario> = optional(
  {
    policy: fc.record({
      maxRetries: fc.nat(4),
      deadlineMs: fc.option(fc.constantFrom(100, 300, 400, 500, 2_000)),
      backoff: fc
        .record({ initialMs: ms, factor: fc.constantFrom(1, 2, 3), capMs: fc.option(ms) })
        .map(({ capMs, ...growth }) => ({ growth: { kind: 'exponential', ...growth }, capMs })),
      retryOn: fc.option(fc.uniqueArray(fc.constantFrom('network', 'connect', 'timeout', '429', '5xx', '4xx', '503', '409-inflight', 'crash'), { maxLength: 5 })),
      retryAfter: fc.constantFrom(null, {}, { use: 'floor' }),
      total: fc.option(fc.constantFrom(100, 500, 1_000, 3_000, 7_000, 60_000).map((deadlineMs) => ({ deadlineMs }))),
    }),
    faults: fc.array(fc.oneof({ weight: 2, arbitrary: faultRule }, { weight: 1, arbitrary: partRule }, { weight: 1, arbitrary: pageRule }), { maxLength: 5 }),
    operations: fc
      .array(fc.tuple(optional({ atMs: ms, intent: fc.constantFrom('x', 'y') }, []), shape), { minLength: 1, maxLength: 2 })
      .map((all) => all.map(([one, many], index) => ({ id: index === 0 ? 'a' : 'b', ...one, ...many }))),
    latency,
    key: fc.constantFrom({ scope: 'operation' }, { scope: 'none' }),
    gateway: fc.record({ ttlMs: fc.option(ms), inFlight: fc.constantFrom('409', 'joins') }).map((dedupe) => ({ dedupe })),
    client: optional(
      {
        timeoutIsUnknown: fc.boolean(),
        abort: ms.map((atMs) => ({ atMs })),
        paging,
        batch: optional({ reads: fc.constantFrom('items', 'status'), resends: fc.constantFrom('failed', 'all') }, []),
      },
      [],
    ),
  },
  ['policy', 'faults', 'operations'],
).map(program);

function engine(scenario: Scenario): Told {
  const { startsMs, endMs, ledger, outcome } = runOf(scenario).result;
  return { startsMs, endMs, ledger, outcome };
}

describe('the engine and a plain account of the same program', () => {
  it('[P13] agree in starts, end, ledger and outcome', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const account = told(scenario);
        expect(engine(scenario)).toEqual(account);
        met.add(account.outcome);
        if (account.ledger > 1) met.add('more than one effect');
        const sizes = eventsOf(runOf(scenario).lane, 'attempt').map(({ call, items = [] }) => [call, items.length] as const);
        if (sizes.some(([call, size], index) => index > 0 && sizes[index - 1]?.[0] === call && (sizes[index - 1]?.[1] ?? 0) > size)) met.add('a smaller batch');
      }),
      { numRuns: 5_000 },
    );
    expect([...met]).toEqual(expect.arrayContaining(['a smaller batch', 'aborted', 'false-success', 'gave-up', 'incomplete', 'more than one effect', 'ok', 'rejected', 'unknown']));
  });
});
