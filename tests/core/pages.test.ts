import { describe, expect, it } from 'vitest';
import { movesMade } from '../../src/core/move-made.ts';
import { programStateAt, programVerdict } from '../../src/core/program-state.ts';
import { behind, call, striking } from './models.ts';
import { always, inTurn, program, runOf, summary, UNAVAILABLE } from './programs.ts';
import { eventsOf } from './runs.ts';

/** 57 payments, 20 to a page: pages of 20, 20 and 17, each answered after 100 ms; retries after 1 and 2 s. */
function listing({ pages = {}, ...fields }: { readonly pages?: object; readonly [field: string]: unknown } = {}) {
  return program({
    latency: { readMs: 100 },
    operations: [{ id: 'list', effect: 'read', pages: { items: 57, size: 20, ...pages } }],
    ...fields,
  });
}

/** What its caller is told: how it ended, and how much it has. */
function told(scenario: ReturnType<typeof program>) {
  const { result } = eventsOf(runOf(scenario).lane, 'observation').at(-1) ?? {};
  return { disposition: result?.disposition, usable: result?.usable, extent: result?.extent };
}

const PAGE_2 = (fault: object, requests?: object) => ({ page: 2, fault, ...(requests === undefined ? {} : { requests }) });

describe('a read in pages', () => {
  it('[Y1] is a call for each page, one after the other, until no cursor leads on', () => {
    const { lane, result } = runOf(listing());
    expect(result).toMatchObject({ attempts: 3, startsMs: [0, 100, 200], endMs: 300, ledger: 0, outcome: 'ok' });
    expect(eventsOf(lane, 'attempt').map(({ call, attempt, page, tool }) => [call, attempt, page, tool])).toEqual([
      ['list:page-1', 1, 1, 'request'],
      ['list:page-2', 1, 2, 'request'],
      ['list:page-3', 1, 3, 'request'],
    ]);
    expect(eventsOf(lane, 'page').map(({ at, page, items, itemsSoFar, total, cursor }) => [at, page, items, itemsSoFar, total, cursor])).toEqual([
      [100, 1, 20, 20, 57, 'page-2'],
      [200, 2, 20, 40, 57, 'page-3'],
      [300, 3, 17, 57, 57, null],
    ]);
    expect(eventsOf(lane, 'observation').map(({ call, at }) => [call, at])).toEqual([['list', 300]]);
  });

  it('[Y1] gives each page the attempts and the waits of a call', () => {
    // Page 2 fails at 200 and at 1,300, and comes at 3,400.
    const scenario = listing({ faults: [PAGE_2(UNAVAILABLE, { from: 1, to: 2 })] });
    const { lane, result } = runOf(scenario);
    expect(result.startsMs).toEqual([0, 100, 1_200, 3_300, 3_400]);
    expect(eventsOf(lane, 'attempt').map(({ call, attempt }) => `${call}.${attempt}`)).toEqual(['list:page-1.1', 'list:page-2.1', 'list:page-2.2', 'list:page-2.3', 'list:page-3.1']);
    expect(eventsOf(lane, 'observation')[0]?.result).toMatchObject({ disposition: 'recovered', attempts: 5, waitedMs: 3_000 });
  });

  it('[Y3] is gone on with at the page whose failure was swallowed', () => {
    const scenario = listing({ client: { endsAs: { '404': 'swallowed' } }, faults: [PAGE_2({ kind: 'http', status: 404 })] });
    expect(told(scenario)).toEqual({ disposition: 'incomplete', usable: false, extent: { kind: 'incomplete', items: 20, total: 57, cursor: 'page-2' } });
  });

  it('[Y3] is not looked up among effects, whatever has its intent', () => {
    const readBack = { everyMs: 500, polls: 2, then: 'unknown' };
    const operations = [{ id: 'pay', amountMinor: 100 }, { id: 'list', intent: 'pay', effect: 'read', pages: { items: 57, size: 20 } }];
    const faults = [{ tool: 'request', operation: 'list', fault: { kind: 'silence', which: 'answer-lost' } }];
    const { lane } = runOf(listing({ operations, faults, policy: { deadlineMs: 2_000, retryOn: ['429'] }, client: { readBack } }));
    expect(eventsOf(lane, 'read-back')).toEqual([]);
    expect(eventsOf(lane, 'observation').at(-1)?.result).toMatchObject({ disposition: 'unknown', extent: { kind: 'incomplete', items: 0 } });
  });

  it.each([
    [0, 20, 1],
    [1, 20, 1],
    [20, 20, 1],
    [21, 20, 2],
    [1_000, 1, 1_000],
  ])('[Y1] of %i items, %i to a page, has %i pages', (items, size, count) => {
    const scenario = listing({ pages: { items, size } });
    expect(runOf(scenario).result).toMatchObject({ attempts: count, outcome: 'ok' });
    expect(told(scenario).extent).toEqual({ kind: 'complete', items });
  });
});

