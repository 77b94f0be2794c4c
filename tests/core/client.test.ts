import { describe, expect, it } from 'vitest';
import { always, ANSWER_LOST, DOUBLING, inTurn, program, REQUEST_LOST, runOf, summary, UNAVAILABLE } from './programs.ts';
import { eventsOf } from './runs.ts';

const times = { refundMs: 400, postingMs: 300 };

describe('what a client retries', () => {
  it.each([
    [{ kind: 'network', phase: 'connect' }, 'gave-up'],
    [{ kind: 'network', phase: 'request' }, 'gave-up'],
    [{ kind: 'crash' }, 'gave-up'],
    [{ kind: 'http', status: 429 }, 'gave-up'],
    [{ kind: 'http', status: 500 }, 'gave-up'],
    [{ kind: 'http', status: 599 }, 'gave-up'],
  ])('[P1] by default %j, to the end of its retries', (fault, outcome) => {
    expect(runOf(program({ faults: always(fault) })).result).toMatchObject({ attempts: 3, outcome });
  });

  it.each([
    [{ kind: 'http', status: 400 }],
    [{ kind: 'http', status: 408 }],
    [{ kind: 'declined', code: 'insufficient funds' }],
    [{ kind: 'error', name: 'duplicate-key' }],
  ])('[P2] but not %j, which is a rejection', (fault) => {
    expect(runOf(program({ faults: always(fault) })).result).toMatchObject({ attempts: 1, outcome: 'rejected' });
  });

  it('[P1] only what its list names, by status, class or name', () => {
    const attempts = (retryOn: readonly string[], fault: object) => runOf(program({ policy: { retryOn }, faults: always(fault) })).result.attempts;
    expect([['5xx'], ['503'], ['any'], ['500'], ['4xx'], []].map((retryOn) => attempts(retryOn, UNAVAILABLE))).toEqual([3, 3, 3, 1, 1, 1]);
    // A 429 is a class of its own, beside the 4xx.
    expect([['429'], ['4xx']].map((retryOn) => attempts(retryOn, { kind: 'http', status: 429 }))).toEqual([3, 1]);
    expect([['409'], ['4xx']].map((retryOn) => attempts(retryOn, { kind: 'http', status: 409 }))).toEqual([3, 3]);
    expect([['network'], ['connect'], ['timeout']].map((retryOn) => attempts(retryOn, { kind: 'network', phase: 'connect' }))).toEqual([3, 3, 1]);
    expect(attempts(['connect'], { kind: 'network', phase: 'request' })).toBe(1);
    expect(attempts(['duplicate-key'], { kind: 'error', name: 'duplicate-key' })).toBe(3);
  });

  it('[P2] what it does not retry and may have happened all the same is unknown, not failed', () => {
    const end = (fault: object, client: object = {}) => runOf(program({ policy: { retryOn: [], deadlineMs: 500 }, faults: always(fault), client })).result.outcome;
    expect(end({ kind: 'network', phase: 'request' })).toBe('unknown');
    expect(end({ kind: 'http', status: 500 })).toBe('unknown');
    expect(end({ kind: 'http', status: 599 })).toBe('unknown');
    expect(end(UNAVAILABLE)).toBe('rejected');
    expect(end({ kind: 'network', phase: 'connect' })).toBe('rejected');
    expect(end({ kind: 'crash' })).toBe('unknown');
    expect(end({ kind: 'http', status: 429 })).toBe('gave-up');
    expect(end(REQUEST_LOST)).toBe('gave-up');
    expect(end(REQUEST_LOST, { timeoutIsUnknown: true })).toBe('unknown');
  });

  it('[P17] holds a write for open after an attempt that may have acted, whatever is refused later', () => {
    const thenRefused = (first: object, client: object, operations?: readonly object[]) => {
      const faults = [
        { tool: 'request', requests: { from: 1, to: 1 }, fault: first },
        { tool: 'request', requests: { from: 2, to: null }, fault: { kind: 'http', status: 422 } },
      ];
      return runOf(program({ policy: { deadlineMs: 500 }, faults, client, ...(operations === undefined ? {} : { operations }) })).result.outcome;
    };
    expect(thenRefused(ANSWER_LOST, { timeoutIsUnknown: true })).toBe('unknown');
    expect(thenRefused(REQUEST_LOST, { timeoutIsUnknown: true })).toBe('unknown');
    expect(thenRefused({ kind: 'http', status: 502 }, { timeoutIsUnknown: true })).toBe('unknown');
    // A definite no, twice.
    expect(thenRefused(UNAVAILABLE, { timeoutIsUnknown: true })).toBe('rejected');
    // A read changes nothing, and a client that does not know silence for an end believes the last word.
    expect(thenRefused(ANSWER_LOST, { timeoutIsUnknown: true }, [{ id: 'a', effect: 'read' }])).toBe('rejected');
    expect(thenRefused(ANSWER_LOST, {})).toBe('rejected');
    // The record shows it.
    expect(thenRefused(ANSWER_LOST, { readBack: { everyMs: 1_000, polls: 1, then: 'handed-off' } })).toBe('ok');
    expect(thenRefused(REQUEST_LOST, { readBack: { everyMs: 1_000, polls: 1, then: 'handed-off' } })).toBe('handed-off');
  });

  it('[P17] does so too where the retries are used up', () => {
    const faults = [
      { tool: 'request', requests: { from: 1, to: 1 }, fault: ANSWER_LOST },
      { tool: 'request', requests: { from: 2, to: null }, fault: UNAVAILABLE },
    ];
    const end = (client: object) => runOf(program({ policy: { deadlineMs: 500, maxRetries: 2 }, faults, client })).result.outcome;
    expect(end({ timeoutIsUnknown: true })).toBe('unknown');
    expect(end({})).toBe('gave-up');
  });

  it('[P18] is not what judges where the lane has a handler, and a direct call is made once', () => {
    const with503 = (handler: string) => {
      const lanes = [{ id: 'only', guard: { kind: 'none' }, handler }];
      const policy = { deadlineMs: 500, backoff: { growth: { kind: 'constant', delayMs: 100 } } };
      const { startsMs, outcome } = runOf(program({ policy, faults: always(UNAVAILABLE), lanes })).result;
      return [startsMs, outcome];
    };
    expect(with503('client')).toEqual([[0, 100, 200], 'gave-up']);
    expect(with503('direct')).toEqual([[0], 'gave-up']);
    expect(with503('raise_failures')).toEqual([[0, 100, 200], 'crashed']);
    const layers = [{ name: 'inner', policy: { maxRetries: 2 } }, { name: 'outer', policy: { maxRetries: 2 } }].map(({ name, policy }) => ({
      name,
      policy: { deadlineMs: null, backoff: DOUBLING, ...policy },
    }));
    const lanes = [{ id: 'only', guard: { kind: 'none' }, handler: 'direct' }];
    expect(summary(program({ layers, faults: always(UNAVAILABLE), lanes }))).toBe('0 | gave-up at 0 | 0');
  });

  it('[P3] may be told how to end after a failure', () => {
    const end = (endsAs: object, retryOn: readonly string[]) =>
      summary(program({ policy: { retryOn }, faults: always({ kind: 'http', status: 402 }), client: { endsAs } }));
    expect(end({ '402': 'handed-off' }, [])).toBe('0 | handed-off at 0 | 0');
    expect(end({ '402': 'parked' }, ['402'])).toBe('0 1000 3000 | parked at 3000 | 0');
    expect(end({ '403': 'parked' }, [])).toBe('0 | rejected at 0 | 0');
    // What is swallowed is told as a success, which it is not.
    expect(end({ '402': 'swallowed' }, [])).toBe('0 | false-success at 0 | 0');
  });

  it('[P4] one that reads the text of an answer finds the error behind a 200', () => {
    const hidden = inTurn({ kind: 'http', status: 200, body: 'RateLimited' });
    const policy = { retryOn: ['RateLimited'] };
    expect(summary(program({ policy, faults: hidden }))).toBe('0 | false-success at 0 | 0');
    expect(summary(program({ policy, faults: hidden, client: { classifyBy: 'body' } }))).toBe('0 1000 | ok at 1000 | 1');
  });
});

