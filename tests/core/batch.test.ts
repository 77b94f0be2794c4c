import { describe, expect, it } from 'vitest';
import { programStateAt, programVerdict } from '../../src/core/program-state.ts';
import { parseScenario } from '../../src/core/scenario.ts';
import { always, ANSWER_LOST, inTurn, program, REQUEST_LOST, runOf, summary, UNAVAILABLE } from './programs.ts';
import { eventsOf } from './runs.ts';

/** Three items in one request, $10.00 each; retries after 1 and 2 s. */
function load(fields: object = {}, operation: object = {}) {
  return program({ operations: [{ id: 'load', items: 3, amountMinor: 1_000, ...operation }], ...fields });
}

const failing = (...failed: readonly (readonly [item: number, status: number])[]) => ({ kind: 'items', failed: failed.map(([item, status]) => ({ item, status })) });
const KEYED = { key: { scope: 'operation' }, gateway: { dedupe: {} } };

/** `1,2,3 | 3`: the items of each request. */
function sent(scenario: ReturnType<typeof program>): string {
  return eventsOf(runOf(scenario).lane, 'attempt').map(({ items = [] }) => items.join()).join(' | ');
}

function posted(scenario: ReturnType<typeof program>): string {
  return eventsOf(runOf(scenario).lane, 'posting').map(({ items = [] }) => items.join()).join(' | ');
}

function told(scenario: ReturnType<typeof program>) {
  const { result } = eventsOf(runOf(scenario).lane, 'observation').at(-1) ?? {};
  return { disposition: result?.disposition, tally: result?.tally };
}

const tally = (done: number, failed = 0, unknown = 0, open = 0) => ({ done, failed, unknown, open });

describe('a batch', () => {
  it('[Y7] is one request for all its items, each with an amount of its own', () => {
    const { lane, result } = runOf(load());
    expect(result).toMatchObject({ attempts: 1, ledger: 3, amountMinor: 3_000, expectedMinor: 3_000, outcome: 'ok' });
    expect(eventsOf(lane, 'posting').map(({ items, units, amountMinor }) => [items, units, amountMinor])).toEqual([[[1, 2, 3], 3, 3_000]]);
    expect(told(load())).toEqual({ disposition: 'succeeded', tally: tally(3) });
    expect(runOf(load({}, { units: 4 })).result.ledger).toBe(12);
  });

  it('[Y7] tells of each item, and a 200 with one that failed is no success', () => {
    const scenario = load({ faults: inTurn(failing([2, 400])) });
    const [outcome] = eventsOf(runOf(scenario).lane, 'outcome');
    expect(outcome?.outcome).toMatchObject({ kind: 'ok', items: { done: [1, 3], failed: [{ item: 2, symptoms: ['400', '4xx'] }], notAttempted: [] } });
    expect(outcome?.category).toBe('permanent');
    expect(runOf(scenario).result).toMatchObject({ attempts: 1, ledger: 2, outcome: 'rejected' });
    expect(told(scenario)).toEqual({ disposition: 'rejected', tally: tally(2, 1) });
  });

  it('[Y7] that is carried out in order attempts nothing after the first that failed, and those are sent again', () => {
    const ordered = { ...failing([2, 429]), ordered: true };
    expect([sent(load({ faults: inTurn(ordered) })), posted(load({ faults: inTurn(ordered) }))]).toEqual(['1,2,3 | 2,3', '1 | 2,3']);
    // An item that can never be done keeps those behind it from being attempted only once.
    const stuck = load({ faults: inTurn({ ...failing([1, 422]), ordered: true }) });
    expect([sent(stuck), told(stuck)]).toEqual(['1,2,3 | 2,3', { disposition: 'rejected', tally: tally(2, 1) }]);
    expect(told(load({ policy: { maxRetries: 0 }, faults: inTurn({ ...failing([1, 422]), ordered: true }) }))).toEqual({ disposition: 'gave-up', tally: tally(0, 1, 0, 2) });
  });
});

