import type { LaneState } from '../../core/ledger.ts';
import { isAboutRefund } from '../../core/lone-finding.ts';
import type { LaneTrace } from '../../core/trace.ts';
import { gravityOf, verdictOf } from '../../core/verdict.ts';
import { useFigure } from '../../store/useFigure.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import { laneName } from '../../words/lane-name.ts';
import { useWords } from '../../words/useWords.ts';

interface LaneHeadingProps {
  readonly lane: LaneTrace;
  readonly state: LaneState;
}

/** The lane's name; in a narrow figure its total and verdict too, so that the point is seen without scrolling. */
export function LaneHeading({ lane, state }: LaneHeadingProps) {
  const words = useWords();
  const ofRefund = useFigure(({ run }) => isAboutRefund(run.scenario, lane));
  const verdict = verdictOf(state);
  const tone = ofRefund ? TONE_OF_GRAVITY[gravityOf(verdict)] : 'plain';
  return (
    <div data-tone={tone} className={`lane-heading ${tone === 'plain' ? 'text-ink-2' : 'text-tone'}`}>
      <span aria-hidden className={`lane-marker border-l-3 ${tone === 'plain' ? 'border-ink' : 'border-tone'}`} />
      <h2 className="font-semibold text-ink">{laneName(words, lane)}</h2>
      {ofRefund && (
        <>
          <span className="lane-verdict text-label">{words.verdict(verdict, lane.guard.kind !== 'none')}</span>
          <span className="lane-total font-mono text-lead font-semibold">{words.money(state.totalMinor)}</span>
        </>
      )}
    </div>
  );
}