describe('a budget for one class', () => {
  const budget = (maxRetries: number, totalMs: number) => ({ classBudgets: { '429': { maxRetries, totalMs } } });
  const busy = { kind: 'http', status: 429 };

  it('[P5] limits this class, whatever the others may', () => {
    expect(summary(program({ client: budget(1, 60_000), faults: always(busy) }))).toBe('0 1000 | gave-up at 1000 | 0');
    expect(summary(program({ client: budget(4, 60_000), faults: always(busy) }))).toBe('0 1000 3000 7000 15000 | gave-up at 15000 | 0');
    expect(summary(program({ client: budget(0, 60_000), faults: always(UNAVAILABLE) }))).toBe('0 1000 3000 | gave-up at 3000 | 0');
  });

  it('[P5] and its time: no retry starts when it is over', () => {
    expect(summary(program({ client: budget(9, 7_000), faults: always(busy) }))).toBe('0 1000 3000 | gave-up at 3000 | 0');
    expect(summary(program({ client: budget(9, 7_000.001), faults: always(busy) }))).toBe('0 1000 3000 7000 | gave-up at 7000 | 0');
  });

  it('[P5] has the name that is written, and no other', () => {
    const policy = { retryOn: ['toString'] };
    expect(summary(program({ policy, faults: always({ kind: 'error', name: 'toString' }) }))).toBe('0 1000 3000 | gave-up at 3000 | 0');
  });
});

