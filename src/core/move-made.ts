import type { Arguments } from './contract.ts';
import { hasMore, type Outcome } from './outcome.ts';
import type { LaneTrace } from './trace.ts';
import { isResumed, turnsOf, type Turn, type TranscriptOfLane } from './turns.ts';

/** What came after a call that went wrong, told by what was done and not by what was said. */
export type MoveMade =
  /** It cleared under the loop: the model never saw the failure. */
  | 'retried-below'
  /** The model sent the same call again. */
  | 'retry'
  /** The same tool with other arguments. */
  | 'rewrite'
  /** Another tool. */
  | 'another-route'
  /** It ended, and said how; or it undid first what it had done. */
  | 'stop'
  /** As though the call had worked, whether it knew better or was told nothing: never right. */
  | 'go-on';

/** After each call of a lane, by its name; a call that simply worked has no entry, and no move has been made after one that never came back. */
export function movesMade(lane: LaneTrace): ReadonlyMap<string, MoveMade> {
  const transcript = turnsOf(lane);
  return new Map(
    transcript.turns.flatMap((turn, index) => {
      const move = moveAfter(transcript, turn, transcript.turns[index + 1]);
      return move === null ? [] : [[turn.action.call, move] as const];
    }),
  );
}

function moveAfter({ end }: TranscriptOfLane, turn: Turn, next: Turn | undefined): MoveMade | null {
  const result = turn.observation?.result;
  if (result === undefined) return null;
  if (result.usable) {
    if (hidesNothing(turn)) return result.disposition === 'recovered' ? 'retried-below' : null;
    return 'go-on';
  }
  const invents = end?.kind === 'finish' && end.report === 'invented';
  if (next === undefined) {
    if (end?.kind !== 'finish' || end.report === 'stopped') return null;
    return invents ? 'go-on' : 'stop';
  }
  if (isResumed(next)) return null;
  const { call, tool, args } = next.action;
  if (call.startsWith('undo-')) return 'stop';
  if (invents && goalOf(call) !== goalOf(turn.action.call)) return 'go-on';
  if (tool !== turn.action.tool) return 'another-route';
  return sameArguments(args, turn.action.args) ? 'retry' : 'rewrite';
}

/** A usable result that is empty, or a part that passes for the whole, was a failure that nobody told of. */
function hidesNothing({ below }: Turn): boolean {
  const last = below.filter((event) => event.kind === 'outcome').at(-1);
  return last === undefined || isWhole(last.outcome);
}

function isWhole(outcome: Outcome): boolean {
  return outcome.kind !== 'ok' || (outcome.text.trim() !== '' && !hasMore(outcome.part));
}

/** Calls of one goal are named after it and counted: `user`, `user-2`. */
function goalOf(call: string): string {
  return call.replace(/-\d+$/, '');
}

function sameArguments(one: Arguments, other: Arguments): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
