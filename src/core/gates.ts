import type { Admission, Breaker, BreakerStanding } from './breaker.ts';
import { ofLayer, type Calling } from './calling.ts';
import { symptomsOf } from './symptoms.ts';
import type { Outcome } from './outcome.ts';
import type { RetryQuotaState } from './retry-quota.ts';
import type { Run } from './run.ts';

/** A client's gates as the loop asks them: its breaker before each attempt, its budget before each retry. What they do is told. */

/** The client's retry quota, over all its calls and layers. */
export function isPaidFor(calling: Calling, now: number, depth: number): boolean {
  const { retryQuota } = calling.run;
  if (retryQuota === null) return true;
  const paid = retryQuota.take();
  tellQuota(calling, now, paid ? 'spent' : 'empty', retryQuota.tokens, depth);
  return paid;
}

export function gain(calling: Calling, now: number): void {
  const { retryQuota } = calling.run;
  if (retryQuota === null) return;
  const before = retryQuota.tokens;
  retryQuota.succeeded();
  if (retryQuota.tokens !== before) tellQuota(calling, now, 'gained', retryQuota.tokens);
}

export function admitted(calling: Calling, now: number): Admission {
  const { breaker } = calling.run;
  if (breaker === null) return { kind: 'sent' };
  const before = breaker.state;
  const admission = breaker.admit(now);
  if (breaker.state !== before) tellBreaker(calling, now, breaker);
  return admission;
}

/** Both gates before an attempt. */
interface Before {
  readonly sent: number;
  readonly breaker: BreakerStanding['state'] | null;
  readonly tokens: number | null;
}

export function gatesBefore({ sentInAll, breaker, retryQuota }: Run): Before {
  return { sent: sentInAll, breaker: breaker?.state ?? null, tokens: retryQuota?.tokens ?? null };
}

/** What an attempt made of the gates: the breaker hears how it ended, and a crash has put both back to their start. */
export function afterAttempt(calling: Calling, outcome: Outcome, at: number, before: Before): void {
  const { breaker, retryQuota, client, sentInAll } = calling.run;
  if (retryQuota !== null && retryQuota.tokens !== before.tokens) tellQuota(calling, at, 'refilled', retryQuota.tokens);
  if (breaker === null) return;
  if (sentInAll > before.sent) breaker.heard(symptomsOf(outcome, client.classifyBy), at);
  else breaker.notSent();
  if (breaker.state !== before.breaker) tellBreaker(calling, at, breaker);
}

function tellBreaker({ run, call: { call }, attempts }: Calling, at: number, { standing }: Breaker): void {
  const id = `${call}.${attempts}.breaker.${standing.state}`;
  run.tell({ kind: 'gate', id, at, call, attempt: attempts, gate: 'breaker', ...standing });
}

function tellQuota({ run, call: { call }, attempts }: Calling, at: number, state: RetryQuotaState, tokens: number, depth = 0): void {
  const id = `${call}.${attempts}.retry-quota.${state}${ofLayer(depth)}`;
  run.tell({ kind: 'gate', id, at, call, attempt: attempts, gate: 'retry-quota', state, tokens });
}
