import type { Problem } from '../core/scenario.ts';
import type { Trace } from '../core/trace.ts';

/** Everything that crosses the thread boundary. Types only, so that both sides have it for nothing. */

/** Names one request. The client never uses a number twice. */
export type RunId = number;

export type Request =
  | {
      readonly kind: 'simulate';
      readonly runId: RunId;
      /** Unchecked: the engine parses it, wherever it came from. */
      readonly scenario: unknown;
    }
  | { readonly kind: 'cancel'; readonly runId: RunId };

export type Reply =
  /** Sent once, before anything else: the worker was allowed to start. */
  | { readonly kind: 'ready'; readonly protocol: 1 }
  /** So many of the scenario's lanes are done. */
  | { readonly kind: 'progress'; readonly runId: RunId; readonly done: number; readonly total: number }
  | { readonly kind: 'simulated'; readonly runId: RunId; readonly trace: Trace }
  /** The scenario did not parse. */
  | { readonly kind: 'refused'; readonly runId: RunId; readonly problems: readonly Problem[] }
  | { readonly kind: 'cancelled'; readonly runId: RunId }
  /** The engine itself threw: a bug, told as a value. */
  | { readonly kind: 'failed'; readonly runId: RunId; readonly message: string };
