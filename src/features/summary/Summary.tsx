import { laneStateAt } from '../../core/ledger.ts';
import { isAboutRefund } from '../../core/lone-finding.ts';
import { isProgram } from '../../core/program.ts';
import { gravityOf, verdictOf } from '../../core/verdict.ts';
import { cursorTime, traceSeen } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import { laneName } from '../../words/lane-name.ts';
import { useWords } from '../../words/useWords.ts';

/** Both totals in one line, pinned while the switches are used where there is no room for them beside the ledgers. */
export function Summary() {
  const words = useWords();
  const scenario = useFigure(({ run }) => run.scenario);
  const trace = useFigure(traceSeen);
  const at = useFigure(cursorTime);
  const lanes = trace.lanes.filter((lane) => isProgram(lane) || isAboutRefund(scenario, lane));
  if (lanes.length === 0) return null;
  return (
    // The ledgers say the same; here it is for the eye only.
    <div aria-hidden className="summary">
      {lanes.map((lane) => {
        const state = laneStateAt(lane, at);
        const tone = TONE_OF_GRAVITY[gravityOf(verdictOf(state))];
        return (
          <span key={lane.id} data-tone={tone} className="flex items-baseline gap-2">
            <span className="text-label text-ink-2">{laneName(words, lane)}</span>
            <span className={`font-mono font-semibold ${tone === 'plain' ? '' : 'text-tone'}`}>{words.money(state.totalMinor)}</span>
          </span>
        );
      })}
    </div>
  );
}
