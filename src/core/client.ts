import type { BreakerSetting } from './breaker.ts';
import type { Disposition } from './outcome.ts';
import type { PagingSetting } from './pages.ts';
import type { RetryQuotaSetting } from './retry-quota.ts';

/** How the code that calls ends an operation that it does not go on with. */
export type End = Extract<Disposition, 'gave-up' | 'rejected' | 'unknown' | 'crashed' | 'parked' | 'handed-off' | 'fed-back'> | 'swallowed';

/** A budget of its own for one class of failure. */
export interface ClassBudget {
  readonly maxRetries: number;
  readonly totalMs: number;
}

/** What is done about an outcome that nobody knows. */
export interface ReadBackPolls {
  readonly everyMs: number;
  readonly polls: number;
  /** An effect is seen this long after it happened. */
  readonly lagMs: number;
  /** How it ends where no poll found anything. */
  readonly then: End;
}

/** The code that calls, beyond its retry policy: what it reads, and how it gives in. */
export interface ClientSetting {
  /** `body`: what the answer's text says goes before its status. */
  readonly classifyBy: 'status' | 'body';
  readonly classBudgets: Readonly<Record<string, ClassBudget>>;
  /** How it ends after a failure that shows this symptom, instead of the usual way. */
  readonly endsAs: Readonly<Record<string, End>>;
  /** A deadline that passed without an answer is called unknown, not failed. */
  readonly timeoutIsUnknown: boolean;
  readonly readBack: ReadBackPolls | null;
  /** `headers`: the deadline is over when the status line is there, and a stalled body has none. */
  readonly deadlineCovers: 'answer' | 'headers';
  /** The user stops it. */
  readonly abort: { readonly atMs: number; readonly wakesWait: boolean; readonly stopsSending: boolean } | null;
  /** A body that the first attempt uses up; `checked`: it is known that it cannot be sent again. */
  readonly body: { readonly replayable: boolean; readonly checked: boolean };
  /** What becomes of the error of an attempt that nobody waits for any more. */
  readonly lateRejection: 'observed' | 'unhandled';
  readonly stopsAtSuccess: boolean;
  /** Absent or null: it asks as often as its policy says. */
  readonly breaker?: BreakerSetting | null;
  /** Over all calls; absent or null: each call has its own retries, and nothing else. */
  readonly retryQuota?: RetryQuotaSetting | null;
  /** Absent: it reads to the last page, without a budget. */
  readonly paging?: PagingSetting;
  /** Absent: it goes item by item. */
  readonly batch?: BatchSetting;
}

/** How a client goes about a batch whose items have results of their own. */
export interface BatchSetting {
  /** `status`: a 200 is taken for the success of every item. */
  readonly reads: 'items' | 'status';
  /** What a retry holds: the items that are not done and may clear, or the whole batch again. */
  readonly resends: 'failed' | 'all';
}

export const ITEM_BY_ITEM: BatchSetting = { reads: 'items', resends: 'failed' };

export const PLAIN_CLIENT: ClientSetting = {
  classifyBy: 'status',
  classBudgets: {},
  endsAs: {},
  timeoutIsUnknown: false,
  readBack: null,
  deadlineCovers: 'answer',
  abort: null,
  body: { replayable: true, checked: true },
  lateRejection: 'observed',
  stopsAtSuccess: true,
};

/** What most libraries retry where nobody says otherwise. */
export const DEFAULT_RETRY_ON: readonly string[] = ['network', 'timeout', '429', '5xx', 'crash', 'circuit-open'];
