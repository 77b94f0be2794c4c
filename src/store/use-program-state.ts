import { programStateAt, type ProgramState } from '../core/program-state.ts';
import type { LaneTrace } from '../core/trace.ts';
import { useFigure } from './useFigure.ts';

/** A program's lane at a moment; null for a model's. */
export function useProgramState(lane: LaneTrace, at: number): ProgramState | null {
  const scenario = useFigure(({ run }) => run.scenario);
  const setting = scenario.lanes.find(({ id }) => id === lane.id);
  return setting === undefined ? null : programStateAt(scenario, setting, lane, at);
}
