import { cursorTime, traceSeen } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import { laneName } from '../../words/lane-name.ts';
import { laneSums } from '../../words/lane-sums.ts';
import { useWords } from '../../words/useWords.ts';

/** Both totals in one line, pinned while the switches are used where there is no room for them beside the ledgers. */
export function Summary() {
  const words = useWords();
  const scenario = useFigure(({ run }) => run.scenario);
  const trace = useFigure(traceSeen);
  const at = useFigure(cursorTime);
  const totals = trace.lanes.flatMap((lane) => {
    const sums = laneSums(scenario, lane, at, words);
    return sums === null ? [] : [{ lane, total: sums.total, tone: TONE_OF_GRAVITY[sums.gravity] }];
  });
  if (totals.length === 0) return null;
  return (
    // The ledgers say the same; here it is for the eye only.
    <div aria-hidden className="summary">
      {totals.map(({ lane, total, tone }) => (
        <span key={lane.id} data-tone={tone} className="flex items-baseline gap-2">
          <span className="text-label text-ink-2">{laneName(words, lane)}</span>
          <span className={`font-mono font-semibold ${tone === 'plain' ? '' : 'text-tone'}`}>{total}</span>
        </span>
      ))}
    </div>
  );
}
