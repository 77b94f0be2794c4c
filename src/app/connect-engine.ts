import { figureScenario, type FigureSettings } from '../core/figure.ts';
import type { Scenario } from '../core/scenario.ts';
import type { FigureState, FigureStore } from '../store/figure-store.ts';
import { createEngineClient, type EngineClient, type SimulationResult } from '../worker/client.ts';
import { spawnWorker } from '../worker/spawn.ts';

interface ConnectOptions {
  /** The store's run is the answer to its settings: the engine may start when the page has come to rest. */
  readonly hasRun: boolean;
  /** Once, when the first answer is there, whatever it is. */
  readonly onFirstRun?: () => void;
}

/** Every change of the settings is run by the engine, and its answer put in the store. */
export function connectEngine(store: FigureStore, { hasRun, onFirstRun }: ConnectOptions): void {
  let client: EngineClient | null = null;
  let asked: FigureSettings | null = hasRun ? store.getState().settings : null;
  let whenAnswered = onFirstRun;

  const start = (): EngineClient => {
    const started = createEngineClient({ spawn: spawnWorker });
    started.onStatus((status) => {
      store.getState().engineChanged(status);
    });
    // A worker that may not even be made was refused before anyone could listen.
    store.getState().engineChanged(started.status());
    return started;
  };

  const ask = async (settings: FigureSettings): Promise<void> => {
    asked = settings;
    client ??= start();
    const scenario = figureScenario(settings);
    const result = await client.simulate(scenario);
    if (result.kind === 'cancelled') return;
    take(store.getState(), scenario, result);
    whenAnswered?.();
    whenAnswered = undefined;
  };

  store.subscribe(({ settings }) => {
    if (settings !== asked) void ask(settings);
  });
  if (hasRun) whenIdle(() => (client ??= start()));
  else void ask(store.getState().settings);
}

type Answer = Exclude<SimulationResult, { kind: 'cancelled' }>;

function take(state: FigureState, scenario: Scenario, answer: Answer): void {
  switch (answer.kind) {
    case 'simulated':
      state.runArrived({ scenario, trace: answer.trace });
      return;
    case 'refused':
      state.runRefused(answer.problems);
      return;
    case 'failed':
      state.runFailed(answer.message);
  }
}

/** Longest time to wait for a quiet moment, in milliseconds. */
const IDLE_AT_LATEST_MS = 2_000;

/** Safari has no requestIdleCallback. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: IDLE_AT_LATEST_MS });
  else setTimeout(act, IDLE_AT_LATEST_MS / 2);
}
