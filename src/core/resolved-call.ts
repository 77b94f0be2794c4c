import type { Arguments } from './contract.ts';
import type { ToolOutcome } from './outcome.ts';
import type { LaneTrace } from './trace.ts';

/** A call and what it came to: all that a message about it can hold. */
export interface ResolvedCall {
  /** Through what it was made: its words are in the result, and its form around it. */
  readonly handler: LaneTrace['handler'];
  /** Its name in the trace, its own within the lane. */
  readonly call: string;
  /** Of the agent, counted from 1. */
  readonly step: number;
  readonly tool: string;
  readonly args: Arguments;
  readonly result: ToolOutcome;
}

/** The calls of a lane that have resolved by a time, in that order. */
export function resolvedCalls(lane: LaneTrace, at: number): readonly ResolvedCall[] {
  return lane.events.flatMap((event) => {
    if (event.kind !== 'observation' || event.at > at) return [];
    const action = lane.events.find((other) => other.kind === 'action' && other.call === event.call);
    if (action?.kind !== 'action') return [];
    const { call, step, tool, args } = action;
    return [{ handler: lane.handler, call, step, tool, args, result: event.result }];
  });
}
