import { cursorStep, stepsOfRun } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { useWords } from '../../words/useWords.ts';
import { tellStep } from '../../words/tellStep.ts';

/**
 * What happens on this step, in one sentence. Seen by all, and spoken politely, unless the playhead has
 * the focus: then its value text says it. While playing only outcomes are spoken.
 */
export function StepSentence({ silent }: { readonly silent: boolean }) {
  const words = useWords();
  const step = useFigure((state) => stepsOfRun(state.run)[cursorStep(state)]);
  const playing = useFigure((state) => state.playback === 'playing');
  const trace = useFigure((state) => state.run.trace);
  const spoken = !silent && step !== undefined && (!playing || step.events.some(({ event }) => event.kind === 'outcome'));
  const sentence = tellStep(words, trace, step);
  return (
    <div className="step-sentence px-4 text-label text-ink-2">
      <p aria-hidden>{sentence}</p>
      <p role="status" className="sr-only">
        {spoken ? sentence : ''}
      </p>
    </div>
  );
}
