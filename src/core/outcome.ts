import type { Category, FailureCategory } from './taxonomy.ts';

/** An error as a tool raises it. The type is what the wrapper classifies by, as real code reads a status. */
export interface ToolError {
  readonly type: 'TransientError' | 'PermanentError' | (string & {});
  readonly message: string;
}

/** Whether a tool only looks, or changes the world. */
export type Effect = 'read' | 'write';

/** What one attempt gave the caller. Nothing here may tell what the caller cannot know. */
export type Outcome =
  | { readonly kind: 'ok'; readonly text: string }
  | { readonly kind: 'failed'; readonly error: ToolError }
  /** No answer within the deadline. On a write, the effect may have happened. */
  | { readonly kind: 'unknown'; readonly effect: Effect; readonly deadlineMs: number };

/** The class that execute_tool gives an outcome. Silence is transient here, also on a write: that is its flaw. */
export function classify(outcome: Outcome): Category {
  switch (outcome.kind) {
    case 'ok':
      return outcome.text.trim() === '' ? 'empty-result' : 'ok';
    case 'failed':
      return outcome.error.type === 'TransientError' ? 'transient' : 'permanent';
    case 'unknown':
      return 'transient';
  }
}

/** How a call ended. */
export type Disposition =
  /** A usable result on the first attempt. */
  | 'succeeded'
  /** A usable result after at least one retry. */
  | 'recovered'
  /** A failure that no retry can clear, handed to the model at once. */
  | 'fed-back'
  /** A failure that might have cleared, handed to the model when the retries were used up. */
  | 'gave-up';

/** What every tool call resolves to, whatever happened: the same shape for success and failure. */
export interface ToolOutcome {
  readonly category: Category;
  /** What the model reads. */
  readonly observation: string;
  /** Attempts made, from 0: a call refused by the contract makes none. */
  readonly attempts: number;
  readonly usable: boolean;
  /** Milliseconds spent in backoff, over all retries of this call. */
  readonly waitedMs: number;
  readonly disposition: Disposition;
}

/** A failure as an Observation: `[permanent] 404: index 'archive' does not exist`. */
export function failureObservation(category: FailureCategory, problem: string): string {
  return `[${category}] ${problem}`;
}
