import type { Advice } from './advice.ts';
import type { RetryAfterHeaders } from './retry-after.ts';
import type { Category, EssayCategory, FailureCategory } from './taxonomy.ts';

/** An error as a tool raises it. The type is what the wrapper classifies by, as real code reads a status. */
export interface ToolError {
  readonly type: 'TransientError' | 'PermanentError' | (string & {});
  readonly message: string;
  /** What the exception itself says, where `message` says more than that. */
  readonly raised?: string;
  /** What a client can tell it by, most exact first: `['503', '5xx']`, `['connect', 'network']`. */
  readonly symptoms?: readonly string[];
  /** What the text of the answer says, where it says something. */
  readonly body?: string;
  readonly headers?: RetryAfterHeaders;
  /** The tool returned it as a result; others are raised. */
  readonly returned?: true;
}

/** Whether a tool only looks, or changes the world. */
export type Effect = 'read' | 'write';

/** What one attempt gave the caller. Nothing here may tell what the caller cannot know. */
export type Outcome =
  | {
      readonly kind: 'ok';
      readonly text: string;
      /** The answer is marked as the stored one of an earlier request. */
      readonly replayed?: true;
      /** An error that the text tells of while the status says success. */
      readonly body?: string;
      /** How much of the whole this is, where the tool says so; a caller that does not look takes it for the whole. */
      readonly part?: Part;
      /** What became of each item of a batch; a caller that does not look takes the status for all of them. */
      readonly items?: ItemResults;
    }
  | { readonly kind: 'failed'; readonly error: ToolError }
  /** No answer within the deadline. On a write, the effect may have happened. */
  | { readonly kind: 'unknown'; readonly effect: Effect; readonly deadlineMs: number };

/** A page of a longer result. */
export interface Part {
  readonly returned: number;
  /** Of all pages; null: the dependency does not say. */
  readonly total: number | null;
  /** Leads to the next page, and may be the empty string; null: this is the last. */
  readonly cursor: string | null;
  /** Virtual time at which the dependency read it. */
  readonly readAt: number;
}

/** Whether there is more than this answer holds. */
export function hasMore(part: Part | undefined): boolean {
  return part !== undefined && part.cursor !== null;
}

/** The items of one request, counted from 1 within their batch. */
export interface ItemResults {
  readonly done: readonly number[];
  readonly failed: readonly FailedItem[];
  /** They come after one that failed, in a batch that stops there. */
  readonly notAttempted: readonly number[];
}

export interface FailedItem {
  readonly item: number;
  /** What a client can tell the failure by, most exact first. */
  readonly symptoms: readonly string[];
}

/** The class that execute_tool gives an outcome. Silence is transient here, also on a write: that is its flaw. */
export function classify(outcome: Outcome): 'ok' | EssayCategory {
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
  | 'gave-up'
  /** A definite no of the dependency. */
  | 'rejected'
  /** Nobody knows whether the effect happened, and the caller says so. */
  | 'unknown'
  /** The caller's own code or process ended. */
  | 'crashed'
  /** The user stopped it. */
  | 'aborted'
  /** Put aside with its state, to be resumed at a time. */
  | 'parked'
  /** Given to a person. */
  | 'handed-off'
  /** A budget ended the reading of pages: a part of the whole, and its caller is told so. */
  | 'incomplete'
  /** It waits for something that never comes. */
  | 'never-ends';

/** How a lone call ends, before it is asked whether its first attempt was enough. */
export type CallEnd = Exclude<Disposition, 'recovered' | 'incomplete'>;

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
  /** The error flag, where a handler sets it otherwise than `isToolError` would. */
  readonly isError?: boolean;
  /** The move that the text names, where it names one. */
  readonly advice?: Advice;
  /** When a parked call is to be resumed, in virtual time. */
  readonly resumesAt?: number;
  /** Of a read in pages: what its caller is told of it, true or not. */
  readonly extent?: Extent;
  /** Of a batch: the same, in numbers of items. */
  readonly tally?: ItemTally;
  /** The page that this is, where the text says so. */
  readonly part?: Part;
}

/** How much of a paged read there is. */
export type Extent =
  | { readonly kind: 'complete'; readonly items: number }
  | {
      readonly kind: 'incomplete';
      readonly items: number;
      /** Null: no page said. */
      readonly total: number | null;
      /** Where it can be gone on from; null: only from the beginning. */
      readonly cursor: string | null;
    };

/** What a caller knows of the items of its batch. Each is counted once. */
export interface ItemTally {
  readonly done: number;
  readonly failed: number;
  /** A request that held it may have been carried out, and nobody heard. */
  readonly unknown: number;
  /** Not attempted, or in requests that were refused whole. */
  readonly open: number;
}

/** A failure as an Observation: `[permanent] 404: index 'archive' does not exist`. */
export function failureObservation(category: FailureCategory, problem: string): string {
  return `[${category}] ${problem}`;
}