describe('a fault of one page', () => {
  it('[Y2] strikes the requests for that page, counted by themselves', () => {
    expect(runOf(listing({ faults: [PAGE_2(UNAVAILABLE, { from: 1, to: 1 })] })).result.startsMs).toEqual([0, 100, 1_200, 1_300]);
    // The second request for page 2 only comes where the first one failed.
    expect(runOf(listing({ faults: [PAGE_2(UNAVAILABLE, { from: 2, to: 2 })] })).result.attempts).toBe(3);
    // Without a page a rule counts all requests: this is the one for page 3.
    expect(runOf(listing({ faults: [{ requests: { from: 3, to: 3 }, fault: UNAVAILABLE }] })).result.startsMs).toEqual([0, 100, 200, 1_300]);
  });

  it('[Y2] and of one operation, where the rule names it', () => {
    const pages = { items: 2, size: 1 };
    const operations = [{ id: 'a', effect: 'read', pages }, { id: 'b', effect: 'read', pages }];
    const attempts = (rule: object) => eventsOf(runOf(program({ operations, faults: [{ fault: UNAVAILABLE, ...rule }] })).lane, 'attempt').map(({ call }) => call);
    expect(attempts({ page: 2, operation: 'b', requests: { from: 1, to: 1 } })).toEqual(['a:page-1', 'a:page-2', 'b:page-1', 'b:page-2', 'b:page-2']);
    // Counted over both: the second request for page 2 is that of b.
    expect(attempts({ page: 2, requests: { from: 2, to: 2 } })).toEqual(['a:page-1', 'a:page-2', 'b:page-1', 'b:page-2', 'b:page-2']);
    expect(attempts({ page: 3 })).toEqual(['a:page-1', 'a:page-2', 'b:page-1', 'b:page-2']);
  });

  it('[Y2] never strikes what asks for no page', () => {
    expect(summary(program({ faults: [{ page: 1, fault: UNAVAILABLE }] }))).toBe('0 | ok at 0 | 1');
  });
});

describe('what a caller may conclude', () => {
  it('[Y3] is the whole where no cursor leads on and the count agrees', () => {
    expect(told(listing())).toEqual({ disposition: 'succeeded', usable: true, extent: { kind: 'complete', items: 57 } });
  });

  it('[Y3] is a part where items are missing from a page, as far as a total tells', () => {
    const faults = [PAGE_2({ kind: 'partial', returned: 5, total: 57 })];
    expect(told(listing({ faults }))).toEqual({ disposition: 'incomplete', usable: false, extent: { kind: 'incomplete', items: 42, total: 57, cursor: null } });
    expect(runOf(listing({ faults })).result.outcome).toBe('incomplete');
    // Nobody said how many there are, so 42 look like all.
    const silent = listing({ faults, pages: { tellsTotal: false } });
    expect(told(silent)).toEqual({ disposition: 'succeeded', usable: true, extent: { kind: 'complete', items: 42 } });
    expect(runOf(silent).result.outcome).toBe('false-success');
  });

  it('[Y3] is a part where a page came back empty, which looks like the end', () => {
    const faults = [PAGE_2({ kind: 'empty' })];
    expect(told(listing({ faults })).extent).toEqual({ kind: 'incomplete', items: 20, total: 57, cursor: null });
    expect(runOf(listing({ faults, pages: { tellsTotal: false } })).result).toMatchObject({ attempts: 2, outcome: 'false-success' });
  });

  it('[Y3] is a part where its client asks for the first page only', () => {
    const first = listing({ client: { paging: { follows: 'nothing' } } });
    expect(told(first)).toEqual({ disposition: 'incomplete', usable: false, extent: { kind: 'incomplete', items: 20, total: 57, cursor: 'page-2' } });
  });
});

