import { endOf } from '../core/ledger.ts';
import { isProgram } from '../core/program.ts';
import type { Trace } from '../core/trace.ts';
import { axisFor, type Axis } from './axis.ts';
import { programAxis } from './program-axis.ts';

/** The axis of the lanes of a trace: to scale for a model's run. */
export function axisOf(trace: Trace): Axis {
  return trace.lanes.some(isProgram) ? programAxis(trace.lanes) : axisFor(endOf(trace));
}
