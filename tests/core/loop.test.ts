import { describe, expect, it } from 'vitest';
import { laneStateAt } from '../../src/core/ledger.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import type { LaneTrace } from '../../src/core/trace.ts';
import { bothLanes, direct, eventsOf, figureWith, oneCall, oneRefund, onlyLane, resultOf, schedule, withLatency } from './runs.ts';

function callsOf(lane: LaneTrace): string[] {
  return eventsOf(lane, 'action').map(({ call, tool, args }) => `${call}: ${tool}(${JSON.stringify(args)})`);
}

function finishOf(lane: LaneTrace) {
  const [finish] = eventsOf(lane, 'finish');
  if (finish === undefined) throw new Error('no finish');
  return finish;
}

const ofRefundTask = (faults: Scenario['faults']): LaneTrace => bothLanes({ ...figureWith([]), faults }).guarded;

describe('the refund task', () => {
  it('[L1] is policy, order, index, refund and finish, one model turn of 0.1 s after each Observation', () => {
    const { unguarded } = bothLanes(figureWith([]));
    expect(callsOf(unguarded)).toEqual([
      'policy: search_policy({"query":"refund window 30 days"})',
      'order: lookup_order({"order_id":"ORD-5510"})',
      'index: search_index({"index":"orders","query":"ORD-5510"})',
      'refund: process_refund({"order_id":"ORD-5510","amount":80})',
    ]);
    expect(eventsOf(unguarded, 'action').map(({ at, step }) => [at, step])).toEqual([
      [0, 1],
      [400, 2],
      [800, 3],
      [1_200, 4],
    ]);
    expect(finishOf(unguarded)).toMatchObject({
      at: 1_700,
      step: 5,
      answer: 'Refund of $80.00 for ORD-5510 is complete.',
      report: 'refunded',
    });
  });

  it('[L1] a model turn of no time puts the next move at the time of the Observation', () => {
    const lane = bothLanes(withLatency(figureWith([]), { modelTurnMs: 0 })).unguarded;
    expect(schedule(lane).slice(3, 6)).toEqual(['300 policy.observation', '300 order.action', '300 order.1.attempt']);
  });

  it('[L2] asks an empty search once more in other words', () => {
    const lane = ofRefundTask([{ tool: 'search_policy', requests: { from: 1, to: 1 }, fault: { kind: 'empty' } }]);
    expect(callsOf(lane).slice(0, 3)).toEqual([
      'policy: search_policy({"query":"refund window 30 days"})',
      'policy-again: search_policy({"query":"returns and refunds"})',
      'order: lookup_order({"order_id":"ORD-5510"})',
    ]);
  });

  it.each<[string, Scenario['faults'][number]['fault'], string[]]>([
    ['empty twice', { kind: 'empty' }, ['policy', 'policy-again']],
    ['refused', { kind: 'http', status: 403 }, ['policy']],
    ['never answered', { kind: 'silence', which: 'answer-lost' }, ['policy']],
  ])('[L2] moves no money where the policy is %s', (_, fault, calls) => {
    const lane = ofRefundTask([{ tool: 'search_policy', requests: { from: 1, to: null }, fault }]);
    expect(eventsOf(lane, 'action').map(({ call }) => call)).toEqual(calls);
    expect(finishOf(lane)).toMatchObject({
      report: 'not-attempted',
      answer: 'Refund for ORD-5510 was not attempted: the refund policy could not be confirmed.',
    });
    expect(laneStateAt(lane, Infinity)).toMatchObject({ entries: [], belief: 'nothing-sent', report: 'not-attempted' });
  });

  it('[L3] goes on without an order lookup, and says so', () => {
    const lane = ofRefundTask([{ tool: 'lookup_order', requests: { from: 1, to: null }, fault: { kind: 'http', status: 500 } }]);
    expect(eventsOf(lane, 'action').map(({ call }) => call)).toEqual(['policy', 'order', 'index', 'refund']);
    expect(finishOf(lane).answer).toBe(
      'Refund of $80.00 for ORD-5510 is complete. Order data taken from the task: the order lookup gave no usable answer.',
    );
  });

  it('[L4] turns to the orders index after a permanent failure, and only then', () => {
    const archive = bothLanes(figureWith(['not-there'])).unguarded;
    expect(callsOf(archive).filter((call) => call.startsWith('index'))).toEqual([
      'index: search_index({"index":"archive","query":"ORD-5510"})',
      'index-again: search_index({"index":"orders","query":"ORD-5510"})',
    ]);
    const failing = (fault: Scenario['faults'][number]['fault'], index: string | null) =>
      eventsOf(
        onlyLane({
          ...figureWith([]),
          agent: { controller: 'refund-task', slips: { index, refundTool: null, amount: null } },
          faults: [{ tool: 'search_index', requests: { from: 1, to: null }, fault }],
        }),
        'action',
      ).map(({ call }) => call);
    expect(failing({ kind: 'http', status: 503 }, 'archive')).toEqual(['policy', 'order', 'index', 'refund']);
    expect(failing({ kind: 'empty' }, 'archive')).toEqual(['policy', 'order', 'index', 'refund']);
    expect(failing({ kind: 'http', status: 404 }, null)).toEqual(['policy', 'order', 'index', 'refund']);
    expect(failing({ kind: 'http', status: 404 }, 'archive')).toEqual(['policy', 'order', 'index', 'index-again', 'refund']);
  });

  it('[L5] corrects the tool, then the amount, each in a call of its own', () => {
    const refunds = (on: Parameters<typeof figureWith>[0]) =>
      callsOf(bothLanes(figureWith(on)).guarded).filter((call) => call.startsWith('refund'));
    expect(refunds(['no-such-tool'])).toEqual([
      'refund-tool: issue_refund({"order_id":"ORD-5510","amount":80})',
      'refund: process_refund({"order_id":"ORD-5510","amount":80})',
    ]);
    expect(refunds(['wrong-arguments'])).toEqual([
      'refund-amount: process_refund({"order_id":"ORD-5510","amount":"80 dollars"})',
      'refund: process_refund({"order_id":"ORD-5510","amount":80})',
    ]);
    expect(refunds(['wrong-arguments', 'no-such-tool'])).toEqual([
      'refund-tool: issue_refund({"order_id":"ORD-5510","amount":80})',
      'refund-amount: process_refund({"order_id":"ORD-5510","amount":"80 dollars"})',
      'refund: process_refund({"order_id":"ORD-5510","amount":80})',
    ]);
  });

  it('[L6] reports what the wrapper gave, right or wrong', () => {
    const report = (faults: Parameters<typeof oneRefund>[0]) => {
      const { faults: rules } = oneRefund(faults);
      const { report: said, answer } = finishOf(ofRefundTask(rules));
      return { said, answer };
    };
    expect(report([{ kind: 'silence', which: 'request-lost' }])).toEqual({
      said: 'refunded',
      answer: 'Refund of $80.00 for ORD-5510 is complete (answered on attempt 2).',
    });
    expect(report([{ kind: 'http', status: 403 }])).toEqual({
      said: 'failed',
      answer: 'Refund of $80.00 for ORD-5510 failed: [permanent] 403: refused by the dependency.',
    });
    const never = { kind: 'http', status: 503 } as const;
    expect(report([never, never, never])).toEqual({
      said: 'failed',
      answer:
        'Refund of $80.00 for ORD-5510 failed: [transient] temporary upstream failure (HTTP 503) (gave up after 3 attempts).',
    });
  });

  it('[L7] takes eight calls where everything goes wrong', () => {
    const everything = figureWith(['nothing-found', 'not-there', 'no-such-tool', 'wrong-arguments', 'temporary-error', 'too-slow', 'silence']);
    expect(eventsOf(bothLanes(everything).unguarded, 'action').map(({ call, step }) => `${step} ${call}`)).toEqual([
      '1 policy',
      '2 policy-again',
      '3 order',
      '4 index',
      '5 index-again',
      '6 refund-tool',
      '7 refund-amount',
      '8 refund',
    ]);
  });
});