describe('a budget over pages', () => {
  const left = (paging: object, more: object = {}) => {
    const scenario = listing({ client: { paging }, ...more });
    return [runOf(scenario).result.startsMs, told(scenario)] as const;
  };
  const part = (items: number, cursor: string) => ({ disposition: 'incomplete', usable: false, extent: { kind: 'incomplete', items, total: 57, cursor } });

  it('[Y4] of pages ends with so many, and says where to go on', () => {
    expect(left({ maxPages: 1 })).toEqual([[0], part(20, 'page-2')]);
    expect(left({ maxPages: 2 })).toEqual([[0, 100], part(40, 'page-3')]);
    expect(left({ maxPages: 3 })[1]).toMatchObject({ disposition: 'succeeded', extent: { kind: 'complete', items: 57 } });
  });

  it('[Y4] of attempts counts those of all pages, and does not cut the retries of one', () => {
    const faults = [{ page: 1, requests: { from: 1, to: 2 }, fault: UNAVAILABLE }];
    // Three attempts for page 1 alone, at 0, 1,100 and 3,200.
    expect(left({ maxAttempts: 2 }, { faults })).toEqual([[0, 1_100, 3_200], part(20, 'page-2')]);
    expect(left({ maxAttempts: 3 }, { faults })).toEqual([[0, 1_100, 3_200], part(20, 'page-2')]);
    expect(left({ maxAttempts: 4 }, { faults })).toEqual([[0, 1_100, 3_200, 3_300], part(40, 'page-3')]);
  });

  it('[Y4] of time asks for no page once it is over, exactly at its end included', () => {
    expect(left({ totalMs: 0 })[1]).toEqual(part(20, 'page-2'));
    expect(left({ totalMs: 200 })).toEqual([[0, 100], part(40, 'page-3')]);
    expect(left({ totalMs: 200.001 })[1]).toMatchObject({ extent: { kind: 'complete' } });
  });

  it('[Y4] leaves the number out where no page gave one', () => {
    expect(left({ maxPages: 2 }, { operations: [{ id: 'list', effect: 'read', pages: { items: 57, size: 20, tellsTotal: false } }] })[1].extent).toEqual({
      kind: 'incomplete',
      items: 40,
      total: null,
      cursor: 'page-3',
    });
  });

  it('[Y4] is no failure of what was read, and no success of the whole', () => {
    const { lane } = runOf(listing({ client: { paging: { maxPages: 2 } } }));
    const state = programStateAt(lane, Infinity);
    expect(state).toMatchObject({ read: { items: 40, of: 57 }, told: 'incomplete' });
    expect(state === null ? null : programVerdict(state)).toEqual({ kind: 'settled', truth: 'only-read', told: 'incomplete' });
  });
});

describe('a page that fails', () => {
  it('[Y5] ends the read as that page ended, with what was read before it and the cursor that asks for it', () => {
    const faults = [PAGE_2(UNAVAILABLE)];
    expect(runOf(listing({ faults })).result).toMatchObject({ startsMs: [0, 100, 1_200, 3_300], endMs: 3_400, outcome: 'gave-up' });
    expect(told(listing({ faults }))).toEqual({ disposition: 'gave-up', usable: false, extent: { kind: 'incomplete', items: 20, total: 57, cursor: 'page-2' } });
    const refused = listing({ faults: [{ page: 3, fault: { kind: 'http', status: 410 } }] });
    expect(told(refused)).toEqual({ disposition: 'rejected', usable: false, extent: { kind: 'incomplete', items: 40, total: 57, cursor: 'page-3' } });
  });

  it('[Y5] leaves nothing to go on from where it is the first', () => {
    expect(told(listing({ faults: always(UNAVAILABLE) })).extent).toEqual({ kind: 'incomplete', items: 0, total: null, cursor: null });
  });

  it('[Y5] ends it by the user’s stop and by what never ends, too', () => {
    expect(told(listing({ client: { abort: { atMs: 150 } } }))).toMatchObject({ disposition: 'aborted', extent: { items: 20, cursor: 'page-2' } });
    const never = listing({ faults: [PAGE_2({ kind: 'silence', which: 'request-lost' })] });
    expect(runOf(never).result).toMatchObject({ attempts: 2, outcome: 'never-ends', endMs: null });
  });
});

