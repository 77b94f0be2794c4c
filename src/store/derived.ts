import { openingStep } from '../core/opening.ts';
import { stepOf, stepsOf, type EventRef, type Step } from '../core/steps.ts';
import type { Trace } from '../core/trace.ts';

/** What the state implies. Computed once for each trace, since a trace never changes. */

interface OfTrace {
  readonly steps: readonly Step[];
  readonly opening: number;
}

const known = new WeakMap<Trace, OfTrace>();

function ofTrace(trace: Trace): OfTrace {
  const found = known.get(trace);
  if (found !== undefined) return found;
  const steps = stepsOf(trace);
  const computed = { steps, opening: openingStep(trace, steps) };
  known.set(trace, computed);
  return computed;
}

export function stepsOfRun({ trace }: { readonly trace: Trace }): readonly Step[] {
  return ofTrace(trace).steps;
}

interface Cursor {
  readonly run: { readonly trace: Trace };
  readonly cursor: EventRef | null;
  readonly cursorAt: number;
}

/** The index of the step under the playhead. */
export function cursorStep({ run: { trace }, cursor, cursorAt }: Cursor): number {
  const { steps, opening } = ofTrace(trace);
  return cursor === null ? opening : stepOf(steps, cursor, cursorAt);
}

/** The time under the playhead, in milliseconds. */
export function cursorTime(state: Cursor): number {
  return stepsOfRun(state.run)[cursorStep(state)]?.at ?? 0;
}