describe('a retry of a batch', () => {
  it('[Y8] holds the items that are not done and may clear', () => {
    const scenario = load({ faults: inTurn(failing([1, 429], [3, 503]), failing([3, 503])) });
    expect([sent(scenario), posted(scenario)]).toEqual(['1,2,3 | 1,3 | 3', '2 | 1 | 3']);
    expect(summary(scenario)).toBe('0 1000 3000 | ok at 3000 | 3');
    expect(told(scenario)).toEqual({ disposition: 'recovered', tally: tally(3) });
  });

  it('[Y8] or all of them, where the client goes by the batch: what was done is done again', () => {
    const scenario = load({ client: { batch: { resends: 'all' } }, faults: inTurn(failing([3, 429])) });
    expect([sent(scenario), posted(scenario)]).toEqual(['1,2,3 | 1,2,3', '1,2 | 1,2,3']);
    const { lane, result } = runOf(scenario);
    expect(result).toMatchObject({ ledger: 5, amountMinor: 5_000, expectedMinor: 3_000, outcome: 'ok' });
    const state = programStateAt(lane, Infinity);
    expect(state).toMatchObject({ surplus: 2, missing: 0, units: 5, expectedUnits: 3 });
    expect(state?.entries.map(({ again }) => again)).toEqual([false, true]);
    expect(state === null ? null : programVerdict(state)).toEqual({ kind: 'settled', truth: 'more', told: 'ok' });
  });

  it('[Y8] does not take back what is done, where the whole batch is sent again and an item fails then', () => {
    const scenario = load({ client: { batch: { resends: 'all' } }, faults: inTurn(failing([3, 429]), failing([1, 400])) });
    expect([sent(scenario), posted(scenario)]).toEqual(['1,2,3 | 1,2,3', '1,2 | 2,3']);
    expect(told(scenario)).toEqual({ disposition: 'recovered', tally: tally(3) });
  });

  it('[Y8] leaves an item that cannot clear alone, and ends by it when the others are through', () => {
    const scenario = load({ faults: inTurn(failing([1, 400], [2, 429])) });
    expect([sent(scenario), posted(scenario)]).toEqual(['1,2,3 | 2', '3 | 2']);
    expect(summary(scenario)).toBe('0 1000 | rejected at 1000 | 2');
    expect(told(scenario)).toEqual({ disposition: 'rejected', tally: tally(2, 1) });
  });

  it('[Y8] gives up when its retries are used up, and knows what is done', () => {
    const scenario = load({ faults: always(failing([2, 429])) });
    expect([sent(scenario), posted(scenario)]).toEqual(['1,2,3 | 2 | 2', '1,3']);
    expect(told(scenario)).toEqual({ disposition: 'gave-up', tally: tally(2, 1) });
  });

  it('[Y8] goes by the list of the layer that retries', () => {
    const layer = (name: string, retryOn: readonly string[]) => ({ name, policy: { maxRetries: 1, deadlineMs: null, retryOn, backoff: { growth: { kind: 'constant', delayMs: 0 } } } });
    // The inner one repeats the 429, the outer one what the inner one could not clear: the 409.
    const scenario = load({ layers: [layer('sdk', ['429']), layer('job', ['409'])], faults: inTurn(failing([1, 429], [2, 409])) });
    expect(sent(scenario)).toBe('1,2,3 | 1 | 2');
    expect(runOf(scenario).result.outcome).toBe('ok');
  });

  it('[Y8] may end in another way after a failure that is named', () => {
    expect(told(load({ faults: always(failing([2, 422])), client: { endsAs: { '422': 'handed-off' } } })).disposition).toBe('handed-off');
    // A 500 may have come after the effect, for all that its caller knows.
    expect(told(load({ faults: always(failing([2, 500])), policy: { retryOn: [] } }))).toEqual({ disposition: 'unknown', tally: tally(2, 0, 1) });
  });
});

