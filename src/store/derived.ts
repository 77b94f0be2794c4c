import { openingStep } from '../core/opening.ts';
import { stepOf, stepsOf, type EventRef, type Step } from '../core/steps.ts';
import type { Trace } from '../core/trace.ts';
import { lanesSeen, type LanePair } from './lane-pair.ts';

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

interface Seen {
  readonly run: { readonly trace: Trace };
  readonly compare: LanePair | null;
}

const ofPair = new WeakMap<Trace, Map<string, Trace>>();

/** The run as far as it is seen: of many lanes two. The same object for the same lanes. */
export function traceSeen({ run: { trace }, compare }: Seen): Trace {
  const lanes = lanesSeen(trace, compare);
  if (lanes.length === trace.lanes.length && lanes.every((lane, index) => lane === trace.lanes[index])) return trace;
  const pairs = ofPair.get(trace) ?? new Map<string, Trace>();
  ofPair.set(trace, pairs);
  const name = lanes.map(({ id }) => id).join();
  const seen = pairs.get(name) ?? { lanes };
  pairs.set(name, seen);
  return seen;
}

export function stepsSeen(state: Seen): readonly Step[] {
  return ofTrace(traceSeen(state)).steps;
}

interface Cursor extends Seen {
  readonly cursor: EventRef | null;
  readonly cursorAt: number;
}

/** The index of the step under the playhead. */
export function cursorStep(state: Cursor): number {
  const { steps, opening } = ofTrace(traceSeen(state));
  const { cursor, cursorAt } = state;
  return cursor === null ? opening : stepOf(steps, cursor, cursorAt);
}

/** The time under the playhead, in milliseconds. */
export function cursorTime(state: Cursor): number {
  return stepsSeen(state)[cursorStep(state)]?.at ?? 0;
}