describe('reading back an unknown outcome', () => {
  const polling = (readBack: object, fault: object = ANSWER_LOST, policy: object = { maxRetries: 0, deadlineMs: 500 }) =>
    program({ policy, latency: times, faults: always(fault), client: { readBack: { everyMs: 1_000, polls: 3, then: 'handed-off', ...readBack } } });

  it('[P6] polls until it finds the effect', () => {
    expect(summary(polling({}))).toBe('0 | ok at 1500 | 1');
    // Posted at 300 and seen 1,500 ms later: the look of 1,500 is too early, that of 2,500 is not.
    expect(summary(polling({ lagMs: 1_500 }))).toBe('0 | ok at 2500 | 1');
    expect(eventsOf(runOf(polling({ lagMs: 1_500 })).lane, 'read-back').map(({ at, found }) => [at, found])).toEqual([
      [1_500, false],
      [2_500, true],
    ]);
    expect(summary(polling({ lagMs: 1_200 }))).toBe('0 | ok at 1500 | 1');
  });

  it('[P6] and ends as it is set where no poll finds it, though it may still come', () => {
    expect(summary(polling({}, REQUEST_LOST))).toBe('0 | handed-off at 3500 | 0');
    expect(summary(polling({ lagMs: 60_000 }))).toBe('0 | handed-off at 3500 | 1');
    expect(summary(polling({ then: 'unknown', polls: 1 }, REQUEST_LOST))).toBe('0 | unknown at 1500 | 0');
  });

  it('[P6] comes after the retries, where silence is retried', () => {
    expect(summary(polling({}, REQUEST_LOST, { maxRetries: 1, deadlineMs: 500 }))).toBe('0 1500 | handed-off at 5000 | 0');
  });

  it('[P6] and never after a definite answer', () => {
    expect(summary(polling({}, { kind: 'declined', code: 'x', latencyMs: 0 }))).toBe('0 | rejected at 0 | 0');
  });
});

describe('an error that comes when nobody waits for it any more', () => {
  const late = (latencyMs: number) => ({ ...UNAVAILABLE, latencyMs });
  const run = (lateRejection: string, ...faults: object[]) => summary(program({ policy: { deadlineMs: 500 }, faults: inTurn(...faults), client: { lateRejection } }));

  it('[P7] is nothing where it is observed, and ends the process where it is not', () => {
    expect(run('observed', late(700))).toBe('0 1500 | ok at 1500 | 1');
    // It comes at 700, before the retry of 1,500.
    expect(run('unhandled', late(700))).toBe('0 | crashed at 700 | 0');
    expect(run('unhandled', late(1_600))).toBe('0 1500 | crashed at 1600 | 1');
    expect(run('unhandled', late(500))).toBe('0 1500 | ok at 1500 | 1');
  });

  it('[P7] the earliest of several does', () => {
    // Attempts at 0, 1,500 and 4,000; the errors come at 60,000 and 2,200.
    expect(run('unhandled', late(60_000), late(700))).toBe('0 1500 | crashed at 2200 | 0');
  });

  it('[P7] a late success is none', () => {
    expect(run('unhandled', { kind: 'http', status: 200, latencyMs: 700 })).toBe('0 1500 | ok at 1500 | 1');
  });

  it('[P7] and later operations are not carried out', () => {
    const scenario = program({
      policy: { deadlineMs: 500, maxRetries: 0 },
      faults: inTurn(late(700)),
      client: { lateRejection: 'unhandled' },
      operations: [{ id: 'a' }, { id: 'b', atMs: 9_000 }],
    });
    expect(summary(scenario)).toBe('0 | crashed at 9000 | 0');
  });
});

describe('a body that goes out once', () => {
  const run = (checked: boolean) => summary(program({ faults: inTurn(UNAVAILABLE), client: { body: { replayable: false, checked } } }));

  it('[P8] ends the retries of a client that checks, and is lost by one that does not', () => {
    expect(run(true)).toBe('0 | gave-up at 0 | 0');
    expect(run(false)).toBe('0 1000 | false-success at 1000 | 1');
  });

  it('[P8] goes out whole with a first attempt', () => {
    expect(summary(program({ client: { body: { replayable: false, checked: false } } }))).toBe('0 | ok at 0 | 1');
  });
});

