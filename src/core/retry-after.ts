import { wholeMicroseconds } from './backoff.ts';
import { parseHttpDate } from './http-date.ts';

/** What a client makes of the wait that a server asks for. */
export interface RetryAfterPolicy {
  /** `honour`: in place of the own backoff. `floor`: the longer of the two. */
  readonly use: 'honour' | 'floor' | 'ignore';
  /** What a bare number is taken for. The header means seconds; milliseconds is a mistake that clients make. */
  readonly unit: 's' | 'ms';
  /** The longest wait that is accepted; null: any. */
  readonly maxMs: number | null;
  readonly overMax: 'clamp' | 'reject' | 'own-backoff' | 'park';
  /** Whether a wait of exactly `maxMs` is accepted. */
  readonly boundary: 'inclusive' | 'exclusive';
  /** A negative number, or a date that has passed. */
  readonly negative: 'zero' | 'own-backoff' | 'error';
  readonly zero: 'at-once' | 'own-backoff';
  /** `not-a-number`: the text goes to a timer unread, which fires after a millisecond. */
  readonly date: 'parsed' | 'not-a-number';
  /** Waited where the answer has no header; null: the own backoff. */
  readonly absentMs: number | null;
  /** Only an answer with the header is retried. */
  readonly required: boolean;
  /** Whether a wait that was asked for uses up a retry. */
  readonly counted: boolean;
  /** Above it the number does not fit the sleep call, which raises; null: it fits. */
  readonly overflowMs: number | null;
}

/** The two headers as they arrive: `Retry-After`, and the `Retry-After-Ms` of some providers. */
export interface RetryAfterHeaders {
  readonly retryAfter?: string;
  readonly retryAfterMs?: string;
}

/** The dates of a run. */
export interface Calendar {
  /** The client's own clock at time 0, milliseconds since 1970. Dates in headers are read against it. */
  readonly clientStart: number;
}

export type ServerWait =
  /** No wait was asked for, or none that counts: the own backoff. */
  | { readonly kind: 'none' }
  /** `by`: a client may have a wait of its own for an answer without the header. */
  | { readonly kind: 'wait'; readonly ms: number; readonly use: 'honour' | 'floor'; readonly by: 'server' | 'client' }
  | { readonly kind: 'give-up'; readonly reason: 'header-missing' | 'asked-too-long' }
  | { readonly kind: 'park'; readonly until: number }
  /** The client's own code raises on the value. */
  | { readonly kind: 'raise' };

/** What a timer does with a value that is not a number: it fires after the shortest time it knows. */
const TIMER_OF_NAN_MS = 1;

/** @param now the client's virtual time, in milliseconds from the start of the run */
export function serverWait(policy: RetryAfterPolicy | null, headers: RetryAfterHeaders, now: number, calendar: Calendar): ServerWait {
  if (policy === null) return { kind: 'none' };
  const asked = askedMs(policy, headers, now, calendar);
  if (asked === 'absent') {
    if (policy.required) return { kind: 'give-up', reason: 'header-missing' };
    return policy.absentMs === null ? { kind: 'none' } : { kind: 'wait', ms: policy.absentMs, use: 'honour', by: 'client' };
  }
  if (policy.use === 'ignore' || asked === 'unreadable') return { kind: 'none' };
  return accepted(policy, policy.use, asked, now);
}

function accepted(policy: RetryAfterPolicy, use: 'honour' | 'floor', asked: number, now: number): ServerWait {
  if (asked < 0 && policy.negative === 'error') return { kind: 'raise' };
  if (asked < 0 && policy.negative === 'own-backoff') return { kind: 'none' };
  const ms = Math.max(0, asked);
  if (ms === 0 && policy.zero === 'own-backoff') return { kind: 'none' };
  if (policy.overflowMs !== null && ms > policy.overflowMs) return { kind: 'raise' };
  const { maxMs } = policy;
  if (maxMs !== null && (policy.boundary === 'inclusive' ? ms > maxMs : ms >= maxMs)) {
    switch (policy.overMax) {
      case 'clamp':
        return { kind: 'wait', ms: maxMs, use, by: 'server' };
      case 'reject':
        return { kind: 'give-up', reason: 'asked-too-long' };
      case 'own-backoff':
        return { kind: 'none' };
      case 'park':
        return { kind: 'park', until: wholeMicroseconds(now + ms) };
    }
  }
  return { kind: 'wait', ms, use, by: 'server' };
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Milliseconds, negative for the past. */
function askedMs(
  policy: RetryAfterPolicy,
  { retryAfter, retryAfterMs }: RetryAfterHeaders,
  now: number,
  { clientStart }: Calendar,
): number | 'absent' | 'unreadable' {
  if (retryAfterMs !== undefined && NUMBER.test(retryAfterMs)) return Number(retryAfterMs);
  if (retryAfter === undefined) return retryAfterMs === undefined ? 'absent' : 'unreadable';
  if (NUMBER.test(retryAfter)) return wholeMicroseconds(Number(retryAfter) * (policy.unit === 's' ? 1000 : 1));
  const date = parseHttpDate(retryAfter);
  if (date === null) return 'unreadable';
  return policy.date === 'parsed' ? wholeMicroseconds(date - (clientStart + now)) : TIMER_OF_NAN_MS;
}