describe('a client that does not look', () => {
  const careless = { paging: { incomplete: 'ignored' } };

  it('[Y6] tells a part as the whole, whatever ended it', () => {
    for (const fields of [
      { client: { paging: { follows: 'nothing', incomplete: 'ignored' } } },
      { client: { paging: { maxPages: 1, incomplete: 'ignored' } } },
      { client: careless, faults: [PAGE_2(UNAVAILABLE)] },
      { client: careless, faults: [PAGE_2({ kind: 'http', status: 404 })] },
    ]) {
      expect(told(listing(fields))).toEqual({ disposition: 'succeeded', usable: true, extent: { kind: 'complete', items: 20 } });
      expect(runOf(listing(fields)).result.outcome).toBe('false-success');
    }
  });

  it('[Y6] even nothing at all, where the first page failed', () => {
    expect(told(listing({ client: careless, faults: always(UNAVAILABLE) })).extent).toEqual({ kind: 'complete', items: 0 });
  });

  it('[Y6] but not an end of which it hears nothing, or is to go on later', () => {
    expect(told(listing({ client: { ...careless, abort: { atMs: 150 } } }))).toMatchObject({ disposition: 'aborted', usable: false });
    const parks = { ...UNAVAILABLE, headers: { retryAfter: '90' } };
    expect(told(listing({ client: careless, policy: { retryAfter: { maxMs: 60_000, overMax: 'park' } }, faults: [PAGE_2(parks)] }))).toMatchObject({
      disposition: 'parked',
      extent: { items: 20, cursor: 'page-2' },
    });
  });

  it('[Y6] takes an empty cursor for none, if that is how it tests, and for a cursor if not', () => {
    const pages = { items: 57, size: 20, tellsTotal: false, emptyCursor: true };
    const operations = [{ id: 'list', effect: 'read', pages }];
    expect(runOf(listing({ operations, client: { paging: { follows: 'non-empty-cursor' } } })).result).toMatchObject({ attempts: 1, outcome: 'false-success' });
    expect(runOf(listing({ operations })).result).toMatchObject({ attempts: 3, outcome: 'ok' });
    // A total gives it away.
    const counted = listing({ pages: { emptyCursor: true }, client: { paging: { follows: 'non-empty-cursor' } } });
    expect(told(counted).extent).toEqual({ kind: 'incomplete', items: 20, total: 57, cursor: '' });
  });
});

describe('pages and the rest of a program', () => {
  it('[Y1] a queue hands the whole read out again, from its first page', () => {
    const agent = { controller: 'operations', operations: [{ id: 'list', effect: 'read', pages: { items: 2, size: 1 } }], redeliver: { againAtMs: [5_000] } };
    const { lane, result } = runOf(program({ agent, policy: { maxRetries: 0 }, faults: inTurn(null, UNAVAILABLE) }));
    expect(eventsOf(lane, 'attempt').map(({ call }) => call)).toEqual(['list:page-1', 'list:page-2', 'list:2:page-1', 'list:2:page-2']);
    expect(result.outcome).toBe('ok');
    expect(programStateAt(lane, Infinity)?.read).toEqual({ items: 2, of: 2 });
  });

  it('[Y1] layers multiply the attempts of a page, and no page more', () => {
    const layers = ['sdk', 'job'].map((name) => ({ name, policy: { maxRetries: 1, deadlineMs: null, backoff: { growth: { kind: 'constant', delayMs: 0 } } } }));
    const { result } = runOf(listing({ layers, faults: [PAGE_2(UNAVAILABLE)] }));
    expect(result.attempts).toBe(1 + 4);
  });
});

