import { laneFinding, type LaneFinding } from './lane-finding.ts';
import { laneStateAt } from './ledger.ts';
import type { ToolOutcome } from './outcome.ts';
import type { Scenario } from './scenario.ts';
import type { LaneTrace, ObservationEvent } from './trace.ts';

/** What a run in one lane shows: there is nothing beside it that it could be compared with. */
export type LoneFinding =
  | { readonly kind: 'refunds'; readonly by: 'nothing' | 'guard' | 'direct-call'; readonly finding: LaneFinding }
  /** It sent no refund: what its last call came to; null where the run died in it. */
  | { readonly kind: 'call'; readonly result: ToolOutcome | null };

export function loneFindingOf(lane: LaneTrace): LoneFinding {
  // A task that stopped before its refund speaks of the refund all the same.
  if (sendsRefund(lane) || laneStateAt(lane, Infinity).report === 'not-attempted') {
    const by = lane.handler === 'direct' ? 'direct-call' : lane.guard.kind === 'none' ? 'nothing' : 'guard';
    return { kind: 'refunds', by, finding: laneFinding(lane) };
  }
  const last = lane.events.filter((event): event is ObservationEvent => event.kind === 'observation').at(-1);
  const died = lane.events.some(({ kind }) => kind === 'died');
  return { kind: 'call', result: died ? null : (last?.result ?? null) };
}

/** Whether the run is about a refund at all: the refund tasks are, others where they send one. */
export function isAboutRefund({ agent }: Pick<Scenario, 'agent'>, lane: LaneTrace): boolean {
  return agent.controller === 'refund-task' || agent.controller === 'approved-refund' || sendsRefund(lane);
}

export function sendsRefund({ events }: LaneTrace): boolean {
  return events.some((event) => event.kind === 'attempt' && event.effect === 'write');
}
