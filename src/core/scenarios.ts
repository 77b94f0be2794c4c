import { HANDLER_SCENARIOS } from './handler-scenarios.ts';
import type { NamedScenario } from './named-scenario.ts';
import { PROGRAM_SCENARIOS } from './program-scenarios.ts';
import { DEFAULT_SETTINGS, figureScenario, GUARDED, NO_GUARD, type FigureSettings, type SwitchId } from './figure.ts';
import type { Scenario } from './scenario.ts';

type Agent = Scenario['agent'];
type Lane = Scenario['lanes'][number];

const figure = figureScenario(DEFAULT_SETTINGS);

const guarded: Lane = { id: GUARDED, guard: { kind: 'memory', key: 'order_id' }, handler: 'execute_tool' };
const unguarded: Lane = { id: NO_GUARD, guard: { kind: 'none' }, handler: 'execute_tool' };

/** The essay's settings are the figure's defaults; a named scenario says only what it changes. */
function essay(name: string, title: string, agent: Agent, changed: Partial<Scenario> = {}): Scenario {
  return { ...figure, name, title, agent, faults: [], lanes: [guarded], ...changed };
}

function oneCall(tool: string, args: Extract<Agent, { controller: 'single-call' }>['args']): Agent {
  return { controller: 'single-call', tool, args };
}

const ORDER_COUNT = { query: "today's order count" };

const postedThenSilence: Scenario['faults'] = [
  { tool: 'process_refund', requests: { from: 1, to: 1 }, fault: { kind: 'silence', which: 'answer-lost' } },
];
const refundCall = oneCall('process_refund', { order_id: figure.order.id, amount: 80 });

/** The order of the essay's last section: $49.99 approved for ORD-7788. */
const approvedOrder: Scenario['order'] = { id: 'ORD-7788', currency: 'USD', capturedMinor: 4_999, refundMinor: 4_999 };

function figureWith(name: string, title: string, on: readonly SwitchId[], changed: Partial<FigureSettings> = {}): Scenario {
  const switches = Object.fromEntries(Object.keys(DEFAULT_SETTINGS.on).map((id) => [id, on.includes(id as SwitchId)]));
  const settings = { ...DEFAULT_SETTINGS, ...changed, on: switches as FigureSettings['on'] };
  return { ...figureScenario(settings), name, title };
}

const REFUND = figure.order.refundMinor;

