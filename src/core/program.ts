import type { LaneTrace } from './trace.ts';

/** Whether a program ran here, without a model: a model's run begins with what it decides. */
export function isProgram({ events }: LaneTrace): boolean {
  const first = events[0]?.kind;
  return first !== undefined && first !== 'action' && first !== 'finish';
}