describe('the rest of a client', () => {
  it('[P9] a deadline that covers the headers does not end a body that stalls after them', () => {
    const stalls = (headersAfterMs: number, latencyMs: number | null) =>
      program({
        policy: { maxRetries: 0, deadlineMs: 500 },
        latency: times,
        faults: always({ kind: 'slow', latencyMs, headersAfterMs }),
        client: { deadlineCovers: 'headers' },
      });
    expect(summary(stalls(500, 9_000))).toBe('0 | ok at 9000 | 1');
    expect(summary(stalls(500.001, 9_000))).toBe('0 | gave-up at 500 | 1');
    expect(summary(stalls(500, null))).toBe('0 | never-ends at no time | 0');
  });

  it('[P10] one that does not stop at a success sends as often as it may', () => {
    expect(summary(program({ client: { stopsAtSuccess: false } }))).toBe('0 0 0 | ok at 0 | 3');
  });

  it('[P11] carries out its operations one after the other, each not before its time', () => {
    const operations = [{ id: 'a' }, { id: 'b', atMs: 100 }, { id: 'c', atMs: 2_000 }];
    expect(summary(program({ operations, latency: times }))).toBe('0 400 2000 | ok at 2400 | 3');
    const waiting = program({ operations, faults: [{ operation: 'a', fault: { kind: 'slow', latencyMs: null } }] });
    expect(summary(waiting)).toBe('0 | never-ends at no time | 0');
  });

  it('[P12] a lane changes what it names, as far down as it likes, and nothing else', () => {
    const scenario = program({
      policy: { maxRetries: 1, backoff: { ...DOUBLING, capMs: 60_000 } },
      faults: always(UNAVAILABLE),
      lanes: [
        { id: 'changed', guard: { kind: 'none' }, handler: 'client', changes: { policy: { maxRetries: 2, backoff: { growth: { initialMs: 500 } } } } },
        { id: 'plain', guard: { kind: 'none' }, handler: 'client' },
      ],
    });
    expect(summary(scenario)).toBe('0 500 1500 | gave-up at 1500 | 0');
    expect(summary({ ...scenario, lanes: scenario.lanes.slice(1) })).toBe('0 1000 | gave-up at 1000 | 0');
  });
});

describe('which request a fault strikes', () => {
  it('[G17] by the time of its sending, from the first moment of the window to before its end', () => {
    const faults = [{ during: { fromMs: 1_000, toMs: 3_000 }, fault: UNAVAILABLE }];
    const at = (atMs: number) => summary(program({ policy: { maxRetries: 0 }, faults, operations: [{ id: 'pay', atMs }] })).split(' | ')[1];
    expect([999.999, 1_000, 2_999.999, 3_000].map(at)).toEqual(['ok at 999.999', 'gave-up at 1000', 'gave-up at 2999.999', 'ok at 3000']);
  });

  it('[G17] by its count within its operation', () => {
    const faults = [{ operation: 'b', requests: { from: 1, to: 1 }, fault: UNAVAILABLE }];
    expect(summary(program({ faults, operations: [{ id: 'a' }, { id: 'b' }] }))).toBe('0 0 1000 | ok at 1000 | 2');
  });

  it('[G17] while it has not been quiet: each request starts the wait anew', () => {
    const faults = [{ quietMs: 3_000, fault: UNAVAILABLE }];
    // The first is struck; then after 1, 2 and 4 s, and only the last pause is long enough.
    expect(summary(program({ policy: { maxRetries: 9 }, faults }))).toBe('0 1000 3000 7000 | ok at 7000 | 1');
  });

  it.each([
    ['never', 0],
    ['with-the-answer', 1],
    [{ afterMs: 60_000 }, 1],
  ])('[G18] a fault that is applied %j makes %d effects, whatever the caller saw', (applied, count) => {
    for (const kind of [{ kind: 'http', status: 503 }, { kind: 'network', phase: 'request' }, { kind: 'error', name: 'x' }, { kind: 'crash' }, REQUEST_LOST]) {
      const scenario = program({ policy: { maxRetries: 0, deadlineMs: 500 }, faults: always({ ...kind, applied }) });
      expect([kind.kind, runOf(scenario).result.ledger]).toEqual([kind.kind, count]);
    }
  });
});
