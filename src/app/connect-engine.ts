import type { FigureSettings } from '../core/figure.ts';
import { scenarioOf } from '../core/scenario-of.ts';
import type { Scenario } from '../core/scenario.ts';
import type { FigureState, FigureStore } from '../store/figure-store.ts';
import { loadIncidents } from '../store/load-incidents.ts';
import { whenIdle } from '../store/when-idle.ts';
import { createEngineClient, type EngineClient, type SimulationResult } from '../worker/client.ts';

interface ConnectOptions {
  /** The store's run is the answer to its settings: the engine may start when the page has come to rest. */
  readonly hasRun: boolean;
  /** Once, when the first answer is there, whatever it is. */
  readonly onFirstRun?: () => void;
}

/** Every change of the settings is run by the engine, and its answer put in the store. */
export function connectEngine(store: FigureStore, { hasRun, onFirstRun }: ConnectOptions): void {
  let client: Promise<EngineClient> | null = null;
  let asked: FigureSettings | null = hasRun ? store.getState().settings : null;
  let whenAnswered = onFirstRun;

  const start = async (): Promise<EngineClient> => {
    const started = createEngineClient({ spawn: await loadSpawn() });
    started.onStatus((status) => {
      store.getState().engineChanged(status);
    });
    // A worker that may not even be made was refused before anyone could listen.
    store.getState().engineChanged(started.status());
    return started;
  };

  const ask = async (settings: FigureSettings): Promise<void> => {
    asked = settings;
    const engine = await (client ??= start());
    // Changed again while the engine came.
    if (settings !== asked) return;
    const scenario = scenarioOf(settings) ?? (await loadIncident(settings));
    if (settings !== asked) return;
    if (scenario === null) {
      store.getState().runFailed(NOT_LOADED);
      whenAnswered?.();
      whenAnswered = undefined;
      return;
    }
    const result = await engine.simulate(scenario);
    if (result.kind === 'cancelled') return;
    take(store.getState(), scenario, result);
    whenAnswered?.();
    whenAnswered = undefined;
  };

  store.subscribe(({ settings }) => {
    if (settings !== asked) void ask(settings);
  });
  if (hasRun) whenIdle(() => void (client ??= start()));
  else void ask(store.getState().settings);
}

/** What an import that failed would say names files of the build, which is no help. */
const NOT_LOADED = 'the incidents could not be loaded';

async function loadIncident({ shows }: FigureSettings): Promise<Scenario | null> {
  if (shows.kind !== 'incident') return null;
  try {
    return (await loadIncidents()).incidentScenario(shows.name);
  } catch {
    return null;
  }
}

/** The worker is a string that holds the whole engine: it is not loaded with the page, which opens without one. */
async function loadSpawn(): Promise<() => Worker> {
  try {
    return (await import('../worker/spawn.ts')).spawnWorker;
  } catch {
    return () => {
      throw new Error('the worker could not be loaded');
    };
  }
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
