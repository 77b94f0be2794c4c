import { isProgram } from '../core/program.ts';
import type { LaneTrace } from '../core/trace.ts';
import type { Words } from './en.ts';

/** A lane at the head of its part: what its scenario calls it, else what it is. */
export function laneName(words: Words, lane: LaneTrace): string {
  return lane.title ?? (isProgram(lane) ? words.program.laneLabel(lane.id) : words.laneName(lane.guard.kind !== 'none'));
}

/** The same within a sentence, where a title would be too long. */
export function shortLaneName(words: Words, lane: LaneTrace): string {
  return isProgram(lane) ? words.program.laneLabel(lane.id) : words.laneName(lane.guard.kind !== 'none');
}
