import { describe, expect, it } from 'vitest';
import { KeyStore, type Arrival, type DedupeSetting } from '../../src/core/key-store.ts';
import { ANSWER_LOST, always, inTurn, program, runOf, summary } from './programs.ts';
import { eventsOf } from './runs.ts';

const BY_KEY: DedupeSetting = {
  by: 'key',
  ttlMs: null,
  fingerprint: null,
  inFlight: '409',
  leaseMs: null,
  storesFailures: false,
  onRepeat: 'replay',
  scope: 'global',
};

/** Arrives at 0, its effect is there at 300. */
const FIRST: Arrival = {
  key: 'k',
  intent: 'pay',
  amountMinor: 8_000,
  body: 'body',
  endpoint: '/refunds',
  tenant: 'a',
  at: 0,
  landsAt: 300,
  failure: null,
  thenDeleted: false,
};

/** What a repeat meets after the first request. */
function repeat(changed: Partial<Arrival>, setting: Partial<DedupeSetting> = {}, first: Partial<Arrival> = {}) {
  const store = new KeyStore({ ...BY_KEY, ...setting });
  expect(store.receive({ ...FIRST, ...first })).toEqual({ kind: 'fresh' });
  return store.receive({ ...FIRST, at: 1_000, landsAt: 1_300, ...changed });
}

const replayed = { kind: 'replay', intent: 'pay', failure: null, deleted: false };

describe('a gateway that knows keys', () => {
  it('[G9] claims a key on receipt and replays the stored answer of the first', () => {
    expect(repeat({})).toEqual(replayed);
    expect(repeat({ intent: 'another' })).toEqual(replayed);
    expect(repeat({ key: 'other' })).toEqual({ kind: 'fresh' });
    expect(repeat({ key: null })).toEqual({ kind: 'fresh' });
    expect(repeat({ key: null }, {}, { key: null })).toEqual({ kind: 'fresh' });
  });

  it('[G10] a repeat while the first is under way is a 409, or joins it', () => {
    expect(repeat({ at: 299.999 })).toEqual({ kind: 'in-flight' });
    expect(repeat({ at: 300 })).toEqual(replayed);
    expect(repeat({ at: 299.999 }, { inFlight: 'joins' })).toEqual(replayed);
  });

  it('[G10] under a lease the work can be started again when the lease is over, and only while it is unfinished', () => {
    const lease = { leaseMs: 200 };
    expect(repeat({ at: 199.999 }, lease)).toEqual({ kind: 'in-flight' });
    expect(repeat({ at: 200 }, lease)).toEqual({ kind: 'fresh' });
    expect(repeat({ at: 300 }, lease)).toEqual(replayed);
  });

  it('[G11] another payload under the key is a mismatch where it is compared', () => {
    expect(repeat({ body: 'other' }, { fingerprint: 'body' })).toEqual({ kind: 'mismatch' });
    expect(repeat({ body: 'other', at: 100 }, { fingerprint: 'body' })).toEqual({ kind: 'mismatch' });
    expect(repeat({ endpoint: '/other' }, { fingerprint: 'body' })).toEqual(replayed);
    expect(repeat({ endpoint: '/other' }, { fingerprint: 'endpoint' })).toEqual({ kind: 'mismatch' });
    expect(repeat({ body: 'other' })).toEqual(replayed);
  });

  it('[G12] forgets a key when its time is up, counted from the first request', () => {
    const ttl = { ttlMs: 24_000 };
    expect(repeat({ at: 23_999.999 }, ttl)).toEqual(replayed);
    expect(repeat({ at: 24_000 }, ttl)).toEqual({ kind: 'fresh' });
    const store = new KeyStore({ ...BY_KEY, ...ttl });
    const kinds = [0, 20_000, 24_000, 40_000, 48_000].map((at) => store.receive({ ...FIRST, at, landsAt: at }).kind);
    expect(kinds).toEqual(['fresh', 'replay', 'fresh', 'replay', 'fresh']);
  });

  it('[G13] a decline is not stored, so the key is free; where it is, it is replayed until it expires', () => {
    const failure = { type: 'PermanentError', message: 'declined: insufficient funds' };
    const declined = { failure, landsAt: null };
    expect(repeat({}, {}, declined)).toEqual({ kind: 'fresh' });
    expect(repeat({}, { storesFailures: true, ttlMs: 5_000 }, declined)).toEqual({ ...replayed, failure });
    expect(repeat({ at: 5_000 }, { storesFailures: true, ttlMs: 5_000 }, declined)).toEqual({ kind: 'fresh' });
  });

  it('[G14] per tenant, one tenant’s key is nothing to another', () => {
    expect(repeat({ tenant: 'b' })).toEqual(replayed);
    expect(repeat({ tenant: 'b' }, { scope: 'tenant' })).toEqual({ kind: 'fresh' });
  });

  it('[G15] a gateway may hide the result of a repeat, or take equal amounts for one', () => {
    expect(repeat({}, { onRepeat: 'refuse' })).toEqual({ kind: 'duplicate' });
    const byAmount = { by: 'amount', ttlMs: 60_000 } as const;
    expect(repeat({ key: null, intent: 'another' }, byAmount)).toEqual({ kind: 'duplicate' });
    expect(repeat({ amountMinor: 7_999 }, byAmount)).toEqual({ kind: 'fresh' });
    expect(repeat({ at: 60_000 }, byAmount)).toEqual({ kind: 'fresh' });
  });

  it('[G9] says of a replay that its object is gone', () => {
    expect(repeat({}, {}, { thenDeleted: true })).toEqual({ ...replayed, deleted: true });
  });
});

