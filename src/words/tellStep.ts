import type { Step } from '../core/steps.ts';
import type { Trace } from '../core/trace.ts';
import type { Words } from './en.ts';

/** One step as a sentence: what is the same in both lanes is said once. */
export function tellStep(words: Words, trace: Trace, step: Step | undefined): string {
  if (step === undefined) return words.nothingYet;
  const perLane = trace.lanes.map((lane) => ({
    guarded: lane.guard.kind !== 'none',
    clauses: step.events.filter((one) => one.lane === lane.id).flatMap(({ event }) => words.told(event) ?? []),
  }));
  const [first, ...others] = perLane;
  if (first === undefined) return words.nothingYet;
  const shared = first.clauses.filter((clause) => others.every(({ clauses }) => clauses.includes(clause)));
  const parts = [
    ...(shared.length > 0 && others.length > 0 ? [words.both(shared.join('; '))] : []),
    ...perLane.flatMap(({ guarded, clauses }) => {
      const own = others.length > 0 ? clauses.filter((clause) => !shared.includes(clause)) : clauses;
      return own.length > 0 ? [words.inLane(guarded, own.join('; '))] : [];
    }),
  ];
  if (parts.length > 0) return `${parts.join('. ')}.`;
  return step.at === 0 ? words.nothingYet : words.modelDecides;
}
