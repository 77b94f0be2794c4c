import type { Effect, Outcome, ToolError } from './outcome.ts';

/** After these the caller cannot know whether the effect happened, whatever the error is called. */
const AMBIGUOUS: readonly string[] = ['network', 'crash', 'timeout', '500', '502', '504'];

/** A no that says: it was not done. */
export function isDefinite({ symptoms = [] }: ToolError): boolean {
  return symptoms.includes('connect') || !symptoms.some((symptom) => AMBIGUOUS.includes(symptom));
}

/** A write that failed, and may have happened all the same. */
export function mayHaveActed(outcome: Outcome, effect: Effect): boolean {
  if (effect === 'read' || outcome.kind === 'ok') return false;
  return outcome.kind === 'unknown' || !isDefinite(outcome.error);
}
