import { essayLines, essayText, hasLedger, ledgerLine } from '../../core/format/essay.ts';
import type { TextLine } from '../../core/format/text-line.ts';
import { isProgram } from '../../core/program.ts';
import type { Scenario } from '../../core/scenario.ts';
import type { LaneTrace, Trace } from '../../core/trace.ts';
import { cursorTime, traceSeen } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectedField } from '../../ui/SelectedField.tsx';
import { useCopy } from '../../ui/useCopy.ts';
import { laneName } from '../../words/lane-name.ts';
import { useWords } from '../../words/useWords.ts';
import './trace.css';

/** The run as the essay prints it, with the line under the playhead marked. */
export function TraceText() {
  const words = useWords();
  const scenario = useFigure(({ run }) => run.scenario);
  const trace = useFigure(traceSeen);
  const text = essayText(scenario, trace);
  const { copying, copy } = useCopy(text);

  return (
    <section aria-labelledby="trace-heading" className="border-t border-hair pt-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="trace-heading" className="font-semibold">
          {words.trace}
        </h2>
        <p className="mr-auto text-label text-ink-3">{trace.lanes.some(isProgram) ? words.program.traceNote : words.traceNote}</p>
        <span role="status" className="text-label text-ink-2">
          {copying === 'copied' ? words.buttons.copied : ''}
        </span>
        <Button icon="copy" onClick={copy}>
          {words.buttons.copyTrace}
        </Button>
      </div>
      {copying === 'refused' && <SelectedField label={words.buttons.copyByHand} text={text} rows={6} />}
      <div className="trace-lanes mt-2">
        {trace.lanes.map((lane) => (
          <LaneText key={lane.id} lane={lane} />
        ))}
      </div>
    </section>
  );
}

function LaneText({ lane }: { readonly lane: LaneTrace }) {
  const words = useWords();
  const { scenario, trace } = useFigure(({ run }) => run);
  const at = useFigure(cursorTime);
  const lines = linesOf(scenario, trace, lane);
  const current = lines.findLast((line) => line.at <= at)?.at;
  return (
    <div className="min-w-0">
      <h3 className="text-label text-ink-3">{laneName(words, lane)}</h3>
      <ol className="trace-lines font-mono text-label">
        {lines.map((line, index) => (
          <Line key={index} line={line} current={line.at === current} known={line.at <= at} />
        ))}
      </ol>
    </div>
  );
}

/** The ledger ends the text of every run that moves money; of a program and of a single refund it is a part already. */
function linesOf(scenario: Scenario, trace: Trace, lane: LaneTrace): readonly TextLine[] {
  const lines = essayLines(scenario, lane);
  const isMissing = !isProgram(lane) && hasLedger(scenario, trace) && scenario.agent.controller !== 'single-call';
  return isMissing ? [...lines, ledgerLine(scenario, lane)] : lines;
}

interface LineProps {
  readonly line: TextLine;
  readonly current: boolean;
  readonly known: boolean;
}

function Line({ line: { text }, current, known }: LineProps) {
  const indent = text.length - text.trimStart().length;
  return (
    <li
      aria-current={current ? 'step' : undefined}
      data-known={known}
      className={current ? 'text-ink' : 'text-ink-2'}
      style={{ paddingLeft: `${indent + 1}ch` }}
    >
      {text.trimStart()}
    </li>
  );
}
