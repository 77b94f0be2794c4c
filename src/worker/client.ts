import type { Problem } from '../core/scenario.ts';
import type { Trace } from '../core/trace.ts';
import type { Engine, createEngine } from './engine.ts';
import type { Reply, Request, RunId } from './protocol.ts';
import { readReply } from './read-reply.ts';

/**
 * How long a worker may take to say that it started. An inlined one needs no network, and answers after 1.4 s on
 * a machine slowed down four times; a refusal that comes without any event costs this long once.
 */
export const HANDSHAKE_TIMEOUT_MS = 3_000;

/** After one crash the cause may have been outside (memory, a debugger); after a second it is ours. */
const RESTARTS = 1;

export type FallbackReason =
  /** The constructor threw, or an error event came before the handshake: a content policy, a sandbox. */
  | 'refused'
  /** No handshake in time. */
  | 'no-answer'
  /** It ran, and died more often than it is restarted. */
  | 'crashed';

export type EngineStatus =
  /** Requests are taken, and wait. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'worker' }
  /** The same engine on the page's own thread, loaded when first needed. */
  | { readonly kind: 'main-thread'; readonly reason: FallbackReason };

export type SimulationResult =
  | { readonly kind: 'simulated'; readonly trace: Trace }
  /** The scenario did not parse. */
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  /** By the caller, by a newer request, or by the end of the client. */
  | { readonly kind: 'cancelled' }
  /** The engine threw, or could not be loaded. */
  | { readonly kind: 'failed'; readonly message: string };

export interface SimulateOptions {
  /** Lanes done, of how many. Starts over where a crashed run is replayed. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface EngineClient {
  /** Never rejects. Latest wins: the request before, if still running, ends as cancelled. */
  simulate(scenario: unknown, options?: SimulateOptions): Promise<SimulationResult>;
  /** Ends what is running, if anything is. */
  cancel(): void;
  status(): EngineStatus;
  /** Calls back on each change of status, not for the present one. Returns how to stop that. */
  onStatus(listener: (status: EngineStatus) => void): () => void;
  /** Ends the worker and everything that is pending. */
  dispose(): void;
}

/** What is used of a Worker. */
export type EngineWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

export interface EngineClientOptions {
  /** Makes a worker, or throws where none is allowed. */
  readonly spawn: () => EngineWorker;
  /** Loads the engine for the main thread. */
  readonly loadEngine?: () => Promise<{ readonly createEngine: typeof createEngine }>;
}

/** Who answers now. */
type Host =
  | { readonly kind: 'starting'; readonly worker: EngineWorker; readonly release: () => void }
  | { readonly kind: 'worker'; readonly worker: EngineWorker; readonly release: () => void }
  /** The engine is null until a request needs it. */
  | { readonly kind: 'main-thread'; readonly engine: Engine | 'loading' | null }
  | { readonly kind: 'disposed' };

interface Pending {
  readonly request: Extract<Request, { kind: 'simulate' }>;
  readonly onProgress: SimulateOptions['onProgress'];
  readonly settle: (result: SimulationResult) => void;
}

