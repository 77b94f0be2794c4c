import type { ActionEvent, DiedEvent, FinishEvent, LaneTrace, ObservationEvent, TraceEvent } from './trace.ts';

/** One call in the transcript: what the model decided, what went on below the loop, what it reads. */
export interface Turn {
  readonly action: ActionEvent;
  /** Attempts, waits, looks at the gateway and refusals, in their order. The model sees none of it. */
  readonly below: readonly TraceEvent[];
  /** Null: the run died in it, or it never ends. */
  readonly observation: ObservationEvent | null;
  /** What the loop itself says after it: warnings, a parked case, an alert. */
  readonly loop: readonly TraceEvent[];
}

export interface TranscriptOfLane {
  readonly turns: readonly Turn[];
  /** Null: it has no end. */
  readonly end: FinishEvent | DiedEvent | null;
}

const BELOW: readonly TraceEvent['kind'][] = ['rejected', 'attempt', 'guard', 'outcome', 'wait', 'read-back'];
const LOOP: readonly TraceEvent['kind'][] = ['loop-warning', 'park', 'alert'];

/** The run of a lane as its model went through it. What happens at the gateway is not in it: no model sees that. */
export function turnsOf({ events }: LaneTrace): TranscriptOfLane {
  const turns = events.flatMap((action): Turn[] => {
    if (action.kind !== 'action') return [];
    const ofCall = events.filter((event) => 'call' in event && event.call === action.call);
    return [
      {
        action,
        below: ofCall.filter(({ kind }) => BELOW.includes(kind)),
        observation: ofCall.find((event) => event.kind === 'observation') ?? null,
        loop: ofCall.filter(({ kind }) => LOOP.includes(kind)),
      },
    ];
  });
  const end = events.find((event) => event.kind === 'finish' || event.kind === 'died') ?? null;
  return { turns, end };
}

/** A parked call that is made again: the loop resumes it, no model decides. */
export function isResumed({ action }: Turn): boolean {
  return action.call.endsWith(RESUMED);
}

const RESUMED = '-resumed';
