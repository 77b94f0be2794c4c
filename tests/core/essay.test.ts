import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { essayLines, essayText, observationText, taxonomyText } from '../../src/core/format/essay.ts';
import { pythonJson } from '../../src/core/format/python-json.ts';
import { formatAmount, formatMoney } from '../../src/core/money.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { seconds } from '../../src/core/seconds.ts';
import { simulate } from '../../src/core/simulate.ts';
import { anyScenario } from './arbitrary-scenario.ts';
import { direct, figureWith, oneCall, oneRefund, onlyLane, resultOf } from './runs.ts';

const GOLDEN = join(import.meta.dirname, '../golden');

function textOf(scenario: Scenario): string {
  return essayText(scenario, simulate(scenario));
}

function named(name: string): Scenario {
  const found = NAMED_SCENARIOS.find(({ scenario }) => scenario.name === name);
  if (found === undefined) throw new Error(`no scenario ${name}`);
  return found.scenario;
}

describe('the text form', () => {
  const files = readdirSync(GOLDEN).sort();

  it('[X1] has seven texts from the essay', () => {
    expect(files).toEqual(
      ['flaky-then-succeeds', 'naive-baseline', 'refund-guarded', 'refund-no-guard', 'robust-loop', 'taxonomy', 'timeout'].map(
        (name) => `${name}.txt`,
      ),
    );
  });

  it.each(files)('[X1] %s, byte for byte', (file) => {
    const name = file.replace(/\.txt$/, '');
    const text = name === 'taxonomy' ? taxonomyText() : textOf(named(name));
    expect(Buffer.from(text)).toEqual(readFileSync(join(GOLDEN, file)));
    expect(text).toMatch(/[^\n]\n$/);
  });

  it('[X2] an OK line shows 72 characters, or 69 and three dots', () => {
    /** The OK line of an answer of this length: that of the order system, `ORD…: $240.00 captured, …`. */
    const okLine = (length: number) => {
      const rest = ': $240.00 captured, delivered, returnable';
      const id = 'O'.repeat(length - rest.length);
      const base = oneCall('lookup_order', { order_id: id });
      return textOf({ ...base, order: { ...base.order, id } }).split('\n')[2];
    };
    expect(okLine(72)).toBe(`  attempt 1 -> OK: ${'O'.repeat(31)}: $240.00 captured, delivered, returnable`);
    expect(okLine(73)).toBe(`  attempt 1 -> OK: ${'O'.repeat(32)}: $240.00 captured, delivered, return...`);
    expect(okLine(200)).toBe(`  attempt 1 -> OK: ${'O'.repeat(69)}...`);
  });

  it('[X3] prints arguments as Python does', () => {
    // Held against json.dumps of Python 3.12, with numbers as floats.
    const cases: [Parameters<typeof pythonJson>[0], string][] = [
      [null, 'null'],
      [true, 'true'],
      [80, '80.0'],
      [49.99, '49.99'],
      [0, '0.0'],
      [-80.5, '-80.5'],
      [1e15, '1000000000000000.0'],
      [1e16, '1e+16'],
      [1.5e300, '1.5e+300'],
      [0.0001, '0.0001'],
      [0.00001, '1e-05'],
      [1.25e-7, '1.25e-07'],
      ['', '""'],
      ["today's order count", '"today\'s order count"'],
      ['größe ✓', '"gr\\u00f6\\u00dfe \\u2713"'],
      ['𝛑', '"\\ud835\\uded1"'],
      ['a\n\t"\\\u0000\u007f', '"a\\n\\t\\"\\\\\\u0000\\u007f"'],
      ['\ud800', '"\\ud800"'],
      [[], '[]'],
      [{}, '{}'],
      [{ a: [1, 'b', null], c: { d: false } }, '{"a": [1.0, "b", null], "c": {"d": false}}'],
    ];
    for (const [value, text] of cases) expect(pythonJson(value)).toBe(text);
    expect(pythonJson(JSON.parse('{"__proto__": 1}') as object as Record<string, number>)).toBe('{"__proto__": 1.0}');
  });

  it('[X4] seconds have one decimal at least, money two', () => {
    expect([0, 500, 1_000, 2_000, 1_250, 350, 1.5, 0.001, 60_000].map(seconds)).toEqual([
      '0.0',
      '0.5',
      '1.0',
      '2.0',
      '1.25',
      '0.35',
      '0.0015',
      '0.000001',
      '60.0',
    ]);
    expect([0, 1, 80, 8_000, 4_999, 16_000, 1_000_000_000].map((minor) => formatMoney(minor, 'USD'))).toEqual([
      '$0.00',
      '$0.01',
      '$0.80',
      '$80.00',
      '$49.99',
      '$160.00',
      '$10000000.00',
    ]);
    expect(formatAmount(24_000)).toBe('240.00');
  });

  it('[X5] a usable result after a retry says so, after two spaces; a failure does not', () => {
    const recovered = resultOf(onlyLane(named('flaky-then-succeeds')), 'call');
    expect(observationText(recovered)).toBe(
      'the dependency recovered and returned the data (score=0.91)  (resolved after 3 attempts)',
    );
    const gaveUp = resultOf(onlyLane(named('timeout')), 'call');
    expect(observationText(gaveUp)).toBe('[transient] exceeded the 2.0s deadline (gave up after 3 attempts)');
    const [first] = simulate(figureWith([])).lanes;
    if (first === undefined) throw new Error('no lane');
    expect(observationText(resultOf(first, 'refund'))).toBe('refunded $80.00 to ORD-5510');
  });

  it('[X6] names the refund tool unsafe without guard, and plainly with it', () => {
    const text = textOf(figureWith(['silence']));
    const [unguarded = '', guarded = ''] = text.split('LANE guarded');
    expect(unguarded).toContain('Action: process_refund_unsafe({"order_id": "ORD-5510", "amount": 80.0})');
    expect(guarded).toContain('Action: process_refund({"order_id": "ORD-5510", "amount": 80.0})');
    expect(guarded).not.toContain('unsafe');
  });

  it('[X7] lines come in the order of time, each when it becomes true', () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        for (const lane of simulate(scenario).lanes) {
          const times = essayLines(scenario, lane).map(({ at }) => at);
          expect([...times].sort((a, b) => a - b)).toEqual(times);
          const known = new Set([0, ...lane.events.map(({ at }) => at)]);
          expect(times.filter((at) => !known.has(at))).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('[X7] the default run, line by line', () => {
    const scenario = figureWith(['silence']);
    const [, guarded] = simulate(scenario).lanes;
    if (guarded === undefined) throw new Error('no lane');
    expect(essayLines(scenario, guarded).slice(-10).map(({ at, text }) => `${at} ${text}`)).toEqual([
      '1200   Thought: No earlier refund on record; issue it for ORD-5510.',
      '1200   Action: process_refund({"order_id": "ORD-5510", "amount": 80.0})',
      '3200   attempt 1 -> TransientError: refund posted to the gateway, but the confirmation timed out',
      '3200     transient -> retry 1/2 after 0.5s backoff',
      '3800   attempt 2 -> OK: already refunded $80.00 to ORD-5510 (idempotent skip; no double-charge)',
      '3800   Observation: already refunded $80.00 to ORD-5510 (idempotent skip; no double-charge)  (resolved after 2 attempts)',
      '3900 Step 5',
      '3900   Thought: The refund was answered with success; finish.',
      '3900   Action: finish({"answer": "Refund of $80.00 for ORD-5510 is complete (answered on attempt 2)."})',
      '3900 ANSWER: Refund of $80.00 for ORD-5510 is complete (answered on attempt 2).',
    ]);
  });

  it('[X8] several lanes are printed one after the other, each with its ledger, once', () => {
    // The essay's word stands under the essay's form only: a guard in memory is once in its process.
    for (const [scenario, once] of [
      [figureWith(['silence']), 'Once, in this process.'],
      [oneRefund([{ kind: 'silence', which: 'answer-lost' }]), 'Exactly once.'],
    ] as const) {
      const lines = textOf(scenario).split('\n');
      expect(lines.filter((line) => line.startsWith('LANE '))).toEqual(['LANE no-guard', 'LANE guarded']);
      expect(lines.filter((line) => line.startsWith('  ledger: '))).toEqual([
        '  ledger: 2 refunds posted for ORD-5510 -> $160.00 charged back. DOUBLE REFUND.',
        `  ledger: 1 refund recorded for ORD-5510 -> $80.00. ${once}`,
      ]);
    }
  });

  it('[X8] the ledger line counts: none, one, two, more', () => {
    const ledgers = (...args: Parameters<typeof figureWith>) =>
      textOf(figureWith(...args))
        .split('\n')
        .filter((line) => line.startsWith('  ledger: '));
    expect(ledgers(['silence'], { silence: 'request-lost' })).toEqual([
      '  ledger: 1 refund recorded for ORD-5510 -> $80.00. Once.',
      '  ledger: 0 refunds recorded for ORD-5510 -> $0.00. Never.',
    ]);
    expect(ledgers([], { params: { deadlineMs: 350 } })[0]).toBe(
      '  ledger: 3 refunds posted for ORD-5510 -> $240.00 charged back. 3-FOLD REFUND.',
    );
  });

  it.each<[string, string, string[]]>([
    ['forced-timeout', 'run-tool', ['    transient -> retries exhausted (1); sleep 1.0s for nothing, then feed back as an Observation']],
    ['drop-classification', 'retry-everything', ['    permanent -> retries exhausted (2); give up and feed back as an Observation']],
    ['write-unheard', 'typed-failures', ['    unknown-outcome -> not retried; look whether it happened', '    reads back: ORD-5510 found']],
    ['drop-observation', 'raise-failures', ['    transient -> retries exhausted (2); raised into the loop', '  -> uncaught, the whole run dies.']],
    ['hand-built-call', 'call-tool', ["  delete_everything(...) raised KeyError: 'delete_everything'", '  -> uncaught, the whole run dies.']],
    ['parked', 'typed-failures', ['Robust loop (every call through typed_failures):', '  parked, to be resumed at 62.4s']],
    ['undo-fails', 'typed-failures', ['  ALERT: release_hold failed, and a person has to step in']],
  ])('[X10] tells %s in lane %s as it is', (name, lane, expected) => {
    const scenario = named(name);
    const printed = essayText(scenario, simulate({ ...scenario, lanes: scenario.lanes.filter(({ id }) => id === lane) })).split('\n');
    expect(printed).toEqual(expect.arrayContaining(expected));
  });

  it('[X10] tells a repeat at once', () => {
    const faults = [{ tool: 'slow_lookup', requests: { from: 1, to: null }, fault: { kind: 'error', name: 'timeout' } }] as const;
    const lanes = [{ id: 'only', guard: { kind: 'none' }, handler: 'run_tool' }] as const;
    expect(textOf({ ...oneCall('slow_lookup', { query: 'x' }), faults, lanes }).split('\n').slice(2, 6)).toEqual([
      '  attempt 1 -> PermanentError: timeout',
      '    transient -> sent again at once',
      '  attempt 2 -> PermanentError: timeout',
      '    transient -> retries exhausted (1); give up and feed back as an Observation',
    ]);
  });

  it('[X8] a run without money has no ledger line', () => {
    expect(textOf(named('one-page-of-three'))).not.toContain('ledger');
    expect(textOf(named('hand-built-call'))).not.toContain('ledger');
  });

  it('[X9] names the refund that was asked for, not the one of the task', () => {
    const scenario = oneCall('process_refund', { order_id: 'ORD-1', amount: 12.5 });
    expect(textOf(scenario).split('\n')).toEqual([
      'GUARDED   process_refund(ORD-1, $12.50):',
      '  attempt 1 -> OK: refunded $12.50 to ORD-1',
      '  ledger: 1 refund recorded for ORD-1 -> $12.50. Exactly once.',
      '',
    ]);
  });

  it.each<[string, Scenario, string, string]>([
    [
      'a transient',
      oneRefund([{ kind: 'http', status: 503 }]),
      '  process_refund(...) raised TransientError: temporary upstream failure (HTTP 503)',
      '  -> uncaught, the whole run dies on the first transient blip.',
    ],
    [
      'a refusal',
      oneRefund([{ kind: 'http', status: 403 }]),
      '  process_refund(...) raised PermanentError: 403: refused by the dependency',
      '  -> uncaught, the whole run dies.',
    ],
    [
      'a tool that does not exist',
      oneCall('issue_refund', {}),
      "  issue_refund(...) raised KeyError: 'issue_refund'",
      '  -> uncaught, the whole run dies.',
    ],
  ])('[X9] a naive run says that it died of %s', (_, scenario, raised, ends) => {
    expect(textOf(direct(scenario)).split('\n').slice(1, 3)).toEqual([raised, ends]);
  });

  it.each<[string, string]>([
    [
      'permanent',
      `SCENARIO: permanent (a 404 that no retry can clear)
  call: search_index({"index": "archive", "query": "order history"})
  attempt 1 -> PermanentError: 404: index 'archive' does not exist
    permanent -> not retried; fed back as an Observation
  disposition: FED BACK as an Observation after 1 attempt(s)  [category: permanent]
`,
    ],
    [
      'empty-result',
      `SCENARIO: empty-result (a good call that finds nothing)
  call: search_policy({"query": "refund window 30 days"})
  attempt 1 -> OK: (nothing)
    empty-result -> not retried; fed back as an Observation
  disposition: FED BACK as an Observation after 1 attempt(s)  [category: empty-result]
`,
    ],
    [
      'malformed',
      `SCENARIO: malformed (arguments that break the contract)
  call: process_refund({"order_id": "ORD-5510", "amount": "80 dollars"})
  before any attempt -> malformed: amount must be a number greater than 0 with at most two decimals, got the string "80 dollars"
    malformed -> not retried; fed back as an Observation
  disposition: FED BACK as an Observation after 0 attempt(s)  [category: malformed]
`,
    ],
  ])('[X8] %s has the same form as the essay', (name, text) => {
    expect(textOf(named(name))).toBe(text);
  });
});