describe('keys of a batch', () => {
  it('[Y9] are one for each item, so that a batch sent again whole makes nothing twice', () => {
    const scenario = load({ ...KEYED, client: { batch: { resends: 'all' } }, faults: inTurn(failing([3, 429])) });
    expect([sent(scenario), posted(scenario)]).toEqual(['1,2,3 | 1,2,3', '1,2 | 3']);
    expect(summary(scenario)).toBe('0 1000 | ok at 1000 | 3');
  });

  it('[Y9] make an unheard batch safe to send again', () => {
    const lost = { policy: { deadlineMs: 2_000 }, faults: inTurn(ANSWER_LOST) };
    expect([posted(load(lost)), posted(load({ ...lost, ...KEYED }))]).toEqual(['1,2,3 | 1,2,3', '1,2,3']);
    expect(runOf(load({ ...lost, ...KEYED })).result).toMatchObject({ ledger: 3, outcome: 'ok' });
  });

  it('[Y9] from fields that items share lose all of them but the first', () => {
    const scenario = load({ key: { scope: 'subject' }, gateway: { dedupe: { inFlight: 'joins' } } });
    expect(posted(scenario)).toBe('1');
    expect(runOf(scenario).result).toMatchObject({ ledger: 1, outcome: 'false-success' });
  });

  it('[Y9] change for the item that failed, where the setting says so', () => {
    const rotating = { key: { scope: 'operation', rotateOn: ['409'] }, gateway: { dedupe: { onRepeat: 'refuse' } }, policy: { retryOn: ['409'] } };
    // The intent was carried out before: its three keys are refused once, and new ones are not.
    const operations = ['first', 'again'].map((id) => ({ id, intent: 'load', items: 3 }));
    const scenario = program({ ...rotating, operations });
    expect(posted(scenario)).toBe('1,2,3 | 1,2,3');
    expect(sent(scenario)).toBe('1,2,3 | 1,2,3 | 1,2,3');
  });
});

describe('a batch whose items failed in different ways', () => {
  it('[Y8] ends as unknown where one may have happened, whichever item it is', () => {
    const policy = { retryOn: ['429'] };
    for (const failed of [[[1, 400], [2, 500]], [[1, 500], [2, 400]]] as const) {
      expect(told(load({ policy, faults: inTurn(failing(...failed)) }))).toEqual({ disposition: 'unknown', tally: tally(1, 1, 1) });
    }
  });
});

describe('an answer of 200 with a failed item', () => {
  const once = { tool: 'request', requests: { from: 1, to: 1 }, fault: failing([2, 429]) };
  const waits = (retryAfter: object) => eventsOf(runOf(load({ policy: { retryAfter }, faults: [once] })).lane, 'wait').map(({ delayMs }) => delayMs);

  it('[Y8] has no Retry-After, as a 429 without the header', () => {
    expect(waits({ absentMs: 7_000 })).toEqual([7_000]);
    expect(waits({ required: true })).toEqual([]);
  });

  it('[Y11] is told without its items where the failure is swallowed', () => {
    const scenario = load({ client: { endsAs: { '404': 'swallowed' } }, faults: inTurn(failing([1, 404])) });
    expect(told(scenario)).toEqual({ disposition: 'succeeded', tally: undefined });
    expect(runOf(scenario).result.outcome).toBe('false-success');
  });
});

describe('a batch that nobody heard of', () => {
  it('[Y10] is not found by items of another batch of the same intent', () => {
    const readBack = { everyMs: 500, polls: 2, then: 'unknown' };
    const operations = [{ id: 'load', intent: 'load', items: 5 }, { id: 'again', intent: 'load', items: 2 }];
    const faults = [
      { tool: 'request', operation: 'load', fault: failing([1, 400], [2, 400], [3, 400]) },
      { tool: 'request', operation: 'again', fault: REQUEST_LOST },
    ];
    const scenario = program({ policy: { deadlineMs: 2_000, retryOn: ['429'] }, client: { readBack }, operations, faults });
    expect(posted(scenario)).toBe('4,5');
    expect(eventsOf(runOf(scenario).lane, 'read-back').map(({ found }) => found)).toEqual([false, false]);
  });

  it('[Y10] leaves its items unknown, until an answer tells of them', () => {
    const lost = (fault: object) => load({ policy: { deadlineMs: 2_000, maxRetries: 0 }, client: { timeoutIsUnknown: true }, faults: inTurn(fault) });
    expect(told(lost(ANSWER_LOST))).toEqual({ disposition: 'unknown', tally: tally(0, 0, 3) });
    expect(told(lost(REQUEST_LOST))).toEqual(told(lost(ANSWER_LOST)));
    // Two are done by the first request; the third goes unheard in the second, and is refused in the third.
    const later = (client: object) => load({ policy: { deadlineMs: 2_000 }, client, faults: inTurn(failing([3, 429]), ANSWER_LOST, failing([3, 400])) });
    expect(told(later({}))).toEqual({ disposition: 'rejected', tally: tally(2, 0, 1) });
    expect(told(later({ timeoutIsUnknown: true }))).toEqual({ disposition: 'unknown', tally: tally(2, 0, 1) });
    expect(posted(later({}))).toBe('1,2 | 3');
    // All three go unheard, and then two are done and the third is refused; or all are done after all.
    const after = (fault: object | null) => told(load({ policy: { deadlineMs: 2_000 }, client: { timeoutIsUnknown: true }, faults: inTurn(REQUEST_LOST, fault) }));
    expect(after(failing([3, 400]))).toEqual({ disposition: 'unknown', tally: tally(2, 0, 1) });
    expect(after(null)).toEqual({ disposition: 'recovered', tally: tally(3) });
  });

  it('[Y10] is open where the whole request was refused', () => {
    expect(told(load({ faults: always(UNAVAILABLE) }))).toEqual({ disposition: 'gave-up', tally: tally(0, 0, 0, 3) });
  });

  it('[Y10] is found by reading back only where every item is there', () => {
    const readBack = { everyMs: 1_000, polls: 2, then: 'handed-off' };
    const seen = (faults: object[]) => load({ policy: { deadlineMs: 2_000, maxRetries: 1, retryOn: ['429'] }, client: { readBack }, faults });
    expect(told(seen(inTurn(ANSWER_LOST)))).toEqual({ disposition: 'succeeded', tally: tally(3) });
    // Items 1 and 2 are there, and 3 was lost.
    expect(told(seen(inTurn(failing([3, 429]), REQUEST_LOST)))).toEqual({ disposition: 'handed-off', tally: tally(2, 0, 1) });
  });
});

