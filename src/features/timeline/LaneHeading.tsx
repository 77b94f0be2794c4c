import type { LaneTrace } from '../../core/trace.ts';
import { useFigure } from '../../store/useFigure.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import { laneName } from '../../words/lane-name.ts';
import { laneSums } from '../../words/lane-sums.ts';
import { useWords } from '../../words/useWords.ts';

interface LaneHeadingProps {
  readonly lane: LaneTrace;
  /** The cursor: what is known. */
  readonly at: number;
}

/** The lane's name; in a narrow figure its total and verdict too, so that the point is seen without scrolling. */
export function LaneHeading({ lane, at }: LaneHeadingProps) {
  const words = useWords();
  const scenario = useFigure(({ run }) => run.scenario);
  const sums = laneSums(scenario, lane, at, words);
  const tone = sums === null ? 'plain' : TONE_OF_GRAVITY[sums.gravity];
  return (
    <div data-tone={tone} className={`lane-heading ${tone === 'plain' ? 'text-ink-2' : 'text-tone'}`}>
      <span aria-hidden className={`lane-marker border-l-3 ${tone === 'plain' ? 'border-ink' : 'border-tone'}`} />
      <h2 className="font-semibold text-ink">{laneName(words, lane)}</h2>
      {sums !== null && (
        <>
          <span className="lane-verdict text-label">{sums.verdict}</span>
          <span className="lane-total font-mono text-lead font-semibold">{sums.total}</span>
        </>
      )}
    </div>
  );
}
