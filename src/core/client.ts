import { mayHaveActed, mayHaveHappened } from './ambiguity.ts';
import type { BreakerSetting } from './breaker.ts';
import type { Disposition, Effect, Outcome } from './outcome.ts';
import type { PagingSetting } from './pages.ts';
import type { RetryQuotaSetting } from './retry-quota.ts';
import type { Category } from './taxonomy.ts';

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

/** What a client can tell the end of an attempt by, most exact first; none for a success. */
export function symptomsOf(outcome: Outcome, classifyBy: ClientSetting['classifyBy']): readonly string[] {
  switch (outcome.kind) {
    case 'ok':
      return classifyBy === 'body' && outcome.body !== undefined ? [outcome.body] : [];
    case 'unknown':
      return ['timeout'];
    case 'failed': {
      const { body, symptoms, type } = outcome.error;
      return classifyBy === 'body' && body !== undefined ? [body] : (symptoms ?? [type]);
    }
  }
}

/** The symptoms of a refusal by status. A 429 is a 4xx that a wait can clear, so it is a class of its own. */
export function statusSymptoms(status: number): readonly string[] {
  if (status === 429) return ['429'];
  return [String(status), status >= 500 ? '5xx' : '4xx'];
}

export interface Judgement {
  readonly category: Category;
  readonly symptoms: readonly string[];
  readonly recovery: 'done' | 'retry' | { readonly end: End };
}

/**
 * What a program's client makes of an attempt's end: retry what its list names, else give in: a definite no is a
 * rejection; what may have happened all the same is unknown.
 *
 * @param open an earlier attempt of the same call may have acted
 */
export function judge(outcome: Outcome, retryOn: readonly string[], client: ClientSetting, open: boolean): Judgement {
  const symptoms = symptomsOf(outcome, client.classifyBy);
  if (symptoms.length === 0) return { category: 'ok', symptoms, recovery: 'done' };
  return isListed(symptoms, retryOn) ? { category: 'transient', symptoms, recovery: 'retry' } : givenIn(outcome, symptoms, client, open);
}

/** Whether a list of what is retried names a failure that shows these symptoms. */
export function isListed(symptoms: readonly string[], retryOn: readonly string[]): boolean {
  return retryOn.includes('any') || symptoms.some((symptom) => retryOn.includes(symptom));
}

/** The end of an operation that is not gone on with. */
export function givenIn(outcome: Outcome, symptoms: readonly string[], client: ClientSetting, open: boolean): Judgement {
  const end = chosenEnd(symptoms, client) ?? (open ? 'unknown' : usualEnd(outcome, symptoms, client));
  return { category: end === 'unknown' ? 'unknown-outcome' : 'permanent', symptoms, recovery: { end } };
}

/** The end that a client has set for a failure; null: the usual one. */
export function chosenEnd(symptoms: readonly string[], { endsAs }: ClientSetting): End | null {
  const chosen = symptoms.find((symptom) => Object.hasOwn(endsAs, symptom));
  return chosen === undefined ? null : (endsAs[chosen] ?? null);
}

/** How it ends where nothing is set: a definite no is a rejection, what may have happened all the same is unknown. */
function usualEnd(outcome: Outcome, symptoms: readonly string[], client: ClientSetting): End {
  if (outcome.kind === 'unknown') return knowsOpen(client) ? 'unknown' : 'gave-up';
  if (mayHaveHappened(symptoms)) return 'unknown';
  return symptoms.includes('429') ? 'gave-up' : 'rejected';
}

/** It tells what is open from what failed. */
export function knowsOpen({ timeoutIsUnknown, readBack }: ClientSetting): boolean {
  return timeoutIsUnknown || readBack !== null;
}

/** Whether such a client has to hold a write for open after an attempt that came to this, whatever is refused later. */
export function leavesOpen(outcome: Outcome, effect: Effect, client: ClientSetting): boolean {
  if (effect === 'read' || !knowsOpen(client)) return false;
  if (outcome.kind === 'ok') return (outcome.items?.failed ?? []).some(({ symptoms }) => mayHaveHappened(symptoms));
  return mayHaveActed(outcome, effect);
}
