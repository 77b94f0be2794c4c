import { useShallow } from 'zustand/react/shallow';
import { fraction } from '../../drawing/axis.ts';
import { axisOf } from '../../drawing/axis-of.ts';
import { cursorStep, cursorTime, stepsSeen, traceSeen } from '../../store/derived.ts';
import { isLocked } from '../../store/frame.ts';
import { shownTime } from '../../store/pace.ts';
import { SPEEDS, type Speed } from '../../store/speed.ts';
import { useFigure, useFigureStore } from '../../store/useFigure.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Scrubber } from '../../ui/Scrubber.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { tellStep } from '../../words/tellStep.ts';
import { useWords } from '../../words/useWords.ts';

/** One scrubber for everything: both lanes, the ledgers, what the model reads and the trace follow it. */
export function Controls() {
  const words = useWords();
  // Actions never change; what does is selected, so that a slider that moves does not draw the controls again.
  const actions = useFigureStore().getState();
  const trace = useFigure(traceSeen);
  const speed = useFigure((state) => state.speed);
  const playing = useFigure((state) => state.playback === 'playing');
  const index = useFigure(cursorStep);
  const at = useFigure(cursorTime);
  const shown = useFigure(useShallow(shownTime));
  const steps = useFigure(stepsSeen);
  const last = steps.length - 1;
  const end = steps[last]?.at ?? 0;
  const axis = axisOf(trace);
  const shareOf = (time: number): number => (end === 0 ? 0 : axis.stops === undefined ? time / end : fraction(axis, time) / fraction(axis, end));
  const locked = useFigure(({ frame }) => isLocked(frame, 'controls'));
  const speedLocked = useFigure(({ frame }) => isLocked(frame, 'controls', 'speed'));
  const speedHidden = useFigure(({ frame }) => frame.hide.includes('speed'));
  const { buttons } = words;

  return (
    <div className="controls border-t border-hair px-3 py-2">
      <div className="controls-buttons flex items-center">
        <IconButton icon="first" label={buttons.first} unavailable={locked || index === 0} onClick={actions.jumpedToFirst} />
        <IconButton icon="back" label={buttons.back} unavailable={locked || index === 0} onClick={actions.steppedBack} />
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={playing ? buttons.pause : buttons.play}
          primary
          unavailable={locked}
          onClick={playing ? actions.paused : actions.played}
        />
        <IconButton icon="forward" label={buttons.forward} unavailable={locked || index === last} onClick={actions.steppedForward} />
        <IconButton icon="last" label={buttons.last} unavailable={locked || index === last} onClick={actions.jumpedToLast} />
      </div>
      <div className="controls-scrubber min-w-0">
        <Scrubber
          label={words.sliders.playhead}
          ticks={steps.map((step) => shareOf(step.at))}
          index={index}
          valueText={`${words.seconds(at)}, ${words.step(index, steps.length)}. ${tellStep(words, trace, steps[index])}`}
          onChange={actions.playheadMoved}
          onToggle={playing ? actions.paused : actions.played}
          durationMs={shown.durationMs}
          ease={shown.ease}
          disabled={locked}
        />
      </div>
      <div className="controls-place flex items-center gap-3">
        {/* As wide as the longest, so that the scrubber beside it keeps its width. */}
        <span className="font-mono text-label text-ink-2" style={{ minWidth: `${words.step(last, steps.length).length}ch` }}>
          {words.step(index, steps.length)}
        </span>
        <span className="min-w-16 text-right font-mono">{words.seconds(at)}</span>
        {!speedHidden && (
          <Segmented
            legend={words.speed}
            legendHidden
            options={SPEEDS.map((each) => ({ value: String(each), label: words.speedOf(each) }))}
            value={String(speed)}
            disabled={speedLocked}
            onChange={(value) => {
              const chosen = SPEEDS.find((each): each is Speed => String(each) === value);
              if (chosen !== undefined) actions.speedChosen(chosen);
            }}
          />
        )}
        <IconButton icon="reset" label={buttons.reset} unavailable={locked} onClick={actions.resetPressed} />
      </div>
    </div>
  );
}
