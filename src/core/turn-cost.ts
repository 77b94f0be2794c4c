import { contextOf, type Kept } from './context.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { pythonJson } from './format/python-json.ts';
import { resolvedCalls } from './resolved-call.ts';
import type { ActionEvent, LaneTrace } from './trace.ts';
import { isResumed, turnsOf } from './turns.ts';

/**
 * What the model's own turns cost: each sends the whole transcript again. Estimated, as core/estimate-tokens has it, and
 * without the task's instructions and the descriptions of the tools, which every turn carries besides.
 */
export interface TurnCost {
  readonly turns: number;
  /** Over all turns. */
  readonly tokensInAll: number;
  readonly tokensOfLast: number;
}

/** @param kept the results that are left as they are, as core/context has it */
export function turnCost(lane: LaneTrace, at: number, kept: Kept = null): TurnCost {
  const { turns, end } = turnsOf(lane);
  // A stop from outside and a resumed call are decided without the model.
  const decisions = [
    ...turns.filter((turn) => !isResumed(turn)).map(({ action }) => action),
    ...(end?.kind === 'finish' && end.report !== 'stopped' ? [end] : []),
  ].filter((decision) => decision.at <= at);
  const actions = new Map(turns.map(({ action }) => [action.call, action]));
  const sent = decisions.map((decision) => {
    const before = resolvedCalls(lane, decision.at);
    return contextOf(before, kept).entries.reduce((sum, { call, text }) => sum + tokensOfAction(actions.get(call)) + estimateTokens(text), 0);
  });
  return { turns: sent.length, tokensInAll: sent.reduce((sum, tokens) => sum + tokens, 0), tokensOfLast: sent.at(-1) ?? 0 };
}

function tokensOfAction(action: ActionEvent | undefined): number {
  if (action === undefined) return 0;
  const { thought, tool, args } = action;
  return estimateTokens(thought) + estimateTokens(`${tool}(${pythonJson(args)})`);
}
