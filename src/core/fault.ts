/**
 * A fault is the cause that is injected: what the dependency does to one request. What the caller
 * sees of it is an outcome; the two are kept apart because silence hides which fault it was.
 */

/** The three things that look the same to a caller who hears nothing. */
export type Silence = 'request-lost' | 'answer-lost' | 'late';

export type Fault =
  /** The dependency refuses with this HTTP status, and applies nothing. */
  | { readonly kind: 'http'; readonly status: number }
  /** The answer takes this long; a write still happens, shortly before its answer would come. */
  | { readonly kind: 'slow'; readonly latencyMs: number }
  /** The call succeeds and returns nothing. */
  | { readonly kind: 'empty' }
  /** No answer ever comes; which silence it was decides whether, and when, a write happens. */
  | { readonly kind: 'silence'; readonly which: Silence }
  /** The tool's own code raises something that no taxonomy names. */
  | { readonly kind: 'bug'; readonly type: string; readonly message: string };

/** Strikes requests `from` to `to` (both counted from 1, `null`: every later one) that the tool sends. */
export interface FaultRule {
  readonly tool: string;
  readonly requests: { readonly from: number; readonly to: number | null };
  readonly fault: Fault;
}

/**
 * The fault that the n-th request sent by a tool meets: the first rule that matches.
 *
 * Requests are counted as they are sent, not as they are attempted, so that an attempt which a guard
 * answered from its record uses up no fault, and lanes meet the same faults until they part.
 */
export function faultOf(rules: readonly FaultRule[], tool: string, request: number): Fault | null {
  const rule = rules.find(
    ({ tool: name, requests }) =>
      name === tool && request >= requests.from && (requests.to === null || request <= requests.to),
  );
  return rule?.fault ?? null;
}