describe('the approved refund of the essay', () => {
  const approved: Scenario = { ...figureWith([]), agent: { controller: 'approved-refund' } };

  it('[L1] is policy, refund and finish', () => {
    expect(eventsOf(bothLanes(approved).guarded, 'action').map(({ call }) => call)).toEqual(['policy', 'refund']);
  });

  it('[L2] ends where the policy is empty: it does not ask twice', () => {
    const faults: Scenario['faults'] = [{ tool: 'search_policy', requests: { from: 1, to: 1 }, fault: { kind: 'empty' } }];
    const { guarded } = bothLanes({ ...approved, faults });
    expect(eventsOf(guarded, 'action').map(({ call }) => call)).toEqual(['policy']);
    expect(finishOf(guarded).report).toBe('not-attempted');
  });
});

describe('a direct call', () => {
  it.each<[string, Scenario, string[]]>([
    ['a refusal', oneRefund([{ kind: 'http', status: 503 }]), ['0 call.action', '0 call.1.attempt', '400 call.1.outcome', '400 died']],
    [
      'silence',
      oneRefund([{ kind: 'silence', which: 'answer-lost' }]),
      ['0 call.action', '0 call.1.attempt', '300 call.1.posting', '2000 call.1.outcome', '2000 died'],
    ],
    ['a bug', oneRefund([{ kind: 'bug', type: 'KeyError', message: 'x' }]), ['0 call.action', '0 call.1.attempt', '0 call.1.outcome', '0 died']],
    ['a tool that does not exist', oneCall('issue_refund', {}), ['0 call.action', '0 died']],
    [
      'arguments that nobody checked',
      oneCall('process_refund', { order_id: 'ORD-5510', amount: '80 dollars' }),
      ['0 call.action', '0 call.1.attempt', '0 call.1.outcome', '0 died'],
    ],
    [
      'a negative amount',
      oneCall('process_refund', { order_id: 'ORD-5510', amount: -80 }),
      ['0 call.action', '0 call.1.attempt', '0 call.1.outcome', '0 died'],
    ],
  ])('[L8] dies of %s', (_, scenario, expected) => {
    expect(schedule(onlyLane(direct(scenario)))).toEqual(expected);
  });

  it('[L8] takes an empty result for a result, and goes on with it', () => {
    const faults: Scenario['faults'] = [{ tool: 'search_policy', requests: { from: 1, to: 1 }, fault: { kind: 'empty' } }];
    const lane = onlyLane(direct({ ...figureWith([]), faults }));
    expect(resultOf(lane, 'policy')).toMatchObject({ category: 'ok', usable: true, observation: '', disposition: 'succeeded' });
    expect(finishOf(lane).report).toBe('refunded');
  });

  it('[L8] a bug is named in the outcome that ends it', () => {
    const lane = onlyLane(direct(oneCall('process_refund', { order_id: 'ORD-5510', amount: '80 dollars' })));
    expect(eventsOf(lane, 'outcome')[0]?.outcome).toEqual({
      kind: 'failed',
      error: {
        type: 'TypeError',
        message: 'bug in process_refund: TypeError: process_refund cannot use the arguments {"order_id":"ORD-5510","amount":"80 dollars"}',
        raised: 'process_refund cannot use the arguments {"order_id":"ORD-5510","amount":"80 dollars"}',
      },
    });
  });
});
