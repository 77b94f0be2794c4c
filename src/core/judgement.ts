import { mayHaveActed, mayHaveHappened } from './ambiguity.ts';
import type { ClientSetting, End } from './client.ts';
import type { Effect, Outcome } from './outcome.ts';
import { symptomsOf } from './symptoms.ts';
import type { Category } from './taxonomy.ts';

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
