import type { Effect, Outcome } from './outcome.ts';

/** Statuses of a server that says it did nothing: not implemented, and unavailable. Every other 5xx may come after the effect. */
const DEFINITE = ['501', '503'];

const AMBIGUOUS = ['network', 'crash', 'timeout', '5xx'];

/**
 * Whether an effect may have happened although its caller got this error. It decides what a client calls unknown, and
 * whether a guard may give up its claim.
 */
export function mayHaveHappened(symptoms: readonly string[]): boolean {
  // No connection, so nothing left.
  if (symptoms.includes('connect') || symptoms.some((symptom) => DEFINITE.includes(symptom))) return false;
  return symptoms.some((symptom) => AMBIGUOUS.includes(symptom));
}

/** A write that failed, and may have happened all the same. */
export function mayHaveActed(outcome: Outcome, effect: Effect): boolean {
  if (effect === 'read' || outcome.kind === 'ok') return false;
  return outcome.kind === 'unknown' || mayHaveHappened(outcome.error.symptoms ?? []);
}
