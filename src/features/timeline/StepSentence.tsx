import { useMemo } from 'react';
import { cursorStep, stepsSeen, traceSeen } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Steady } from '../../ui/Steady.tsx';
import { useWords } from '../../words/useWords.ts';
import { tellStep } from '../../words/tellStep.ts';

/**
 * What happens on this step, in one sentence. Seen by all, and spoken politely, unless the playhead has
 * the focus: then its value text says it. While playing only outcomes are spoken.
 */
export function StepSentence({ silent }: { readonly silent: boolean }) {
  const words = useWords();
  const steps = useFigure(stepsSeen);
  const step = steps[useFigure(cursorStep)];
  const playing = useFigure((state) => state.playback === 'playing');
  const trace = useFigure(traceSeen);
  const spoken = !silent && step !== undefined && (!playing || step.events.some(({ event }) => event.kind === 'outcome'));
  const sentence = tellStep(words, trace, step);
  const longestSentence = useMemo(
    () =>
      steps
        .map((each) => tellStep(words, trace, each))
        .reduce((longest, each) => (each.length > longest.length ? each : longest), ''),
    [words, trace, steps],
  );
  return (
    <div className="step-sentence px-4 text-label text-ink-2">
      <p aria-hidden>
        <Steady longest={longestSentence}>{sentence}</Steady>
      </p>
      <p role="status" className="sr-only">
        {spoken ? sentence : ''}
      </p>
    </div>
  );
}
