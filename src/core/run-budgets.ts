import type { ToolCall } from './tool-call.ts';

/** Failed calls of one run, tool by tool. */
export class FailureCount {
  #failed = new Map<string, number>();

  of(tool: string): number {
    return this.#failed.get(tool) ?? 0;
  }

  count(tool: string): void {
    this.#failed.set(tool, this.of(tool) + 1);
  }
}

/** Attempts of one run, by what is asked of which tool: a model that repeats a call spends from the same budget. */
export class AttemptBudget {
  /** Infinity: none. */
  readonly limit: number;
  #spent = new Map<string, number>();

  constructor(limit: number) {
    this.limit = limit;
  }

  left(call: ToolCall): number {
    return this.limit - (this.#spent.get(nameOf(call)) ?? 0);
  }

  /** A resumed case starts over. */
  renew(call: ToolCall): void {
    this.#spent.delete(nameOf(call));
  }

  spend(call: ToolCall): void {
    this.#spent.set(nameOf(call), (this.#spent.get(nameOf(call)) ?? 0) + 1);
  }
}

function nameOf({ tool, args }: ToolCall): string {
  return JSON.stringify([tool, args]);
}
