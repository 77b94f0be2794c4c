import { delayBeforeRetry, type Backoff } from './backoff.ts';
import { recoveryOf, type Category, type FailureCategory } from './taxonomy.ts';

export interface RetryPolicy {
  /** Attempts after the first: 2 allows 3 attempts. */
  readonly maxRetries: number;
  /** The budget of each attempt, in milliseconds. */
  readonly deadlineMs: number;
  readonly backoff: Backoff;
}

export type Decision =
  | { readonly kind: 'done' }
  | { readonly kind: 'feed-back'; readonly category: FailureCategory }
  | { readonly kind: 'give-up'; readonly category: FailureCategory }
  | {
      readonly kind: 'retry';
      readonly retry: number;
      readonly nominalMs: number;
      readonly delayMs: number;
      /** Hand it to the next decision of this call: decorrelated backoff grows from it. */
      readonly memory: number;
    };

/**
 * The one place that decides what follows an attempt.
 *
 * @param attempt the attempt that just ended, from 1
 * @param u the draw for the jitter of the next wait, 0 ≤ u < 1
 * @param memory what the previous decision of this call returned, or `initialMemory(backoff)`
 */
export function decide(policy: RetryPolicy, category: Category, attempt: number, u: number, memory: number): Decision {
  if (category === 'ok') return { kind: 'done' };
  if (recoveryOf(category) === 'feed-back') return { kind: 'feed-back', category };
  if (attempt > policy.maxRetries) return { kind: 'give-up', category };
  const { nominalMs, delayMs, memory: next } = delayBeforeRetry(policy.backoff, attempt, u, memory);
  return { kind: 'retry', retry: attempt, nominalMs, delayMs, memory: next };
}