const OF_ESSAY: readonly Omit<NamedScenario, 'group'>[] = [
  {
    scenario: figure,
    claims: [
      { kind: 'refunds', lane: NO_GUARD, count: 2, totalMinor: 2 * REFUND },
      { kind: 'refunds', lane: GUARDED, count: 1, totalMinor: REFUND },
    ],
  },
  {
    scenario: essay('flaky-then-succeeds', 'transient that clears on retry', oneCall('flaky_lookup', ORDER_COUNT), {
      faults: [{ tool: 'flaky_lookup', requests: { from: 1, to: 2 }, fault: { kind: 'http', status: 503 } }],
    }),
    claims: [{ kind: 'recovers', lane: GUARDED, call: 'call', attempt: 3 }],
  },
  {
    scenario: essay('timeout', 'slower than the deadline, every attempt', oneCall('slow_lookup', ORDER_COUNT), {
      faults: [{ tool: 'slow_lookup', requests: { from: 1, to: null }, fault: { kind: 'slow', latencyMs: 5_000 } }],
    }),
    claims: [{ kind: 'gives-up', lane: GUARDED, call: 'call', attempts: 3 }],
  },
  {
    scenario: essay(
      'permanent',
      'a 404 that no retry can clear',
      oneCall('search_index', { index: 'archive', query: 'order history' }),
    ),
    claims: [{ kind: 'fed-back', lane: GUARDED, call: 'call', category: 'permanent' }],
  },
  {
    scenario: essay(
      'empty-result',
      'a good call that finds nothing',
      oneCall('search_policy', { query: 'refund window 30 days' }),
      { faults: [{ tool: 'search_policy', requests: { from: 1, to: null }, fault: { kind: 'empty' } }] },
    ),
    claims: [{ kind: 'fed-back', lane: GUARDED, call: 'call', category: 'empty-result' }],
  },
  {
    scenario: essay(
      'malformed',
      'arguments that break the contract',
      oneCall('process_refund', { order_id: figure.order.id, amount: '80 dollars' }),
    ),
    claims: [
      { kind: 'fed-back', lane: GUARDED, call: 'call', category: 'malformed' },
      { kind: 'refunds', lane: GUARDED, count: 0, totalMinor: 0 },
    ],
  },
  {
    scenario: essay(
      'unknown-tool',
      'a tool that is not in the action space',
      oneCall('issue_refund', { order_id: figure.order.id, amount: 80 }),
    ),
    claims: [{ kind: 'fed-back', lane: GUARDED, call: 'call', category: 'unknown-tool' }],
  },
  {
    scenario: essay('refund-no-guard', 'posted, then silence, without a guard', refundCall, {
      faults: postedThenSilence,
      lanes: [unguarded],
    }),
    claims: [{ kind: 'refunds', lane: NO_GUARD, count: 2, totalMinor: 2 * REFUND }],
  },
  {
    scenario: essay('refund-guarded', 'posted, then silence, guarded by order', refundCall, { faults: postedThenSilence }),
    claims: [{ kind: 'refunds', lane: GUARDED, count: 1, totalMinor: REFUND }],
  },
  {
    scenario: essay('naive-baseline', 'no wrapper around the call', oneCall('process_refund', { order_id: approvedOrder.id, amount: 49.99 }), {
      order: approvedOrder,
      faults: postedThenSilence,
      lanes: [{ ...guarded, id: 'naive', handler: 'direct' }],
    }),
    claims: [
      { kind: 'dies', lane: 'naive' },
      { kind: 'refunds', lane: 'naive', count: 1, totalMinor: approvedOrder.refundMinor },
    ],
  },
  {
    scenario: essay('robust-loop', 'one approved refund, every call through execute_tool', { controller: 'approved-refund' }, {
      order: approvedOrder,
      faults: postedThenSilence,
    }),
    claims: [
      { kind: 'recovers', lane: GUARDED, call: 'refund', attempt: 2 },
      { kind: 'refunds', lane: GUARDED, count: 1, totalMinor: approvedOrder.refundMinor },
    ],
  },
  {
    scenario: essay('naive-beside-robust', 'one approved refund, called directly and through the robust loop', { controller: 'approved-refund' }, {
      order: approvedOrder,
      faults: postedThenSilence,
      lanes: [
        { id: 'naive', title: 'Naive: called directly', guard: { kind: 'none' }, handler: 'direct' },
        { ...guarded, id: 'robust', title: 'Robust: execute_tool and a guard' },
      ],
    }),
    claims: [
      { kind: 'requests', lane: 'naive', call: 'refund', count: 1 },
      { kind: 'dies', lane: 'naive' },
      { kind: 'refunds', lane: 'naive', count: 1, totalMinor: approvedOrder.refundMinor },
      { kind: 'reports', lane: 'naive', report: null },
      { kind: 'recovers', lane: 'robust', call: 'refund', attempt: 2 },
      { kind: 'refunds', lane: 'robust', count: 1, totalMinor: approvedOrder.refundMinor },
      { kind: 'reports', lane: 'robust', report: 'refunded' },
    ],
  },
  {
    scenario: figureWith('quiet', 'nothing goes wrong', []),
    claims: [
      { kind: 'refunds', lane: NO_GUARD, count: 1, totalMinor: REFUND },
      { kind: 'refunds', lane: GUARDED, count: 1, totalMinor: REFUND },
    ],
  },
  {
    scenario: figureWith('request-lost', 'silence because nothing ever arrived', ['silence'], { silence: 'request-lost' }),
    claims: [
      { kind: 'refunds', lane: NO_GUARD, count: 1, totalMinor: REFUND },
      { kind: 'refunds', lane: GUARDED, count: 0, totalMinor: 0 },
      { kind: 'reports', lane: GUARDED, report: 'refunded' },
    ],
  },
  {
    scenario: figureWith('late', 'silence because it has not happened yet', ['silence'], { silence: 'late' }),
    claims: [
      { kind: 'refunds', lane: NO_GUARD, count: 2, totalMinor: 2 * REFUND },
      { kind: 'refunds', lane: GUARDED, count: 1, totalMinor: REFUND },
    ],
  },
  {
    scenario: figureWith('no-retry', 'posted, then silence, and no second try', ['silence'], {
      params: { ...DEFAULT_SETTINGS.params, maxRetries: 0 },
    }),
    claims: [
      { kind: 'refunds', lane: NO_GUARD, count: 1, totalMinor: REFUND },
      { kind: 'reports', lane: NO_GUARD, report: 'failed' },
    ],
  },
  {
    scenario: figureWith('short-deadline', 'a deadline shorter than the gateway needs', [], {
      params: { ...DEFAULT_SETTINGS.params, deadlineMs: 350 },
    }),
    claims: [
      { kind: 'refunds', lane: NO_GUARD, count: 3, totalMinor: 3 * REFUND },
      { kind: 'refunds', lane: GUARDED, count: 1, totalMinor: REFUND },
    ],
  },
  {
    scenario: figureWith('everything', 'every failure at once', [
      'temporary-error',
      'too-slow',
      'silence',
      'not-there',
      'nothing-found',
      'wrong-arguments',
      'no-such-tool',
    ]),
    claims: [
      { kind: 'gives-up', lane: NO_GUARD, call: 'order', attempts: 3 },
      { kind: 'fed-back', lane: NO_GUARD, call: 'policy', category: 'empty-result' },
      { kind: 'fed-back', lane: NO_GUARD, call: 'index', category: 'permanent' },
      { kind: 'fed-back', lane: NO_GUARD, call: 'refund-tool', category: 'unknown-tool' },
      { kind: 'fed-back', lane: NO_GUARD, call: 'refund-amount', category: 'malformed' },
      { kind: 'refunds', lane: NO_GUARD, count: 2, totalMinor: 2 * REFUND },
      { kind: 'refunds', lane: GUARDED, count: 1, totalMinor: REFUND },
    ],
  },
];

export const NAMED_SCENARIOS: readonly NamedScenario[] = [...OF_ESSAY.map((each) => ({ ...each, group: 'essay' as const })), ...HANDLER_SCENARIOS, ...PROGRAM_SCENARIOS];
