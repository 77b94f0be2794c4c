import type { LaneTrace, Trace, TraceEvent } from './trace.ts';

/** A step is a distinct time among all lanes' events, plus zero; what happens at one time is one step. */
export interface Step {
  readonly at: number;
  readonly events: readonly LaneEvent[];
}

export interface LaneEvent {
  readonly lane: string;
  readonly event: TraceEvent;
}

/** Names one event of one lane; survives a changed policy as long as the event still happens. */
export interface EventRef {
  readonly lane: string;
  readonly id: string;
}

/** All steps of a run, in the order of time. The first is always at zero. */
export function stepsOf(trace: Trace): readonly Step[] {
  const byTime = new Map<number, LaneEvent[]>([[0, []]]);
  for (const { id: lane, events } of trace.lanes) {
    for (const event of events) {
      const at = byTime.get(event.at);
      if (at === undefined) byTime.set(event.at, [{ lane, event }]);
      else at.push({ lane, event });
    }
  }
  return [...byTime].sort(([a], [b]) => a - b).map(([at, events]) => ({ at, events }));
}

/** The last step at or before a time. */
export function stepAt(steps: readonly Step[], at: number): number {
  let found = 0;
  for (const [index, step] of steps.entries()) if (step.at <= at) found = index;
  return found;
}

/** The event that stands for a step, in links and in the state. Null for a step without events. */
export function refOf(step: Step | undefined): EventRef | null {
  const first = step?.events[0];
  return first === undefined ? null : { lane: first.lane, id: first.event.id };
}

/** The step of an event, or −1 where the run does not have it. */
export function exactStepOf(steps: readonly Step[], ref: EventRef): number {
  return steps.findIndex(({ events }) => events.some(({ lane, event }) => lane === ref.lane && event.id === ref.id));
}

/**
 * The step of an event. Where the event is gone from this trace, the nearest thing to it is taken: what
 * the same call came to in the same lane, then the step at the time where the playhead was.
 */
export function stepOf(steps: readonly Step[], ref: EventRef, lastAt: number): number {
  const exact = exactStepOf(steps, ref);
  if (exact !== -1) return exact;
  const call = ref.id.split('.')[0];
  let ofCall = -1;
  for (const [index, { events }] of steps.entries()) {
    const resolves = events.some(({ lane, event }) => lane === ref.lane && event.kind === 'observation' && event.call === call);
    if (resolves) ofCall = index;
  }
  return ofCall === -1 ? stepAt(steps, lastAt) : ofCall;
}

/** The events of a lane up to and including a time. */
export function eventsUntil(lane: LaneTrace, at: number): readonly TraceEvent[] {
  return lane.events.filter((event) => event.at <= at);
}
