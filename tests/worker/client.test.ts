import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS, figureScenario } from '../../src/core/figure.ts';
import { simulate } from '../../src/core/simulate.ts';
import {
  type EngineClient,
  type EngineClientOptions,
  type EngineStatus,
  HANDSHAKE_TIMEOUT_MS,
  createEngineClient,
} from '../../src/worker/client.ts';
import { FakeWorker, PortWorker } from './fake-worker.ts';

const scenario = figureScenario(DEFAULT_SETTINGS);
const trace = simulate(scenario);
/** Told apart from the real one by its lane. */
const toldTrace = { lanes: [{ id: 'told', guard: { kind: 'none' }, handler: 'execute_tool', events: [] }] };

const clients: EngineClient[] = [];

function setUp(options: Partial<EngineClientOptions> = {}) {
  const workers: FakeWorker[] = [];
  const spawn = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const loadEngine = vi.fn(() => import('../../src/worker/engine.ts'));
  const client = createEngineClient({ spawn, loadEngine, ...options });
  clients.push(client);
  const statuses: EngineStatus[] = [];
  client.onStatus((status) => statuses.push(status));
  const worker = (index: number) => {
    const found = workers[index];
    if (found === undefined) throw new Error(`worker ${index} was not started`);
    return found;
  };
  return { client, worker, workers, loadEngine, statuses };
}

const throws = () => {
  throw new DOMException('refused', 'SecurityError');
};

beforeEach(() => {
  // Only the handshake's time-out: the engine and its pauses stay real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('the client with a worker', () => {
  it('[W1] gives the trace that simulate() gives, through real message ports, with progress in order', async () => {
    const { client } = setUp({ spawn: () => new PortWorker() });
    const progress: string[] = [];
    const onProgress = (done: number, total: number) => progress.push(`${done} of ${total}`);
    expect(await client.simulate(scenario, { onProgress })).toEqual({ kind: 'simulated', trace });
    expect(progress).toEqual(['1 of 2', '2 of 2']);
    expect(client.status()).toEqual({ kind: 'worker' });
  });

  it('[W2] gives the problems of a scenario that does not parse', async () => {
    const { client } = setUp({ spawn: () => new PortWorker() });
    const result = await client.simulate({ ...scenario, lanes: [{ ...scenario.lanes[0], id: 'No Guard' }] });
    expect(result).toMatchObject({ kind: 'refused', problems: [{ path: 'lanes.0.id' }] });
  });

  it('[W4] lets the newest request win: the one before ends as cancelled, its replies are dropped', async () => {
    const { client, worker } = setUp();
    worker(0).ready();
    const seen: number[] = [];
    const first = client.simulate(scenario, { onProgress: (done) => seen.push(done) });
    const second = client.simulate(scenario);
    expect(await first).toEqual({ kind: 'cancelled' });
    worker(0).say({ kind: 'progress', runId: 1, done: 1, total: 2 });
    worker(0).say({ kind: 'simulated', runId: 1, trace });
    worker(0).say({ kind: 'simulated', runId: 2, trace: toldTrace });
    expect(await second).toEqual({ kind: 'simulated', trace: toldTrace });
    expect(seen).toEqual([]);
  });

  it('[W4] of many requests at once, answers the last and cancels the rest', async () => {
    const { client } = setUp({ spawn: () => new PortWorker() });
    const results = await Promise.all(Array.from({ length: 50 }, () => client.simulate(scenario)));
    expect(results.pop()).toEqual({ kind: 'simulated', trace });
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['cancelled']));
  });

  it('[W3] cancels at once, tells the worker, and drops what it still says of that run', async () => {
    const { client, worker } = setUp();
    worker(0).ready();
    const run = client.simulate(scenario);
    client.cancel();
    expect(await run).toEqual({ kind: 'cancelled' });
    expect(worker(0).received).toMatchObject([{ kind: 'simulate', runId: 1 }, { kind: 'cancel', runId: 1 }]);
    const next = client.simulate(scenario);
    worker(0).say({ kind: 'simulated', runId: 1, trace });
    worker(0).say({ kind: 'cancelled', runId: 1 });
    worker(0).say({ kind: 'simulated', runId: 2, trace: toldTrace });
    expect(await next).toEqual({ kind: 'simulated', trace: toldTrace });
  });

  it('[W3] cancels by an AbortSignal, but not a newer run than its own', async () => {
    const { client, worker } = setUp();
    const abort = new AbortController();
    const run = client.simulate(scenario, { signal: abort.signal });
    abort.abort();
    expect(await run).toEqual({ kind: 'cancelled' });
    expect(worker(0).received).toMatchObject([{ kind: 'simulate' }, { kind: 'cancel' }]);
    expect(await client.simulate(scenario, { signal: abort.signal })).toEqual({ kind: 'cancelled' });
    expect(worker(0).received).toHaveLength(2);

    const late = new AbortController();
    void client.simulate(scenario, { signal: late.signal });
    const newer = client.simulate(scenario);
    late.abort();
    worker(0).say({ kind: 'simulated', runId: 3, trace });
    expect(await newer).toEqual({ kind: 'simulated', trace });
  });

  it('[W7] gives what the engine threw as a value, and keeps the worker', async () => {
    const { client, worker, workers } = setUp();
    worker(0).ready();
    const run = client.simulate(scenario);
    worker(0).say({ kind: 'failed', runId: 1, message: 'a bug' });
    expect(await run).toEqual({ kind: 'failed', message: 'a bug' });
    expect(workers).toHaveLength(1);
    expect(client.status()).toEqual({ kind: 'worker' });
  });

  it('[W7] gives as a value that a scenario cannot be copied to the worker', async () => {
    const { client } = setUp();
    expect(await client.simulate({ ...scenario, seed: () => 4 })).toMatchObject({ kind: 'failed' });
  });

  it('[W8] ignores messages that are no reply', async () => {
    const { client, worker } = setUp();
    const run = client.simulate(scenario);
    const garbage = [
      undefined,
      null,
      0,
      'simulated',
      [],
      {},
      { kind: 'ready' },
      { kind: 'ready', protocol: 2 },
      { kind: 'simulated' },
      { kind: 'simulated', runId: 1 },
      { kind: 'simulated', runId: 1, trace: null },
      { kind: 'simulated', runId: 1, trace: { lanes: 'none' } },
      { kind: 'simulated', runId: 1, trace: { lanes: [null] } },
      { kind: 'simulated', runId: '1', trace },
      { kind: 'refused', runId: 1, problems: [{}] },
      { kind: 'progress', runId: 1, done: 3, total: 2 },
      { kind: 'failed', runId: 1, message: {} },
      { kind: 'toString', runId: 1 },
      { kind: 'cancelled', runId: 99 },
    ];
    for (const message of garbage) worker(0).say(message);
    expect(client.status()).toEqual({ kind: 'starting' });
    worker(0).ready();
    worker(0).say({ kind: 'simulated', runId: 1, trace: toldTrace });
    expect(await run).toEqual({ kind: 'simulated', trace: toldTrace });
  });

  it('[W9] leaves no timer after the handshake, and nothing after the end', async () => {
    const { client, worker, statuses } = setUp();
    expect(vi.getTimerCount()).toBe(1);
    worker(0).ready();
    expect(vi.getTimerCount()).toBe(0);
    const run = client.simulate(scenario);
    client.dispose();
    expect(await run).toEqual({ kind: 'cancelled' });
    expect(worker(0).terminated).toBe(true);
    expect(await client.simulate(scenario)).toEqual({ kind: 'cancelled' });
    worker(0).fail();
    expect(statuses).toEqual([{ kind: 'worker' }]);
  });
});

