import type { LaneOutcome } from './lane-result.ts';
import { programGravity, programStateAt, programVerdict, type ProgramState } from './program-state.ts';
import type { Trace } from './trace.ts';
import type { Gravity } from './verdict.ts';

/** How a lane of a program ended, when everything has landed. */
export interface ProgramFinding {
  readonly lane: string;
  readonly state: ProgramState;
  readonly told: LaneOutcome;
  readonly gravity: Gravity;
}

/** Of each lane of the trace; null where one of them is no program's. */
export function programFindings({ lanes }: Trace): readonly ProgramFinding[] | null {
  const findings = lanes.flatMap((lane) => {
    const state = programStateAt(lane, Infinity);
    if (state === null) return [];
    return [{ lane: lane.id, state, told: state.told ?? 'never-ends', gravity: programGravity(programVerdict(state)) }];
  });
  return findings.length === lanes.length && findings.length > 0 ? findings : null;
}
