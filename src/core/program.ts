import type { LaneTrace } from './trace.ts';

/** Whether a program ran here, without a model. */
export function isProgram({ operations }: LaneTrace): boolean {
  return operations !== undefined;
}
