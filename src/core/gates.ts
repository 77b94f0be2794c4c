import type { Admission, BreakerState } from './breaker.ts';
import { ofLayer, type Calling } from './calling.ts';
import { symptomsOf } from './client.ts';
import type { Outcome } from './outcome.ts';
import type { RetryQuotaState } from './retry-quota.ts';
import type { GateEvent } from './trace.ts';

/** A client's gates as the loop asks them: its breaker before each attempt, its budget before each retry. What they do is told. */

/** The client's budget for retries, over all its calls and layers. */
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
  if (breaker.state !== before) tellGate(calling, now, { gate: 'breaker', state: breaker.state, tokens: null });
  return admission;
}

export function tellBreaker(
  calling: Calling,
  outcome: Outcome,
  at: number,
  before: { readonly sent: number; readonly breaker: BreakerState | null },
): void {
  const { breaker, client, sentInAll } = calling.run;
  if (breaker === null) return;
  if (sentInAll > before.sent) breaker.heard(symptomsOf(outcome, client.classifyBy), at);
  else breaker.notSent();
  if (breaker.state !== before.breaker) tellGate(calling, at, { gate: 'breaker', state: breaker.state, tokens: null });
}

function tellQuota(calling: Calling, at: number, state: RetryQuotaState, tokens: number, depth = 0): void {
  tellGate(calling, at, { gate: 'retry-quota', state, tokens }, depth);
}

function tellGate(
  { run, call: { call }, attempts }: Calling,
  at: number,
  gate: Pick<GateEvent, 'gate' | 'state' | 'tokens'>,
  depth = 0,
): void {
  const id = `${call}.${attempts}.${gate.gate}.${gate.state}${ofLayer(depth)}`;
  run.tell({ kind: 'gate', id, at, call, attempt: attempts, ...gate });
}
