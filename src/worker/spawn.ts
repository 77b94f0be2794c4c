import InlineWorker from './worker.ts?worker&inline';

/** Starts the engine's worker from a string in the page, which works in a sandboxed iframe and from a file too. */
export function spawnWorker(): Worker {
  return new InlineWorker({ name: 'engine' });
}