describe('the client without a worker', () => {
  const refusals: readonly (readonly [string, EngineStatus, (worker: FakeWorker) => void])[] = [
    ['an error event', { kind: 'main-thread', reason: 'refused' }, (worker) => worker.fail()],
    [
      'a messageerror event',
      { kind: 'main-thread', reason: 'refused' },
      (worker) => worker.dispatchEvent(new Event('messageerror')),
    ],
    [
      'no handshake in time',
      { kind: 'main-thread', reason: 'no-answer' },
      () => vi.advanceTimersByTime(HANDSHAKE_TIMEOUT_MS),
    ],
  ];
  it.each(refusals)('[W5] runs on the main thread after %s; the pending request is answered', async (_, status, refuse) => {
    const { client, worker, loadEngine, statuses } = setUp();
    const run = client.simulate(scenario);
    expect(loadEngine).not.toHaveBeenCalled();
    refuse(worker(0));
    expect(await run).toEqual({ kind: 'simulated', trace });
    expect(statuses).toEqual([status]);
    expect(worker(0).terminated).toBe(true);
    expect(await client.simulate(scenario)).toEqual({ kind: 'simulated', trace });
    expect(loadEngine).toHaveBeenCalledTimes(1);
  });

  it('[W5] runs on the main thread where the constructor throws', async () => {
    const { client } = setUp({ spawn: throws });
    expect(client.status()).toEqual({ kind: 'main-thread', reason: 'refused' });
    expect(await client.simulate(scenario)).toEqual({ kind: 'simulated', trace });
  });

  it('[W5] is not fooled by a worker that answers after the time-out', async () => {
    const { client, worker, statuses } = setUp();
    vi.advanceTimersByTime(HANDSHAKE_TIMEOUT_MS - 1);
    expect(client.status()).toEqual({ kind: 'starting' });
    vi.advanceTimersByTime(1);
    const run = client.simulate(scenario);
    worker(0).ready();
    worker(0).say({ kind: 'simulated', runId: 1, trace: toldTrace });
    expect(await run).toEqual({ kind: 'simulated', trace });
    expect(statuses).toEqual([{ kind: 'main-thread', reason: 'no-answer' }]);
  });

  it('[W5] loads the engine only when a request needs it', async () => {
    const { client, loadEngine } = setUp({ spawn: throws });
    expect(loadEngine).not.toHaveBeenCalled();
    await client.simulate(scenario);
    expect(loadEngine).toHaveBeenCalledTimes(1);
  });

  it('[W4] lets the newest request win there too, also while the engine loads', async () => {
    const { client, loadEngine } = setUp({ spawn: throws });
    const first = client.simulate(scenario);
    const second = client.simulate(scenario);
    expect(await first).toEqual({ kind: 'cancelled' });
    expect(await second).toEqual({ kind: 'simulated', trace });
    expect(loadEngine).toHaveBeenCalledTimes(1);
    const third = client.simulate(scenario);
    client.cancel();
    expect(await third).toEqual({ kind: 'cancelled' });
    expect(await client.simulate(scenario)).toEqual({ kind: 'simulated', trace });
  });

  it('[W2] refuses there too what does not parse', async () => {
    const { client } = setUp({ spawn: throws });
    expect(await client.simulate({})).toMatchObject({ kind: 'refused', problems: expect.anything() as unknown });
  });

  it('[W7] says when the engine could not be loaded, and tries again with the next request', async () => {
    const loadEngine = vi
      .fn(() => import('../../src/worker/engine.ts'))
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    const { client } = setUp({ spawn: throws, loadEngine });
    expect(await client.simulate(scenario)).toEqual({
      kind: 'failed',
      message: 'Failed to fetch dynamically imported module',
    });
    expect(await client.simulate(scenario)).toEqual({ kind: 'simulated', trace });
  });
});