describe('a client that reads the status', () => {
  it('[Y11] takes a 200 for the success of every item', () => {
    const scenario = load({ client: { batch: { reads: 'status' } }, faults: inTurn(failing([3, 429])) });
    expect(summary(scenario)).toBe('0 | false-success at 0 | 2');
    expect(told(scenario)).toEqual({ disposition: 'succeeded', tally: tally(3) });
  });

  it('[Y11] and so does one that is told nothing of the items', () => {
    expect(summary(load({ faults: always({ kind: 'empty' }) }))).toBe('0 | false-success at 0 | 0');
  });
});

describe('the limits of pages and batches', () => {
  const problems = (operation: object, guard: object = { kind: 'none' }) => {
    const parsed = parseScenario({
      version: 1,
      name: 'limits',
      policy: { maxRetries: 0, deadlineMs: null, backoff: { growth: { kind: 'constant', delayMs: 0 } } },
      agent: { controller: 'operations', operations: [{ id: 'one', ...operation }] },
      lanes: [{ id: 'only', guard, handler: 'client' }],
    });
    return parsed.ok ? [] : parsed.problems.map(({ path }) => path);
  };
  const AT = 'agent.operations.0';

  it.each([
    [{ effect: 'read', pages: { items: 1_000, size: 1 } }, []],
    [{ effect: 'read', pages: { items: 1_001, size: 1 } }, [`${AT}.pages`]],
    [{ effect: 'read', pages: { items: 1_000_000, size: 1_000 } }, []],
    [{ effect: 'read', pages: { items: 1_000_001, size: 10_000 } }, [`${AT}.pages.items`]],
    [{ effect: 'read', pages: { items: 1, size: 0 } }, [`${AT}.pages.size`]],
    [{ effect: 'write', pages: { items: 1, size: 1 } }, [`${AT}.pages`]],
    [{ items: 100 }, []],
    [{ items: 101 }, [`${AT}.items`]],
    [{ items: 0 }, [`${AT}.items`]],
    [{ effect: 'read', items: 2 }, [`${AT}.items`]],
  ])('[Y12] %j is refused at %j', (operation, paths) => {
    expect(problems(operation)).toEqual(paths);
  });

  it.each([['memory', { key: 'operation' }], ['durable', {}], ['read-back', {}]])('[Y12] a guard of the kind %s is refused before a batch, which may be done in part', (kind, more) => {
    expect(problems({ items: 2 }, { kind, ...more })).toEqual(['lanes.0.guard']);
    expect(problems({}, { kind, ...more })).toEqual([]);
  });
});

it('[A10] a batch that is sent again for ever ends at 100,000 items', () => {
  const policy = { maxRetries: null, backoff: { growth: { kind: 'constant', delayMs: 1 } } };
  const endless = load({ policy, faults: always(UNAVAILABLE) }, { items: 100 });
  expect(runOf(endless).result).toMatchObject({ attempts: 1_000, outcome: 'never-ends', endMs: null });
});
