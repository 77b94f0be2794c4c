import { isProgram } from '../core/program.ts';
import { handlerOfLaneId } from '../core/handlers/handler-lane.ts';
import type { LaneTrace } from '../core/trace.ts';
import { uncapitalised } from './counting.ts';
import type { Words } from './en.ts';

/** A lane at the head of its part: what its scenario calls it, else what it is. */
export function laneName(words: Words, lane: LaneTrace): string {
  return lane.title ?? shortLaneName(words, lane);
}

/** The same within a sentence, where a title would be too long. */
export function shortLaneName(words: Words, lane: LaneTrace): string {
  return isProgram(lane) ? words.program.laneLabel(lane.id) : modelLaneName(words, lane);
}

/**
 * Of a lane of a model, by what tells it from the other: its handler where it is called after it, what else it is called
 * where it has a title, that it has no handler, or its guard.
 */
export function modelLaneName(words: Words, { id, title, guard, handler }: Pick<LaneTrace, 'id' | 'title' | 'guard' | 'handler'>): string {
  const named = handlerOfLaneId(id);
  if (named !== null) return words.handlerNames[named];
  if (title !== undefined) return words.program.laneLabel(id);
  return handler === 'direct' ? words.calledDirectly : words.laneName(guard.kind !== 'none');
}

/** `Ledger, no guard`. */
export function ledgerName(words: Words, lane: LaneTrace): string {
  return words.ledgerOf(uncapitalised(modelLaneName(words, lane)));
}
