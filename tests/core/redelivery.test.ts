import { describe, expect, it } from 'vitest';
import { always, inTurn, program, runOf, summary, UNAVAILABLE } from './programs.ts';
import { programStateAt, programVerdict } from '../../src/core/program-state.ts';
import { eventsOf } from './runs.ts';

/** Delivered again after 5 and 10 s; the work takes 8 s. */
function queued(redeliver: object, more: object = {}) {
  return program({
    policy: { maxRetries: 0 },
    latency: { refundMs: 8_000, postingMs: 8_000 },
    agent: { controller: 'operations', operations: [{ id: 'job' }], redeliver: { againAtMs: [5_000, 10_000], ...redeliver } },
    ...more,
  });
}

describe('an operation from a queue', () => {
  it('[P14] is handed out again until it is acknowledged, also while a worker is still at it', () => {
    // Done at 8,000 by the first: not handed out at 10,000.
    expect(summary(queued({}))).toBe('0 5000 | ok at 13000 | 2');
    expect(summary(queued({ againAtMs: [8_000] }))).toBe('0 | ok at 8000 | 1');
    expect(summary(queued({ againAtMs: [7_999.999] }))).toBe('0 7999.999 | ok at 15999.999 | 2');
  });

  it('[P14] each delivery is a call of its own', () => {
    const { lane } = runOf(queued({}));
    expect(eventsOf(lane, 'observation').map(({ call, at }) => [call, at])).toEqual([
      ['job', 8_000],
      ['job:2', 13_000],
    ]);
  });

  it('[P15] whose lease is renewed is not handed out while its worker is at it', () => {
    expect(summary(queued({ renews: true }))).toBe('0 | ok at 8000 | 1');
    const failing = { faults: inTurn({ ...UNAVAILABLE, latencyMs: 8_000 }) };
    expect(summary(queued({ renews: true }, failing))).toBe('0 10000 | ok at 18000 | 1');
  });

  it('[P16] whose acknowledgement comes too late is handed out as if it had not come', () => {
    expect(summary(queued({ ackWithinMs: 7_999 }))).toBe('0 5000 10000 | ok at 18000 | 3');
    expect(summary(queued({ ackWithinMs: 8_000 }))).toBe('0 5000 | ok at 13000 | 2');
  });

  it('[P16] acknowledged before the work is never handed out again, and lost where the work fails', () => {
    expect(summary(queued({ ackFirst: true }))).toBe('0 | ok at 8000 | 1');
    expect(summary(queued({ ackFirst: true }, { faults: always({ ...UNAVAILABLE, latencyMs: 10 }) }))).toBe('0 | gave-up at 10 | 0');
  });

  it('[P14] the next operation waits for the last worker', () => {
    const operations = [{ id: 'job' }, { id: 'next', atMs: 1_000 }];
    expect(summary(queued({}, { agent: { controller: 'operations', operations, redeliver: { againAtMs: [5_000] } } }))).toBe(
      '0 5000 13000 18000 | ok at 26000 | 4',
    );
  });

  it('[P14] a key that the gateway knows makes the deliveries one effect', () => {
    const keyed = { key: { scope: 'operation' }, gateway: { dedupe: { inFlight: 'joins' } } };
    expect(runOf(queued({}, keyed)).result).toMatchObject({ attempts: 2, ledger: 1, outcome: 'ok' });
  });

  it('is over when every worker that began has ended', () => {
    const keyed = { key: { scope: 'operation' }, gateway: { dedupe: { inFlight: 'joins' } } };
    const { lane } = runOf(queued({}, keyed));
    const verdictAt = (at: number) => {
      const state = programStateAt(lane, at);
      return state === null ? null : programVerdict(state);
    };
    expect(verdictAt(7_999)).toEqual({ kind: 'open' });
    // The first is done; the second, begun at 5,000, joins it and is still waiting.
    expect(eventsOf(lane, 'observation').map(({ call }) => call)).toEqual(['job', 'job:2']);
    expect(verdictAt(Infinity)).toEqual({ kind: 'settled', truth: 'as-asked', told: 'ok' });
  });
});
