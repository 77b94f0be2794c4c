import { isProgram } from '../core/program.ts';
import type { Step } from '../core/steps.ts';
import type { Trace } from '../core/trace.ts';
import type { Words } from './en.ts';
import { shortLaneName } from './lane-name.ts';
import { tellProgram } from './tell-program.ts';

/** One step as a sentence: what is the same in both lanes is said once. */
export function tellStep(words: Words, trace: Trace, step: Step | undefined): string {
  const starts = trace.lanes.some(isProgram) ? words.programStarts : words.nothingYet;
  if (step === undefined) return starts;
  const perLane = trace.lanes.map((lane) => {
    const events = step.events.filter((one) => one.lane === lane.id).map(({ event }) => event);
    return {
      name: shortLaneName(words, lane),
      clauses: isProgram(lane) ? tellProgram(words, events) : events.flatMap((event) => words.told(event) ?? []),
    };
  });
  const [first, ...others] = perLane;
  if (first === undefined) return starts;
  const shared = first.clauses.filter((clause) => others.every(({ clauses }) => clauses.includes(clause)));
  const parts = [
    ...(shared.length > 0 && others.length > 0 ? [words.both(shared.join('; '))] : []),
    ...perLane.flatMap(({ name, clauses }) => {
      const own = others.length > 0 ? clauses.filter((clause) => !shared.includes(clause)) : clauses;
      return own.length > 0 ? [words.inLane(name, own.join('; '))] : [];
    }),
  ];
  if (parts.length > 0) return `${parts.join('. ')}.`;
  return step.at === 0 ? starts : words.modelDecides;
}
