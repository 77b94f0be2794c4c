import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS, figureScenario } from '../../src/core/figure.ts';
import { simulate } from '../../src/core/simulate.ts';
import { createEngine } from '../../src/worker/engine.ts';
import { nextTask } from '../../src/worker/next-task.ts';
import type { Reply } from '../../src/worker/protocol.ts';

const scenario = figureScenario(DEFAULT_SETTINGS);

/** An engine whose pauses end when the test says so. */
function pausedEngine() {
  const replies: Reply[] = [];
  const waiting: (() => void)[] = [];
  const engine = createEngine(
    (reply) => replies.push(reply),
    () => new Promise((resolve) => waiting.push(resolve)),
  );
  const resume = async () => {
    for (const go of waiting.splice(0)) go();
    await nextTask();
  };
  return { engine, replies, resume };
}

describe('the engine', () => {
  it('[W1] gives the trace that simulate() gives, after one progress for each lane in order', async () => {
    const { engine, replies, resume } = pausedEngine();
    engine.receive({ kind: 'simulate', runId: 7, scenario });
    await resume();
    expect(replies).toEqual([{ kind: 'progress', runId: 7, done: 1, total: 2 }]);
    await resume();
    expect(replies.slice(1)).toEqual([
      { kind: 'progress', runId: 7, done: 2, total: 2 },
      { kind: 'simulated', runId: 7, trace: simulate(scenario) },
    ]);
  });

  it('[W2] refuses what does not parse, each problem with its path', async () => {
    const { engine, replies, resume } = pausedEngine();
    const policy = { ...scenario.policy, maxRetries: -1 };
    engine.receive({ kind: 'simulate', runId: 1, scenario: { ...scenario, policy, seed: 'lucky' } });
    await resume();
    expect(replies).toMatchObject([
      { kind: 'refused', runId: 1, problems: [{ path: 'seed' }, { path: 'policy.maxRetries' }] },
    ]);
    for (const garbage of [undefined, null, 0, '', [], 'x'.repeat(1_000), new Map()]) {
      engine.receive({ kind: 'simulate', runId: 2, scenario: garbage });
      await resume();
      expect(replies.at(-1)).toMatchObject({ kind: 'refused', runId: 2 });
    }
  });

  it('[W3] stops between two lanes when a cancel arrives there', async () => {
    const { engine, replies, resume } = pausedEngine();
    engine.receive({ kind: 'simulate', runId: 1, scenario });
    await resume();
    engine.receive({ kind: 'cancel', runId: 1 });
    await resume();
    expect(replies).toEqual([
      { kind: 'progress', runId: 1, done: 1, total: 2 },
      { kind: 'cancelled', runId: 1 },
    ]);
  });

  it('[W3] ignores a cancel of a run that it does not have', async () => {
    const { engine, replies, resume } = pausedEngine();
    engine.receive({ kind: 'cancel', runId: 1 });
    engine.receive({ kind: 'simulate', runId: 2, scenario });
    engine.receive({ kind: 'cancel', runId: 1 });
    await resume();
    await resume();
    engine.receive({ kind: 'cancel', runId: 2 });
    expect(replies.map(({ kind }) => kind)).toEqual(['progress', 'progress', 'simulated']);
  });

  it('[W4] works only on the newest of the requests that are waiting', async () => {
    const { engine, replies, resume } = pausedEngine();
    for (const runId of [1, 2, 3]) engine.receive({ kind: 'simulate', runId, scenario });
    await resume();
    await resume();
    expect(replies.map((reply) => [reply.kind, 'runId' in reply && reply.runId])).toEqual([
      ['cancelled', 1],
      ['cancelled', 2],
      ['progress', 3],
      ['progress', 3],
      ['simulated', 3],
    ]);
  });

  it('[W7] tells an exception as a reply, and goes on with the next request', async () => {
    const replies: Reply[] = [];
    // The engine itself does not throw for anything we know; its pause stands in for the bug that we do not know.
    const pause = vi.fn(nextTask).mockRejectedValueOnce(new Error('a bug'));
    const engine = createEngine((reply) => replies.push(reply), pause);
    engine.receive({ kind: 'simulate', runId: 1, scenario });
    await vi.waitFor(() => expect(replies).toEqual([{ kind: 'failed', runId: 1, message: 'a bug' }]));
    engine.receive({ kind: 'simulate', runId: 2, scenario });
    await vi.waitFor(() => expect(replies.at(-1)).toMatchObject({ kind: 'simulated', runId: 2 }));
  });

  it('[W8] ignores messages that are no request', async () => {
    const { engine, replies, resume } = pausedEngine();
    const garbage = [
      undefined,
      null,
      'simulate',
      42,
      [],
      {},
      { kind: 'simulate' },
      { kind: 'simulate', runId: 1 },
      { kind: 'simulate', runId: '1', scenario },
      { kind: 'simulate', runId: NaN, scenario },
      { kind: 'constructor', runId: 1, scenario },
    ];
    for (const message of garbage) engine.receive(message);
    await resume();
    expect(replies).toEqual([]);
  });

  it('[W3] hears a cancel that is sent through a message port while it works', async () => {
    const { port1, port2 } = new MessageChannel();
    const replies: Reply[] = [];
    const ended = new Promise<void>((resolve) => {
      const engine = createEngine((reply) => {
        replies.push(reply);
        if (reply.kind === 'progress') port2.postMessage({ kind: 'cancel', runId: 1 });
        else resolve();
      });
      port1.onmessage = ({ data }: MessageEvent<unknown>) => engine.receive(data);
    });
    const lanes = Array.from({ length: 8 }, (_, lane) => ({ ...scenario.lanes[0], id: `lane-${lane}` }));
    port2.postMessage({ kind: 'simulate', runId: 1, scenario: { ...scenario, lanes } });
    await ended;
    port1.close();
    expect(replies.at(-1)).toEqual({ kind: 'cancelled', runId: 1 });
  });
});
