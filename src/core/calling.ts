import type { Batch } from './batch.ts';
import type { Handler } from './handlers/handler.ts';
import type { Layer } from './retry.ts';
import type { Run } from './run.ts';
import type { ToolCall } from './tool-call.ts';
import type { Tool } from './tools.ts';

/** A call under way, over all its layers. */
export interface Calling {
  readonly run: Run;
  readonly call: ToolCall;
  readonly tool: Tool;
  readonly layers: readonly Layer[];
  /** Null: a program's client, which has settings instead. */
  readonly handler: Handler | null;
  readonly start: number;
  /** What is known of its items; null: it is no batch. */
  readonly batch: Batch | null;
  attempts: number;
  waitedMs: number;
  /** An attempt of this write ended in a way that leaves it open, and its client says so. No later refusal speaks of it. */
  mayHaveActed: boolean;
}

/** Several layers may do the same after one attempt; the innermost has the names that a call without layers has. */
export function ofLayer(depth: number): string {
  return depth === 0 ? '' : `.${depth + 1}`;
}
