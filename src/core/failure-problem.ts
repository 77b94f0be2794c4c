import { failureObservation, type ToolOutcome } from './outcome.ts';

/** What went wrong, without the class before it; what was found, where nothing did. */
export function failureProblem({ category, observation }: ToolOutcome): string {
  if (category === 'ok') return observation;
  const prefix = failureObservation(category, '');
  return observation.startsWith(prefix) ? observation.slice(prefix.length) : observation;
}
