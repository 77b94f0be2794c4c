import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { firstDivergence } from '../../core/divergence.ts';
import { endOf, laneStateAt } from '../../core/ledger.ts';
import { stepAt } from '../../core/steps.ts';
import { cursorTime, stepsOfRun } from '../../store/derived.ts';
import { isLocked } from '../../store/frame.ts';
import { shownTime } from '../../store/pace.ts';
import { useFigure, useFigureStore } from '../../store/useFigure.ts';
import { useWords } from '../../words/useWords.ts';
import { axisFor, fraction } from '../../drawing/axis.ts';
import { Lane } from './Lane.tsx';
import { LaneHeading } from './LaneHeading.tsx';
import { percent } from './place.ts';
import { StepSentence } from './StepSentence.tsx';
import './timeline.css';

const PLAYHEAD = 'input[type=range]';

function isPlayhead(target: EventTarget): boolean {
  return target instanceof Element && target.matches(PLAYHEAD);
}

interface TimelineProps {
  /** The playback controls: they move what this shows. */
  readonly children: ReactNode;
}

export function Timeline({ children }: TimelineProps) {
  const words = useWords();
  const store = useFigureStore();
  const { trace } = useFigure((state) => state.run);
  const at = useFigure(cursorTime);
  const shown = useFigure(useShallow(shownTime));
  const axis = axisFor(endOf(trace));
  const [playheadFocused, setPlayheadFocused] = useState(false);
  const [first, second] = trace.lanes;
  const parting = first === undefined || second === undefined ? null : firstDivergence(first, second);
  const partsAt = parting !== null && parting <= at ? parting : null;

  const moveTo = (event: MouseEvent<HTMLElement>): void => {
    const plot = event.target instanceof Element ? event.target.closest('.lane-plot') : null;
    if (plot === null || isLocked(store.getState().frame, 'controls')) return;
    const { left, width } = plot.getBoundingClientRect();
    const { run, playheadMoved } = store.getState();
    playheadMoved(stepAt(stepsOfRun(run), ((event.clientX - left) / width) * axis.endMs));
    event.currentTarget.querySelector<HTMLInputElement>(PLAYHEAD)?.focus();
  };

  return (
    <section
      aria-label={words.timeline}
      className="timeline rounded border bg-card"
      onKeyDown={(event) => {
        const move = keyMove(event);
        const { frame } = store.getState();
        if (move === null || frame.keys === 'off' || isLocked(frame, 'controls')) return;
        event.preventDefault();
        store.getState()[move]();
      }}
      onClick={moveTo}
      onFocus={({ target }) => {
        setPlayheadFocused(isPlayhead(target));
      }}
      onBlur={() => {
        setPlayheadFocused(false);
      }}
    >
      <div className="timeline-lanes px-4 pt-3">
        {trace.lanes.map((lane) => {
          const state = laneStateAt(lane, at);
          return (
            <div key={lane.id} data-lane={lane.id} className="border-b border-hair py-2 last:border-b-0">
              <LaneHeading guarded={lane.guard.kind !== 'none'} state={state} />
              <Lane lane={lane} state={state} at={at} shown={shown} axis={axis} partsAt={partsAt} />
            </div>
          );
        })}
        <div aria-hidden className="timeline-axis font-mono text-label text-ink-3">
          {partsAt !== null && (
            <PartHere share={fraction(axis, partsAt)} />
          )}
          {axis.ticks.map((tick, index) => {
            const text = words.tick(tick, index === axis.ticks.length - 1);
            // The last may reach into the card's margin and no further.
            const left = `min(${percent(fraction(axis, tick))}, calc(100% + 0.75rem - ${text.length / 2}ch))`;
            return (
              <span key={tick} style={{ left }}>
                {text}
              </span>
            );
          })}
        </div>
      </div>
      <StepSentence silent={playheadFocused} />
      {children}
    </section>
  );
}

/** How wide a character of the label is, in ch of the axis, at most. */
const CH_PER_CHARACTER = 0.9;

/** In the middle under its line, as far as the axis has room at both ends. */
function PartHere({ share }: { readonly share: number }) {
  const words = useWords();
  const half = `${(words.partHere.length * CH_PER_CHARACTER) / 2}ch`;
  return (
    <span className="timeline-parting font-sans text-ink-2" style={{ left: `clamp(${half}, ${percent(share)}, calc(100% - ${half}))` }}>
      {words.partHere}
    </span>
  );
}

type Move = 'steppedForward' | 'steppedBack' | 'jumpedToFirst' | 'jumpedToLast';

/** As on the playhead, where up is more. PageDown is what a clicker sends for "next". */
const MOVES: Readonly<Record<string, Move>> = {
  ArrowRight: 'steppedForward',
  ArrowUp: 'steppedForward',
  PageDown: 'steppedForward',
  ArrowLeft: 'steppedBack',
  ArrowDown: 'steppedBack',
  PageUp: 'steppedBack',
  Home: 'jumpedToFirst',
  End: 'jumpedToLast',
};

/** Keys of the buttons in the timeline; the controls that have keys of their own keep them. */
function keyMove(event: KeyboardEvent): Move | null {
  const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented, target } = event;
  if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return null;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return null;
  return MOVES[event.key] ?? null;
}
