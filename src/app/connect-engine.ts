import { figureScenario, type FigureSettings } from '../core/figure.ts';
import type { FigureStore } from '../store/figure-store.ts';
import { createEngineClient, type EngineClient } from '../worker/client.ts';
import { spawnWorker } from '../worker/spawn.ts';

interface ConnectOptions {
  /** A run is missing already; else the engine starts when the page has come to rest. */
  readonly atOnce: boolean;
}

/** Every change of the settings is run by the engine, and its answer put in the store. */
export function connectEngine(store: FigureStore, { atOnce }: ConnectOptions): void {
  let client: EngineClient | null = null;
  /** The settings that the run in the store, or the one under way, is an answer to. */
  let asked: FigureSettings | null = atOnce ? null : store.getState().settings;

  const start = (): EngineClient => {
    const started = createEngineClient({ spawn: spawnWorker });
    started.onStatus((status) => {
      store.getState().engineChanged(status);
    });
    return started;
  };

  const ask = async (settings: FigureSettings): Promise<void> => {
    asked = settings;
    client ??= start();
    const scenario = figureScenario(settings);
    const result = await client.simulate(scenario);
    const state = store.getState();
    switch (result.kind) {
      case 'simulated':
        state.runArrived({ scenario, trace: result.trace });
        break;
      case 'refused':
        state.runRefused(result.problems);
        break;
      case 'failed':
        state.runFailed(result.message);
        break;
      case 'cancelled':
        return;
    }
    reveal();
  };

  store.subscribe(({ settings }) => {
    if (settings !== asked) void ask(settings);
  });
  if (asked === null) {
    void ask(store.getState().settings);
    return;
  }
  // boot.js looks at keys only: a link may say in so many words what the page opens with.
  reveal();
  whenIdle(() => (client ??= start()));
}

/** The picture is the state's own now: boot.js may have hidden the one that the page was built with. */
function reveal(): void {
  delete document.documentElement.dataset['opening'];
}

/** Longest time to wait for a quiet moment, in milliseconds. */
const IDLE_AT_LATEST_MS = 2_000;

/** Safari has no requestIdleCallback. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: IDLE_AT_LATEST_MS });
  else setTimeout(act, IDLE_AT_LATEST_MS / 2);
}