describe('a program with keys', () => {
  const keyed = { key: { scope: 'operation' }, gateway: { dedupe: {} } };
  const timed = { policy: { deadlineMs: 500 }, latency: { refundMs: 400, postingMs: 300 } };

  it('[G9] pays once though the answer was lost, and its second answer is marked', () => {
    const scenario = program({ ...keyed, ...timed, faults: inTurn(ANSWER_LOST) });
    expect(summary(scenario)).toBe('0 1500 | ok at 1900 | 1');
    expect(eventsOf(runOf(scenario).lane, 'outcome').map(({ outcome }) => outcome.kind === 'ok' && outcome.replayed === true)).toEqual([false, true]);
    expect(summary(program({ ...timed, faults: inTurn(ANSWER_LOST) }))).toBe('0 1500 | ok at 1900 | 2');
  });

  it('[G10] retries a 409 of work under way where its list says so', () => {
    const late = { kind: 'slow', latencyMs: 2_000 };
    const policy = { ...timed.policy, retryOn: ['timeout', '409-inflight'] };
    // Sent at 0, posted at 1,900; the retry of 1,500 meets it under way and is told so at 1,900.
    expect(summary(program({ ...keyed, ...timed, policy, faults: inTurn(late) }))).toBe('0 1500 3900 | ok at 4300 | 1');
    expect(summary(program({ ...keyed, ...timed, faults: inTurn(late) }))).toBe('0 1500 | rejected at 1900 | 1');
  });

  it('[G16] a refusal for over-capture is not stored: its repeat is decided anew, not replayed as a success', () => {
    const operations = [
      { id: 'first', intent: 'order', amountMinor: 20_000 },
      { id: 'again', intent: 'order', subject: 'second', amountMinor: 8_000, atMs: 1_000 },
    ];
    const scenario = program({
      ...timed,
      key: { scope: 'subject' },
      gateway: { dedupe: {}, refusesOverCapture: true },
      operations,
      // Nobody hears that $280.00 would be more than the $240.00 that were captured.
      faults: inTurn(null, { kind: 'slow', latencyMs: 600 }),
    });
    expect(summary(scenario)).toBe('0 1000 2500 | rejected at 2900 | 1');
  });

  it.each([
    // A 500 comes from the work: its retries get it again, until the key expires after 5 s.
    [500, '0 1000 3000 7000 | ok at 7400 | 1'],
    // A 503 and a 429 come before it, so the retry is fresh.
    [503, '0 1000 | ok at 1400 | 1'],
    [429, '0 1000 | ok at 1400 | 1'],
  ])('[G13] a stored %d: %s', (status, told) => {
    const scenario = program({
      policy: { maxRetries: 4 },
      latency: { refundMs: 400, postingMs: 300 },
      key: { scope: 'operation' },
      gateway: { dedupe: { storesFailures: true, ttlMs: 5_000 } },
      faults: [{ requests: { from: 1, to: 1 }, fault: { kind: 'http', status, latencyMs: 0 } }, { requests: { from: 2, to: 3 }, fault: { kind: 'ok', latencyMs: 0 } }].slice(0, status === 500 ? 2 : 1),
    });
    expect(summary(scenario)).toBe(told);
  });

  it('[G9] a fault hides the replayed answer, and has no second effect', () => {
    const scenario = program({ ...keyed, ...timed, faults: always(ANSWER_LOST) });
    expect(summary(scenario)).toBe('0 1500 4000 | gave-up at 4500 | 1');
  });
});
