import { laneStateAt } from '../../core/ledger.ts';
import { isAboutRefund } from '../../core/lone-finding.ts';
import { programGravity, programStateAt, programVerdict } from '../../core/program-state.ts';
import { isProgram } from '../../core/program.ts';
import type { LaneTrace } from '../../core/trace.ts';
import { gravityOf, verdictOf, type Gravity } from '../../core/verdict.ts';
import { cursorTime, traceSeen } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import type { Words } from '../../words/en.ts';
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
        const { total, gravity } = sumOf(lane, at, words);
        const tone = TONE_OF_GRAVITY[gravity];
        return (
          <span key={lane.id} data-tone={tone} className="flex items-baseline gap-2">
            <span className="text-label text-ink-2">{laneName(words, lane)}</span>
            <span className={`font-mono font-semibold ${tone === 'plain' ? '' : 'text-tone'}`}>{total}</span>
          </span>
        );
      })}
    </div>
  );
}

/** Of a program, in what it counts: money, entries or items read. */
function sumOf(lane: LaneTrace, at: number, words: Words): { readonly total: string; readonly gravity: Gravity } {
  const program = programStateAt(lane, at);
  if (program !== null) return { total: words.program.total(program), gravity: programGravity(programVerdict(program)) };
  const state = laneStateAt(lane, at);
  return { total: words.money(state.totalMinor), gravity: gravityOf(verdictOf(state)) };
}