describe('the client after a crash', () => {
  it('[W6] starts the worker again once and replays the pending request', async () => {
    const { client, worker, workers, loadEngine, statuses } = setUp();
    worker(0).ready();
    const run = client.simulate(scenario);
    worker(0).say({ kind: 'progress', runId: 1, done: 1, total: 2 });
    worker(0).fail();
    expect(worker(0).terminated).toBe(true);
    expect(worker(1).received).toEqual(worker(0).received);
    worker(1).ready();
    worker(1).say({ kind: 'simulated', runId: 1, trace: toldTrace });
    expect(await run).toEqual({ kind: 'simulated', trace: toldTrace });
    expect(workers).toHaveLength(2);
    expect(loadEngine).not.toHaveBeenCalled();
    expect(statuses.map(({ kind }) => kind)).toEqual(['worker', 'starting', 'worker']);
  });

  it('[W6] moves to the main thread at the second crash, with the pending request', async () => {
    const { client, worker, workers } = setUp();
    worker(0).ready();
    worker(0).fail();
    worker(1).ready();
    const run = client.simulate(scenario);
    worker(1).fail();
    expect(await run).toEqual({ kind: 'simulated', trace });
    expect(workers).toHaveLength(2);
    expect(client.status()).toEqual({ kind: 'main-thread', reason: 'crashed' });
  });

  it('[W6] moves to the main thread when the restarted worker never answers', async () => {
    const { client, worker } = setUp();
    worker(0).ready();
    const run = client.simulate(scenario);
    worker(0).fail();
    vi.advanceTimersByTime(HANDSHAKE_TIMEOUT_MS);
    expect(await run).toEqual({ kind: 'simulated', trace });
    expect(client.status()).toEqual({ kind: 'main-thread', reason: 'crashed' });
  });

  it('[W6] ignores what the dead worker still says', async () => {
    const { client, worker, workers } = setUp();
    worker(0).ready();
    const run = client.simulate(scenario);
    worker(0).fail();
    worker(0).say({ kind: 'simulated', runId: 1, trace });
    worker(0).fail();
    worker(1).ready();
    worker(1).say({ kind: 'simulated', runId: 1, trace: toldTrace });
    expect(await run).toEqual({ kind: 'simulated', trace: toldTrace });
    expect(workers).toHaveLength(2);
  });
});
