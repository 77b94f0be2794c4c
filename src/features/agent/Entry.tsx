import type { ReactNode } from 'react';
import { exactStepOf } from '../../core/steps.ts';
import type { LaneTrace, TraceEvent } from '../../core/trace.ts';
import { stepsSeen } from '../../store/derived.ts';
import { isLocked } from '../../store/frame.ts';
import { useFigure, useFigureStore } from '../../store/useFigure.ts';
import { Steady } from '../../ui/Steady.tsx';
import { useAgentWords } from '../../words/useAgentWords.ts';
import { useWords } from '../../words/useWords.ts';

interface EntryProps {
  readonly lane: LaneTrace;
  /** What the entry stands for, and where the playhead goes. */
  readonly event: TraceEvent;
  /** The cursor: what comes after it keeps its place and is neither seen nor read. */
  readonly at: number;
  readonly label?: string;
  /** When it began and when it will be over, where it takes a time. */
  readonly since?: number;
  readonly until?: number;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A line of the transcript. It takes the playhead to its moment. */
export function Entry({ lane, event, at, label, since, until, className = '', children }: EntryProps) {
  const words = useWords();
  const agent = useAgentWords();
  const store = useFigureStore();
  const locked = useFigure(({ frame }) => isLocked(frame, 'controls'));
  const current = lane.events.filter((each) => each.at <= at).at(-1)?.at === event.at;
  return (
    <button
      type="button"
      disabled={locked}
      aria-current={current ? 'step' : undefined}
      data-known={event.at <= at}
      className={`entry ${className}`}
      onClick={() => {
        const state = store.getState();
        state.playheadMoved(exactStepOf(stepsSeen(state), { lane: lane.id, id: event.id }));
      }}
    >
      {label !== undefined && <span className="entry-label text-label text-ink-3">{label} </span>}
      <span className="entry-text">{children}</span>
      <span className="entry-time font-mono text-label text-ink-3">
        {' '}
        {since === undefined || until === undefined ? (
          words.seconds(event.at)
        ) : (
          <Steady longest={agent.fromTo(since, until)}>{event.at < until ? words.seconds(since) : agent.fromTo(since, until)}</Steady>
        )}
      </span>
    </button>
  );
}
