import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { firstDivergence } from '../../core/divergence.ts';
import { laneStateAt } from '../../core/ledger.ts';
import { isProgram } from '../../core/program.ts';
import { stepAt } from '../../core/steps.ts';
import { cursorTime, stepsSeen, traceSeen } from '../../store/derived.ts';
import { isLocked } from '../../store/frame.ts';
import { shownTime } from '../../store/pace.ts';
import { useFigure, useFigureStore } from '../../store/useFigure.ts';
import { useWords } from '../../words/useWords.ts';
import { startOf, timeAt } from '../../drawing/axis.ts';
import { axisOf } from '../../drawing/axis-of.ts';
import { Lane } from './Lane.tsx';
import { LaneChoice } from './LaneChoice.tsx';
import { LaneHeading } from './LaneHeading.tsx';
import { percent } from './place.ts';
import { ProgramLane } from './ProgramLane.tsx';
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
  const trace = useFigure(traceSeen);
  const at = useFigure(cursorTime);
  const shown = useFigure(useShallow(shownTime));
  const axis = axisOf(trace);
  const [playheadFocused, setPlayheadFocused] = useState(false);
  const [first, second] = trace.lanes;
  const parting = first === undefined || second === undefined ? null : firstDivergence(first, second);
  const partsAt = parting !== null && parting <= at ? parting : null;

  const moveTo = (event: MouseEvent<HTMLElement>): void => {
    const plot = event.target instanceof Element ? event.target.closest('.lane-plot') : null;
    if (plot === null || isLocked(store.getState().frame, 'controls')) return;
    const { left, width } = plot.getBoundingClientRect();
    const state = store.getState();
    state.playheadMoved(stepAt(stepsSeen(state), timeAt(axis, (event.clientX - left) / width)));
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
      <LaneChoice />
      <div className="timeline-lanes px-4 pt-3">
        {trace.lanes.map((lane) => {
          if (isProgram(lane)) return <ProgramLane key={lane.id} lane={lane} at={at} shown={shown} axis={axis} partsAt={partsAt} />;
          const state = laneStateAt(lane, at);
          return (
            <div key={lane.id} data-lane={lane.id} className="border-b border-hair py-2 last:border-b-0">
              <LaneHeading lane={lane} at={at} />
              <Lane lane={lane} state={state} at={at} shown={shown} axis={axis} partsAt={partsAt} />
            </div>
          );
        })}
        <div aria-hidden className="timeline-axis font-mono text-label text-ink-3">
          {partsAt !== null && (
            <PartHere share={startOf(axis, partsAt)} />
          )}
          {axis.ticks.map((tick, index) => {
            // Where times are not in proportion, each names its unit.
            const text = words.tick(tick, axis.stops !== undefined || index === axis.ticks.length - 1);
            // The last may reach into the card's margin and no further.
            const left = `min(${percent(startOf(axis, tick))}, calc(100% + 0.75rem - ${text.length / 2}ch))`;
            return (
              <span key={tick} style={{ left }}>
                {text}
              </span>
            );
          })}
        </div>
      </div>
      {axis.stops !== undefined && <p className="px-4 text-label text-ink-3">{words.program.notToScale}</p>}
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
