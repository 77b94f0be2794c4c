import { plannedWait, type Arithmetic } from './arithmetic.ts';
import { wholeMicroseconds, type Backoff } from './backoff.ts';
import type { ClassBudget } from './client.ts';
import type { RetryAfterPolicy, ServerWait } from './retry-after.ts';

/** The time that a call may take over all its attempts. */
export interface TotalDeadline {
  readonly deadlineMs: number;
  /** Whether waits count. Where they do not, a call can take far longer than its deadline. */
  readonly countsWaits: boolean;
  /** A retry that could not start in time is not waited for. */
  readonly checkedBeforeWait: boolean;
}

export interface RetryPolicy {
  /** Attempts after the first: 2 allows 3 attempts. Null: no limit. */
  readonly maxRetries: number | null;
  /** The budget of each attempt, in milliseconds; null: it waits for ever. */
  readonly deadlineMs: number | null;
  readonly backoff: Backoff;
  /** How the backoff is computed; exactly, where nothing is said. */
  readonly arithmetic?: Arithmetic;
  /** The longest time a timer can take, and what it does above it. */
  readonly timer?: { readonly maxMs: number; readonly over: 'clamp' | 'fires-at-once' };
  /** Null or absent: the client does not know the header. */
  readonly retryAfter?: RetryAfterPolicy | null;
  /** Symptoms that are retried; null or absent: what the handler's taxonomy says. */
  readonly retryOn?: readonly string[] | null;
  readonly total?: TotalDeadline | null;
}

/** One layer that retries; the innermost sends, every other one calls the layer inside it. */
export interface Layer {
  readonly name: string;
  readonly policy: RetryPolicy;
}

/** What is known when an attempt has ended and could be tried again. */
export interface Tried {
  /** Retries used up, from 0. */
  readonly retries: number;
  /** Retries of this very class used up, and the budget that it has of its own. */
  readonly ofClass: { readonly retries: number; readonly budget: ClassBudget } | null;
  /** The wait that the server asked for. */
  readonly asked: ServerWait;
  /** From the start of the first attempt, waits included or not, as the total deadline counts. */
  readonly spentMs: number;
  /** The same with the waits, for budgets of a class. */
  readonly elapsedMs: number;
  /** The draw for the jitter of the next wait, 0 ≤ u < 1. */
  readonly u: number;
  /** What the previous decision of this call returned, or `initialMemory(backoff)`. */
  readonly memory: number;
}

export type GiveUpReason = 'retries' | 'class-budget' | 'total-deadline' | 'header-missing' | 'asked-too-long' | 'quota';

export type Decision =
  | {
      readonly kind: 'give-up';
      readonly reason: GiveUpReason;
      /** Milliseconds that pass before it does: a client that does not look ahead sleeps until its deadline. */
      readonly afterMs: number;
    }
  | {
      readonly kind: 'retry';
      /** Counted from 1: the place in the backoff. */
      readonly retry: number;
      readonly nominalMs: number;
      readonly delayMs: number;
      readonly source: 'backoff' | 'retry-after';
      /** Whether it uses up a retry. */
      readonly counted: boolean;
      /** Hand it to the next decision of this call: decorrelated backoff grows from it. */
      readonly memory: number;
    }
  | { readonly kind: 'park'; readonly until: number }
  | { readonly kind: 'raise' }
  | { readonly kind: 'never' };

/** The one place that decides what follows an attempt whose failure could clear. */
export function decide(policy: RetryPolicy, tried: Tried): Decision {
  const { retries, ofClass, asked, memory, u } = tried;
  const retry = retries + 1;
  switch (asked.kind) {
    case 'give-up':
      return { kind: 'give-up', reason: asked.reason, afterMs: 0 };
    case 'raise':
      return { kind: 'raise' };
    case 'park':
      return asked;
    case 'none':
    case 'wait':
  }
  const isAsked = asked.kind === 'wait' && asked.by === 'server';
  const counted = !isAsked || policy.retryAfter?.counted !== false;
  if (ofClass !== null) {
    if (ofClass.retries >= ofClass.budget.maxRetries) return { kind: 'give-up', reason: 'class-budget', afterMs: 0 };
  } else if (counted && policy.maxRetries !== null && retries >= policy.maxRetries) {
    return { kind: 'give-up', reason: 'retries', afterMs: 0 };
  }
  // A wait that takes the place of the own one is not computed, so it cannot overflow.
  const arithmetic = asked.kind === 'wait' && asked.use === 'honour' ? 'exact' : (policy.arithmetic ?? 'exact');
  const planned = plannedWait(policy.backoff, arithmetic, retry, u, memory);
  if (planned.kind === 'never') return planned;
  if (planned.kind === 'panics') return { kind: 'raise' };
  const own = planned.delayMs;
  const serverMs = asked.kind === 'none' ? null : asked.use === 'floor' ? Math.max(own, asked.ms) : asked.ms;
  const delayMs = timed(policy, serverMs ?? own);
  const inTime = fits(policy, tried, delayMs);
  if (inTime !== null) return inTime;
  const source = !isAsked || serverMs === own ? 'backoff' : 'retry-after';
  return { kind: 'retry', retry, nominalMs: planned.nominalMs, delayMs, source, counted, memory: planned.memory };
}

/** Null where the next attempt would start in time. */
function fits({ total }: RetryPolicy, { spentMs, elapsedMs, ofClass }: Tried, delayMs: number): Decision | null {
  if (ofClass !== null && elapsedMs + delayMs >= ofClass.budget.totalMs) return { kind: 'give-up', reason: 'class-budget', afterMs: 0 };
  if (total === null || total === undefined) return null;
  const startsAfter = wholeMicroseconds(spentMs + (total.countsWaits ? delayMs : 0));
  if (startsAfter < total.deadlineMs) return null;
  const afterMs = total.checkedBeforeWait ? 0 : Math.max(0, wholeMicroseconds(total.deadlineMs - spentMs));
  return { kind: 'give-up', reason: 'total-deadline', afterMs };
}

/** Browsers and Node: a longer timer than 2³¹ − 1 ms fires at once. */
function timed({ timer }: RetryPolicy, delayMs: number): number {
  if (timer === undefined || delayMs <= timer.maxMs) return delayMs;
  return timer.over === 'clamp' ? timer.maxMs : 1;
}
