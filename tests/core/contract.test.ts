import { describe, expect, it } from 'vitest';
import { checkArguments, type ArgumentsContract, type Json } from '../../src/core/contract.ts';
import { toMajor, toMinor } from '../../src/core/money.ts';
import { classify } from '../../src/core/outcome.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import { TAXONOMY } from '../../src/core/taxonomy.ts';
import { errorForStatus, REFUND_TOOLS } from '../../src/core/tools.ts';
import { eventsOf, oneCall, oneRefund, onlyLane, resultOf, withPolicy } from './runs.ts';

const REFUND: ArgumentsContract = { order_id: { type: 'string' }, amount: { type: 'amount' } };

function problems(args: Record<string, Json>): string[] {
  return checkArguments(REFUND, args).map(({ message }) => message);
}

/** As a model sends them: only JSON.parse makes `__proto__` a property like any other. */
function sent(text: string): Record<string, Json> {
  return JSON.parse(text) as Record<string, Json>;
}

describe('the contract check', () => {
  it.each(['issue_refund', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'Process_Refund'])(
    '[C1] there is no tool %j, and the Observation lists the ones there are',
    (tool) => {
      const lane = onlyLane(oneCall(tool, {}));
      const result = resultOf(lane, 'call');
      expect(result.category).toBe('unknown-tool');
      expect(result.observation).toBe(
        `[unknown-tool] there is no tool '${tool}'; there are search_policy, lookup_order, flaky_lookup, slow_lookup, search_index, process_refund`,
      );
      expect(REFUND_TOOLS.every((known) => result.observation.includes(known))).toBe(true);
    },
  );

  it('[C2] names every problem at once, each with its field and constraint', () => {
    expect(problems({ order_id: 5510, amuont: 80 })).toEqual([
      'amount is required (a number greater than 0 with at most two decimals)',
      'order_id must be a non-empty string, got the number 5510',
      'amuont is not an argument of this tool (it takes order_id, amount)',
    ]);
    const result = resultOf(onlyLane(oneCall('process_refund', { order_id: 5510, amuont: 80 })), 'call');
    expect(result.category).toBe('malformed');
    expect(result.observation).toBe(
      '[malformed] amount is required (a number greater than 0 with at most two decimals); order_id must be a non-empty string, got the number 5510; amuont is not an argument of this tool (it takes order_id, amount)',
    );
  });

  it('[C2] takes no inherited name for an argument, and no hostile one for a known one', () => {
    const hostile = sent('{"__proto__": {"order_id": "ORD-5510", "amount": 80}, "constructor": 1, "toString": null}');
    expect(problems(hostile)).toEqual([
      'order_id is required (a non-empty string)',
      'amount is required (a number greater than 0 with at most two decimals)',
      '__proto__ is not an argument of this tool (it takes order_id, amount)',
      'constructor is not an argument of this tool (it takes order_id, amount)',
      'toString is not an argument of this tool (it takes order_id, amount)',
    ]);
    expect(resultOf(onlyLane(oneCall('process_refund', hostile)), 'call').category).toBe('malformed');
  });

  it('[C2] an inherited property does not stand for a missing argument', () => {
    const contract = Object.fromEntries([['toString', { type: 'string' as const }]]);
    expect(checkArguments(contract, {}).map(({ field }) => field)).toEqual(['toString']);
  });

  it('[C3] an amount has at most two decimals, exactly, at every size', () => {
    const accepted = [0.01, 0.07, 0.29, 1.1, 49.99, 80, 1000.01, 4_503_599.37, 9_999_999_999_999.99];
    expect(accepted.filter((amount) => problems({ order_id: 'O', amount }).length > 0)).toEqual([]);
    const refused = [0, -80, -0.01, 0.001, 80.001, 1000.001, 5000.004, 9999.999, 12_345_678.901, 1e-9, 1e300, 1e308];
    expect(refused.filter((amount) => problems({ order_id: 'O', amount }).length === 0)).toEqual([]);
    const notNumbers: Json[] = ['80', '80 dollars', null, true, [80], { value: 80 }];
    expect(notNumbers.filter((amount) => problems({ order_id: 'O', amount }).length === 0)).toEqual([]);
  });

  it('[C3] every whole number of cents survives the way to dollars and back', () => {
    for (let minor = 1; minor < 200_000; minor += 1) if (toMinor(toMajor(minor)) !== minor) expect(minor).toBe(null);
    for (const minor of [999_999_999, 1_000_000_000, 10 ** 15 - 1]) expect(toMinor(toMajor(minor))).toBe(minor);
    expect(toMinor(9999.999)).toBe(null);
    expect(toMinor(NaN)).toBe(null);
    expect(toMinor(Infinity)).toBe(null);
  });

  it('[C4] a text holds more than white space', () => {
    for (const blank of ['', ' ', '\t\n']) {
      expect(problems({ order_id: blank, amount: 80 })).toEqual([
        `order_id must be a non-empty string, got the string ${JSON.stringify(blank)}`,
      ]);
    }
  });

  it('[C5] quotes a wrong value as it was sent, with its type, and cuts it at 60 characters', () => {
    const quoted = (amount: Json) => problems({ order_id: 'O', amount })[0]?.split(', got ')[1];
    expect(quoted('80 dollars')).toBe('the string "80 dollars"');
    expect(quoted('the null and void')).toBe('the string "the null and void"');
    expect(quoted(null)).toBe('null');
    expect(quoted([80, 'USD'])).toBe('the array [80,"USD"]');
    expect(quoted({ value: 80 })).toBe('the object {"value":80}');
    expect(quoted(false)).toBe('the boolean false');
    expect(quoted('x'.repeat(58))).toBe(`the string "${'x'.repeat(58)}"`);
    expect(quoted('x'.repeat(59))).toBe(`the string "${'x'.repeat(58)}…`);
    expect(quoted('x'.repeat(1_000_000))?.length).toBe('the string '.length + 60);
  });

  it.each([oneCall('issue_refund', {}), oneCall('process_refund', { order_id: 'ORD-5510', amount: '80 dollars' })])(
    '[C6] a refused call makes no attempt and takes no time',
    (scenario) => {
      const lane = onlyLane(scenario);
      expect(lane.events.map(({ kind, at }) => `${at} ${kind}`)).toEqual(['0 action', '0 rejected', '0 observation', '100 finish']);
      expect(resultOf(lane, 'call')).toMatchObject({ attempts: 0, waitedMs: 0, usable: false, disposition: 'fed-back' });
    },
  );
});