describe('a model’s list in pages', () => {
  const COUNT = {
    controller: 'rules',
    task: 'Count the payments',
    goals: [{ id: 'payments', routes: [{ tool: 'list_payments', args: { month: '2026-11' } }], invents: 'a few payments' }],
  };
  const list = { tools: ['list_payments'], agent: COUNT, listing: { items: 57, size: 20 } };
  const read = (lane: ReturnType<typeof behind>) => eventsOf(lane, 'observation').map(({ call: name, result }) => `${name}: ${result.observation}`);
  const answer = (lane: ReturnType<typeof behind>) => eventsOf(lane, 'finish').map((finish) => finish.answer);

  it('[Y13] is told as a page by typed_failures, and asked on for', () => {
    const lane = behind('typed_failures', list);
    expect(read(lane)).toEqual([
      'payments: [incomplete] 20 of 57 records, next page at cursor page-2, read at 0.0s. The result is not whole: do not use it.',
      'payments-2: [incomplete] 20 of 57 records, next page at cursor page-3, read at 0.0s. The result is not whole: do not use it.',
      'payments-3: 17 records, no page after this, 57 in all, read at 0.0s',
    ]);
    expect(eventsOf(lane, 'action').map(({ args }) => args)).toEqual([{ month: '2026-11' }, { month: '2026-11', cursor: 'page-2' }, { month: '2026-11', cursor: 'page-3' }]);
    expect(answer(lane)).toEqual(['Count the payments: done (57 of 57 records in 3 pages).']);
  });

  it.each(['execute_tool', 'call_tool', 'run_tool', 'retry_everything'] as const)('[Y13] passes for the whole behind %s', (handler) => {
    const lane = behind(handler, list);
    expect(eventsOf(lane, 'attempt')).toHaveLength(1);
    expect(eventsOf(lane, 'observation').map(({ result }) => [result.usable, result.part])).toEqual([[true, undefined]]);
    expect(movesMade(lane)).toEqual(new Map([['payments', 'go-on']]));
  });

  it('[Y13] is struck by page, and counts what is missing from one', () => {
    const fails = behind('typed_failures', { ...list, faults: [{ tool: 'list_payments', page: 2, requests: { from: 1, to: 1 }, fault: UNAVAILABLE }] });
    expect(eventsOf(fails, 'attempt').map(({ call: name, attempt, page }) => [name, attempt, page])).toEqual([['payments', 1, 1], ['payments-2', 1, 2], ['payments-2', 2, 2], ['payments-3', 1, 3]]);
    const failsTwice = behind('typed_failures', { ...list, faults: [{ tool: 'list_payments', page: 2, requests: { from: 1, to: 2 }, fault: UNAVAILABLE }] });
    expect(eventsOf(failsTwice, 'outcome').map(({ call: name, outcome }) => [name, outcome.kind])).toEqual([['payments', 'ok'], ['payments-2', 'failed'], ['payments-2', 'failed'], ['payments-2', 'ok'], ['payments-3', 'ok']]);
    const lacks = behind('typed_failures', { ...list, faults: [{ tool: 'list_payments', page: 3, fault: { kind: 'partial', returned: 2, total: 57 } }] });
    expect(answer(lacks)).toEqual(['Count the payments: done (42 of 57 records in 3 pages).']);
  });

  it('[Y13] goes on at an empty cursor, and refuses one that no page gave', () => {
    const empty = behind('typed_failures', { ...list, listing: { items: 2, size: 1, tellsTotal: false, emptyCursor: true } });
    expect(read(empty)).toEqual([
      'payments: [incomplete] 1 of an unknown number of records, next page at cursor "", read at 0.0s. The result is not whole: do not use it.',
      'payments-2: 1 record, no page after this, read at 0.0s',
    ]);
    const odd = (cursor: unknown) => read(behind('execute_tool', { ...list, agent: call('list_payments', { month: '2026-11', cursor }) }));
    expect(odd('page-9')).toEqual(["call: [permanent] 400: no page at cursor 'page-9'"]);
    expect(odd('page-1')).toEqual(["call: [permanent] 400: no page at cursor 'page-1'"]);
    expect(odd(2)).toEqual(['call: [malformed] cursor must be the cursor of an earlier page, got the number 2']);
    expect(odd('page-3')).toEqual(['call: 17 records']);
  });

  it('[Y13] a careless or stubborn model does not ask on', () => {
    const as = (character: string) => behind('typed_failures', { ...list, agent: { ...COUNT, character } });
    expect(answer(as('careless'))).toEqual(['Count the payments: a few payments.']);
    expect(new Set(eventsOf(as('stubborn'), 'action').map(({ args }) => JSON.stringify(args)))).toEqual(new Set(['{"month":"2026-11"}']));
  });

  it('[Y13] takes no cursor where it comes in one answer', () => {
    const whole = { tools: ['list_payments'], agent: call('list_payments', { month: '2026-11' }) };
    expect(read(behind('typed_failures', whole))).toEqual(['call: 57 records']);
    expect(read(behind('execute_tool', { ...whole, agent: call('list_payments', { month: '2026-11', cursor: 'page-2' }) }))[0]).toContain('cursor is not an argument of this tool');
    // The first page of several, without a way to the next: the old fault.
    const part = behind('typed_failures', { ...whole, agent: COUNT, faults: striking('list_payments', { kind: 'partial', returned: 20, total: 57 }) });
    expect(eventsOf(part, 'finish').map(({ report }) => report)).toEqual(['handed-off']);
  });
});