/** Starts the worker at once, so that it is there when the first request comes. */
export function createEngineClient({ spawn, loadEngine = () => import('./engine.ts') }: EngineClientOptions): EngineClient {
  const listeners = new Set<(status: EngineStatus) => void>();
  let lastRunId: RunId = 0;
  let crashes = 0;
  let pending: Pending | null = null;
  let status: EngineStatus = { kind: 'starting' };
  // Replaced before the first request can be made: start() runs below.
  let host: Host = { kind: 'disposed' };

  const isDisposed = () => host.kind === 'disposed';

  function setStatus(next: EngineStatus): void {
    if (next.kind === status.kind) return;
    status = next;
    for (const listener of listeners) listener(next);
  }

  function start(): void {
    let worker: EngineWorker;
    try {
      worker = spawn();
    } catch {
      moveToMainThread('refused');
      return;
    }
    const ended = new AbortController();
    const { signal } = ended;
    const timer = setTimeout(() => workerDied('no-answer'), HANDSHAKE_TIMEOUT_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    const release = () => {
      ended.abort();
      worker.terminate();
    };
    host = { kind: 'starting', worker, release };
    setStatus({ kind: 'starting' });
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<unknown>) => {
        const reply = readReply(data);
        if (reply?.kind === 'ready') clearTimeout(timer);
        if (reply !== null) receive(reply);
      },
      { signal },
    );
    // A content policy and Chromium's opaque origins refuse a worker by this event, without a throw.
    worker.addEventListener('error', () => workerDied('refused'), { signal });
    worker.addEventListener('messageerror', () => workerDied('refused'), { signal });
    resend();
  }

  /** `reason`: why it counts as dead if it never was ready. */
  function workerDied(reason: FallbackReason): void {
    if (host.kind !== 'starting' && host.kind !== 'worker') return;
    host.release();
    if (host.kind === 'worker') crashes += 1;
    if (host.kind === 'worker' && crashes <= RESTARTS) start();
    else moveToMainThread(reason);
  }

  function moveToMainThread(reason: FallbackReason): void {
    host = { kind: 'main-thread', engine: null };
    setStatus({ kind: 'main-thread', reason: crashes > 0 ? 'crashed' : reason });
    resend();
  }

  /** Sends what is pending to a new host. Nothing that was asked is lost with the one before. */
  function resend(): void {
    if (pending !== null) send(pending.request);
  }

  function send(request: Request): void {
    switch (host.kind) {
      case 'starting':
      case 'worker':
        try {
          // Not held back until the handshake: the browser keeps messages until the worker's script has run.
          host.worker.postMessage(request);
        } catch (error) {
          // What cannot be copied to another thread is no plain JSON.
          finish({ kind: 'failed', message: messageOf(error) });
        }
        return;
      case 'main-thread':
        if (host.engine === null) void load();
        // Once loaded, it is sent what is pending then.
        else if (host.engine !== 'loading') host.engine.receive(request);
        return;
      case 'disposed':
        return;
    }
  }

  async function load(): Promise<void> {
    host = { kind: 'main-thread', engine: 'loading' };
    let engine: Engine | null = null;
    try {
      engine = (await loadEngine()).createEngine(receive);
    } catch (error) {
      // The next request tries again.
      finish({ kind: 'failed', message: messageOf(error) });
    }
    if (isDisposed()) return;
    host = { kind: 'main-thread', engine };
    resend();
  }

  function receive(reply: Reply): void {
    if (reply.kind === 'ready') {
      if (host.kind !== 'starting') return;
      host = { ...host, kind: 'worker' };
      setStatus({ kind: 'worker' });
      return;
    }
    // Of a run that was superseded or cancelled.
    if (reply.runId !== pending?.request.runId) return;
    switch (reply.kind) {
      case 'progress':
        pending.onProgress?.(reply.done, reply.total);
        return;
      case 'simulated':
        finish({ kind: 'simulated', trace: reply.trace });
        return;
      case 'refused':
        finish({ kind: 'refused', problems: reply.problems });
        return;
      case 'cancelled':
        finish({ kind: 'cancelled' });
        return;
      case 'failed':
        finish({ kind: 'failed', message: reply.message });
        return;
    }
  }

  function finish(result: SimulationResult): void {
    pending?.settle(result);
    pending = null;
  }

  function cancel(): void {
    if (pending === null) return;
    const { runId } = pending.request;
    // Settled at once: whoever cancels does not wait for the other thread to hear of it.
    finish({ kind: 'cancelled' });
    send({ kind: 'cancel', runId });
  }

  function simulate(scenario: unknown, { onProgress, signal }: SimulateOptions = {}): Promise<SimulationResult> {
    if (isDisposed() || signal?.aborted === true) return Promise.resolve({ kind: 'cancelled' });
    // The engine drops the run before when it hears of the new one.
    finish({ kind: 'cancelled' });
    lastRunId += 1;
    const request = { kind: 'simulate', runId: lastRunId, scenario } as const;
    return new Promise((resolve) => {
      const onAbort = () => {
        if (pending?.request === request) cancel();
      };
      const settle = (result: SimulationResult) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(result);
      };
      signal?.addEventListener('abort', onAbort);
      pending = { request, onProgress, settle };
      send(request);
    });
  }

  function dispose(): void {
    cancel();
    if (host.kind === 'starting' || host.kind === 'worker') host.release();
    host = { kind: 'disposed' };
    listeners.clear();
  }

  start();
  return {
    simulate,
    cancel,
    status: () => status,
    onStatus: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