describe('classification', () => {
  it('[C7] has one class for every outcome, and silence on a write is transient too', () => {
    expect(classify({ kind: 'ok', text: 'a result' })).toBe('ok');
    for (const text of ['', ' ', '\n\t']) expect(classify({ kind: 'ok', text })).toBe('empty-result');
    const failed = (type: string) => classify({ kind: 'failed', error: { type, message: '' } });
    expect(failed('TransientError')).toBe('transient');
    for (const type of ['PermanentError', 'KeyError', 'Error', '']) expect(failed(type)).toBe('permanent');
    for (const effect of ['read', 'write'] as const) {
      expect(classify({ kind: 'unknown', effect, deadlineMs: 2_000 })).toBe('transient');
    }
  });

  it('[C8] a wait clears 408, 425, 429 and what begins with 5, and nothing else', () => {
    const clears = Array.from({ length: 200 }, (_, index) => 400 + index).filter(
      (status) => errorForStatus(status).type === 'TransientError',
    );
    expect(clears).toEqual([408, 425, 429, ...Array.from({ length: 100 }, (_, index) => 500 + index)]);
    expect(errorForStatus(503).message).toBe('temporary upstream failure (HTTP 503)');
    expect(errorForStatus(404)).toEqual({ type: 'PermanentError', message: '404: refused by the dependency', symptoms: ['404', '4xx'] });
  });

  const bug = { kind: 'bug', type: 'KeyError', message: "'score'" } as const;

  it('[C9] a bug in a reading tool is caught at once, permanent, and named', () => {
    const faults: Scenario['faults'] = [{ tool: 'search_policy', requests: { from: 1, to: null }, fault: bug }];
    const lane = onlyLane(oneCall('search_policy', { query: 'refunds' }, { faults }));
    expect(lane.events.map(({ at }) => at)).toEqual([0, 0, 0, 0, 100]);
    expect(resultOf(lane, 'call')).toMatchObject({
      category: 'permanent',
      attempts: 1,
      disposition: 'fed-back',
      observation: "[permanent] bug in search_policy: KeyError: 'score'",
    });
  });

  it('[C9] a bug in the refund tool is one too, and moves nothing', () => {
    for (const lane of ['no-guard', 'guarded']) {
      const scenario = oneRefund([bug]);
      const only = onlyLane({ ...scenario, lanes: scenario.lanes.filter(({ id }) => id === lane) });
      expect(resultOf(only, 'call').observation).toBe("[permanent] bug in process_refund: KeyError: 'score'");
      expect(eventsOf(only, 'posting')).toEqual([]);
    }
  });

  const query = { query: 'refunds' };
  const always = (fault: Scenario['faults'][number]['fault']): Scenario['faults'] => [
    { tool: 'search_policy', requests: { from: 1, to: null }, fault },
  ];

  it('[C11] [C12] every way a call can end has its disposition and its words', () => {
    const ends = (faults: Scenario['faults'], maxRetries = 2) => {
      const { category, disposition, usable, attempts, observation } = resultOf(
        onlyLane(withPolicy(oneCall('search_policy', query, { faults }), { maxRetries })),
        'call',
      );
      return { category, disposition, usable, attempts, observation };
    };
    const found =
      'Refunds are accepted within 30 days of purchase, provided the item is unused and in its original packaging. (score=0.43)';
    expect(ends([])).toEqual({ category: 'ok', disposition: 'succeeded', usable: true, attempts: 1, observation: found });
    expect(ends([{ tool: 'search_policy', requests: { from: 1, to: 2 }, fault: { kind: 'http', status: 503 } }])).toEqual({
      category: 'ok',
      disposition: 'recovered',
      usable: true,
      attempts: 3,
      observation: found,
    });
    expect(ends(always({ kind: 'http', status: 503 }))).toEqual({
      category: 'transient',
      disposition: 'gave-up',
      usable: false,
      attempts: 3,
      observation: '[transient] temporary upstream failure (HTTP 503) (gave up after 3 attempts)',
    });
    expect(ends(always({ kind: 'slow', latencyMs: 5_000 }), 0)).toEqual({
      category: 'transient',
      disposition: 'gave-up',
      usable: false,
      attempts: 1,
      observation: '[transient] exceeded the 2.0s deadline (gave up after 1 attempt)',
    });
    expect(ends(always({ kind: 'http', status: 403 }))).toEqual({
      category: 'permanent',
      disposition: 'fed-back',
      usable: false,
      attempts: 1,
      observation: '[permanent] 403: refused by the dependency',
    });
    expect(ends(always({ kind: 'empty' }))).toEqual({
      category: 'empty-result',
      disposition: 'fed-back',
      usable: false,
      attempts: 1,
      observation: '[empty-result] the call succeeded but found nothing useful',
    });
  });

  it('[C11] [C12] a failure that a retry leads to is fed back with the attempts it took', () => {
    const faults: Scenario['faults'] = [
      { tool: 'search_policy', requests: { from: 1, to: 1 }, fault: { kind: 'http', status: 503 } },
      { tool: 'search_policy', requests: { from: 2, to: 2 }, fault: { kind: 'http', status: 410 } },
    ];
    expect(resultOf(onlyLane(oneCall('search_policy', query, { faults })), 'call')).toEqual({
      category: 'permanent',
      disposition: 'fed-back',
      usable: false,
      attempts: 2,
      waitedMs: 500,
      observation: '[permanent] 410: refused by the dependency',
    });
  });

  it('[C12] silence on a refund is told as what it is: unknown', () => {
    const silent = onlyLane(withPolicy(oneRefund([{ kind: 'silence', which: 'request-lost' }]), { maxRetries: 0 }));
    expect(resultOf(silent, 'call')).toEqual({
      category: 'transient',
      disposition: 'gave-up',
      usable: false,
      attempts: 1,
      waitedMs: 0,
      observation: '[transient] no answer within the 2.0s deadline; the outcome is unknown (gave up after 1 attempt)',
    });
  });

  it('[C12] the document fixes the words of a 404 and of an empty result', () => {
    const archive = onlyLane(oneCall('search_index', { index: 'archive', query: 'x' }));
    expect(resultOf(archive, 'call').observation).toBe("[permanent] 404: index 'archive' does not exist");
    for (const index of ['__proto__', 'constructor', 'has']) {
      const lane = onlyLane(oneCall('search_index', { index, query: 'x' }));
      expect(resultOf(lane, 'call').observation).toBe(`[permanent] 404: index '${index}' does not exist`);
    }
    const order = onlyLane(oneCall('lookup_order', { order_id: 'ORD-0' }));
    expect(resultOf(order, 'call').observation).toBe("[permanent] 404: order 'ORD-0' does not exist");
  });

  it('[C7] the taxonomy has five classes and retries one of them', () => {
    expect(TAXONOMY.map(({ category, recovery }) => `${category}: ${recovery}`)).toEqual([
      'transient: retry',
      'permanent: feed-back',
      'empty-result: feed-back',
      'malformed: feed-back',
      'unknown-tool: feed-back',
    ]);
  });
});
