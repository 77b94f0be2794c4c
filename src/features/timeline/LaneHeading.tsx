import type { LaneState } from '../../core/ledger.ts';
import { gravityOf, verdictOf } from '../../core/verdict.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import { useWords } from '../../words/useWords.ts';

interface LaneHeadingProps {
  readonly guarded: boolean;
  readonly state: LaneState;
}

/** The lane's name; in a narrow figure its total and verdict too, so that the point is seen without scrolling. */
export function LaneHeading({ guarded, state }: LaneHeadingProps) {
  const words = useWords();
  const verdict = verdictOf(state);
  const tone = TONE_OF_GRAVITY[gravityOf(verdict)];
  return (
    <div data-tone={tone} className="lane-heading flex items-baseline gap-2">
      <span aria-hidden className={`h-3 w-0 self-center border-l-3 ${tone === 'plain' ? 'border-ink' : 'border-tone'}`} />
      <h2 className="mr-auto font-semibold">{words.laneName(guarded)}</h2>
      <span className={`lane-verdict items-baseline gap-2 text-right ${tone === 'plain' ? 'text-ink-2' : 'text-tone'}`}>
        <span className="text-label">{words.verdict(verdict, guarded)}</span>
        <span className="font-mono text-lead font-semibold">{words.money(state.totalMinor)}</span>
      </span>
    </div>
  );
}
