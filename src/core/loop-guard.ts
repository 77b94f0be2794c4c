import type { Arguments } from './contract.ts';
import type { Move } from './move.ts';
import type { ToolOutcome } from './outcome.ts';

export interface LoopSetting {
  /** The same call with the same result, times in a row; null: never. */
  readonly warnAt: number | null;
  readonly stopAt: number | null;
  /** Calls of one run; null: any number. */
  readonly maxSteps: number | null;
}

export type LoopStop = { readonly kind: 'no-progress'; readonly tool: string; readonly times: number } | { readonly kind: 'steps'; readonly steps: number };

/** Calls of one run. More are no lesson, and a model that never stops must not stop a page. */
const MOST_STEPS = 1_000;

/** Ends a loop that its model does not end. It counts results and not attempts: a call that gets on is no loop. */
export class LoopGuard {
  readonly #setting: LoopSetting | null;
  #last = '';
  #tool = '';
  #times = 0;

  constructor(setting: LoopSetting | null) {
    this.#setting = setting;
  }

  /** @returns how many times in a row this call has come to this result, this one included */
  count(tool: string, args: Arguments, { observation }: ToolOutcome): number {
    const seen = JSON.stringify([tool, args, observation]);
    this.#times = seen === this.#last ? this.#times + 1 : 1;
    this.#last = seen;
    this.#tool = tool;
    return this.#times;
  }

  warns(times: number): boolean {
    return times === this.#setting?.warnAt;
  }

  stopBefore(step: number): LoopStop | null {
    const { stopAt = null, maxSteps = null } = this.#setting ?? {};
    if (stopAt !== null && this.#times >= stopAt) return { kind: 'no-progress', tool: this.#tool, times: this.#times };
    const most = Math.min(maxSteps ?? MOST_STEPS, MOST_STEPS);
    return step > most ? { kind: 'steps', steps: most } : null;
  }
}

/** The Observation with the loop's own word to the model. */
export function warned(result: ToolOutcome, times: number): ToolOutcome {
  return { ...result, observation: `${result.observation} [This call has come to this result ${times} times. Do something else, or stop.]` };
}

/** What was said before the loop added its word. */
export function unwarned(observation: string): string {
  return observation.replace(/ \[This call has come to this result \d+ times\. Do something else, or stop\.\]$/, '');
}

/** An end that says what it is: not finished, and why. */
export function stopped(stop: LoopStop): Extract<Move, { kind: 'finish' }> {
  const why =
    stop.kind === 'no-progress'
      ? `${stop.tool} came to the same result ${stop.times} times in a row`
      : `the budget of ${stop.steps} steps is used up`;
  return { kind: 'finish', thought: 'The loop is stopped from outside.', answer: `Not finished: ${why}.`, report: 'stopped' };
}
