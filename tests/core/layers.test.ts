import { describe, expect, it } from 'vitest';
import { always, ANSWER_LOST, DOUBLING, inTurn, program, retrying, runOf, summary, UNAVAILABLE } from './programs.ts';
import { eventsOf } from './runs.ts';

const NAMES = ['sdk', 'proxy', 'service', 'gateway', 'page'];

describe('layers that retry', () => {
  it.each([
    [[2, 2, 2, 2, 2], 243],
    [[3, 3, 3, 3], 256],
    [[2, 2, 2], 27],
    [[4, 0, 1], 10],
    [[0, 0], 1],
  ])('[A8] with %j retries send %d requests at worst', (retries, requests) => {
    const layers = retries.map((maxRetries, index) => retrying(NAMES[index] ?? '', maxRetries));
    const { result } = runOf(program({ layers, faults: always(UNAVAILABLE) }));
    expect(result).toMatchObject({ attempts: requests, outcome: 'gave-up', endMs: 0, ledger: 0 });
  });

  it('[A8] stop at the first success, whichever layer asked for it', () => {
    const layers = ['sdk', 'service'].map((name) => retrying(name, 2));
    expect(runOf(program({ layers, faults: inTurn(...Array<object>(4).fill(UNAVAILABLE)) })).result).toMatchObject({ attempts: 5, outcome: 'ok', ledger: 1 });
  });

  it('[A9] each starts its budget and its backoff anew when the layer outside it retries', () => {
    const policy = { maxRetries: 1, deadlineMs: null, backoff: DOUBLING };
    const slow = { ...policy, backoff: { growth: { kind: 'constant', delayMs: 60_000 } } };
    const scenario = program({ layers: [{ name: 'sdk', policy }, { name: 'service', policy: slow }], faults: always(UNAVAILABLE) });
    // Sends at 0, after 1 s, after another minute, and after 1 s again.
    expect(summary(scenario)).toBe('0 1000 61000 62000 | gave-up at 62000 | 0');
    expect(eventsOf(runOf(scenario).lane, 'wait').map(({ layer, retry, delayMs }) => [layer, retry, delayMs])).toEqual([
      ['sdk', 1, 1_000],
      ['service', 1, 60_000],
      ['sdk', 1, 1_000],
    ]);
  });

  it('[A9] what the innermost does not retry is judged again by the one outside it', () => {
    const only = (name: string, retryOn: readonly string[]) => ({
      name,
      policy: { maxRetries: 1, deadlineMs: name === 'sdk' ? 500 : null, retryOn, backoff: DOUBLING },
    });
    const sdkRetries = program({ layers: [only('sdk', ['timeout']), only('service', [])], faults: always(ANSWER_LOST) });
    expect(summary(sdkRetries)).toBe('0 1500 | gave-up at 2000 | 2');
    const serviceRetries = program({ layers: [only('sdk', []), only('service', ['timeout'])], faults: always(ANSWER_LOST) });
    expect(summary(serviceRetries)).toBe('0 1500 | gave-up at 2000 | 2');
    const both = program({ layers: [only('sdk', ['timeout']), only('service', ['timeout'])], faults: always(ANSWER_LOST) });
    // 0, 1,500; given up at 2,000; the service waits 1 s: 3,000, 4,500.
    expect(summary(both)).toBe('0 1500 3000 4500 | gave-up at 5000 | 4');
  });

  it('[A11] the deadline of an outer layer cuts what goes on inside: an attempt, a backoff, and all retries', () => {
    const layers = (outer: object, maxRetries = 9) => [
      { name: 'sdk', policy: { maxRetries, deadlineMs: null, backoff: DOUBLING } },
      { name: 'service', policy: { maxRetries: 1, deadlineMs: null, backoff: { growth: { kind: 'constant', delayMs: 0 } }, ...outer } },
    ];
    // The SDK would send at 0, 1,000 and 3,000; nobody listens any more at 2,500.
    expect(summary(program({ layers: layers({ deadlineMs: 2_500 }), faults: always(UNAVAILABLE) }))).toBe('0 1000 2500 3500 | gave-up at 5000 | 0');
    const slow = always({ kind: 'slow', latencyMs: 4_000 });
    expect(summary(program({ layers: layers({ deadlineMs: 1_500 }), faults: slow }))).toBe('0 1500 | gave-up at 3000 | 2');
    expect(summary(program({ layers: layers({ deadlineMs: 4_000 }), faults: slow }))).toBe('0 | ok at 4000 | 1');
    expect(summary(program({ layers: layers({ total: { deadlineMs: 2_500 } }), faults: always(UNAVAILABLE) }))).toBe('0 1000 | gave-up at 2500 | 0');
  });

  it('[A11] to the outer layer that is silence, whatever the last answer was', () => {
    const layers = [
      { name: 'sdk', policy: { maxRetries: 9, deadlineMs: null, backoff: DOUBLING } },
      { name: 'service', policy: { maxRetries: 1, deadlineMs: 2_500, retryOn: ['5xx'], backoff: DOUBLING } },
    ];
    expect(summary(program({ layers, faults: always(UNAVAILABLE), client: { timeoutIsUnknown: true } }))).toBe('0 1000 | unknown at 2500 | 0');
  });

  it('[A10] a run makes 10,000 attempts and then never ends, without a limit or with too high a one', () => {
    const endless = program({ policy: { maxRetries: null, backoff: { growth: { kind: 'constant', delayMs: 1 } } }, faults: always(UNAVAILABLE) });
    expect(runOf(endless).result).toMatchObject({ attempts: 10_000, outcome: 'never-ends', endMs: null });
    const layers = NAMES.map((name) => retrying(name, 1_000));
    expect(runOf(program({ layers, faults: always(UNAVAILABLE) })).result).toMatchObject({ attempts: 10_000, outcome: 'never-ends' });
  });
});
