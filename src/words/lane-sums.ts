import { laneStateAt } from '../core/ledger.ts';
import { isAboutRefund } from '../core/lone-finding.ts';
import { programGravity, programStateAt, programVerdict, type ProgramState } from '../core/program-state.ts';
import type { Scenario } from '../core/scenario.ts';
import type { LaneTrace } from '../core/trace.ts';
import { gravityOf, verdictOf, type Gravity } from '../core/verdict.ts';
import type { Words } from './en.ts';

/** What really happened at the gateway, of one lane: the total, how it stands against what was said, and what was said. */
export interface LaneSums {
  readonly name: string;
  readonly total: string;
  readonly gravity: Gravity;
  readonly count: number;
  readonly verdict: string;
  readonly told: readonly string[];
}

/** Null: nothing that the lane does is entered anywhere. */
export function laneSums(scenario: Scenario, lane: LaneTrace, at: number, words: Words): LaneSums | null {
  const program = programStateAt(lane, at);
  if (program !== null) return programSums(program, words);
  if (!isAboutRefund(scenario, lane)) return null;
  const state = laneStateAt(lane, at);
  const verdict = verdictOf(state);
  return {
    name: words.refunded,
    total: words.money(state.totalMinor),
    gravity: gravityOf(verdict),
    count: verdict.count,
    verdict: words.verdict(verdict, lane.guard.kind !== 'none'),
    told: [],
  };
}

function programSums(state: ProgramState, { program }: Words): LaneSums {
  const verdict = programVerdict(state);
  return {
    name: program.totalName(state),
    total: program.total(state),
    gravity: programGravity(verdict),
    count: state.units,
    verdict: program.verdict(verdict),
    told: [`${program.toldName}: ${program.told(state)}`, `${program.attemptsName}: ${state.attempts}`],
  };
}
