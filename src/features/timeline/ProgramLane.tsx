import type { ProgramState } from '../../core/program-state.ts';
import { gatesAt } from '../../core/gate-phases.ts';
import { programGravity, programVerdict } from '../../core/program-state.ts';
import type { LaneTrace } from '../../core/trace.ts';
import { fraction, startOf, type Axis } from '../../drawing/axis.ts';
import { lookupRow } from '../../drawing/lane-layout.ts';
import { layoutProgram } from '../../drawing/program-layout.ts';
import { toneOfBar } from '../../drawing/bar-words.ts';
import { programBarWords } from '../../drawing/program-bar-words.ts';
import type { Shown } from '../../store/pace.ts';
import { programStateAt } from '../../core/program-state.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import { useTween } from '../../ui/useTween.ts';
import { laneName } from '../../words/lane-name.ts';
import { useWords } from '../../words/useWords.ts';
import { Deadline } from './Deadline.tsx';
import { Fit } from './Fit.tsx';
import { GateRowView } from './GateRowView.tsx';
import { EndMarkView, GuardMarkView, PostingView, ReadBackView } from './Marks.tsx';
import { extent, percent } from './place.ts';

interface ProgramLaneProps {
  readonly lane: LaneTrace;
  readonly at: number;
  readonly shown: Shown;
  readonly axis: Axis;
  readonly partsAt: number | null;
}

/** One lane of a program: what its caller was told beside what is true, above what it saw and what the gateway did. */
export function ProgramLane({ lane, at, shown, axis, partsAt }: ProgramLaneProps) {
  const state = programStateAt(lane, at);
  if (state === null) return null;
  return (
    <div data-lane={lane.id} className="border-b border-hair py-2 last:border-b-0">
      <Heading lane={lane} state={state} at={at} />
      <Rows lane={lane} state={state} at={at} shown={shown} axis={axis} partsAt={partsAt} />
    </div>
  );
}

function Heading({ lane, state, at }: Pick<RowsProps, 'lane' | 'state' | 'at'>) {
  const words = useWords();
  const { program } = words;
  const tone = TONE_OF_GRAVITY[programGravity(programVerdict(state))];
  return (
    <div data-tone={tone} className="program-heading">
      <span aria-hidden className={`lane-marker border-l-3 ${tone === 'plain' ? 'border-ink' : 'border-tone'}`} />
      <h2 className="font-semibold">{laneName(words, lane)}</h2>
      <dl className="program-facts text-label">
        <Fact name={program.toldName} value={program.told(state)} />
        <Fact name={program.trueName} value={program.truth(state)} toned={tone !== 'plain'} />
        <Fact name={program.attemptsName} value={String(state.attempts)} />
        <Fact name={program.endName} value={program.ending(state)} />
        {program.gateFacts(gatesAt(lane, at)).map((fact) => (
          <Fact key={fact.name} {...fact} className="program-gate" />
        ))}
      </dl>
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly toned?: boolean;
  readonly className?: string;
}

function Fact({ name, value, toned = false, className = '' }: FactProps) {
  return (
    <div className={`flex gap-1.5 ${className}`}>
      <dt className="text-ink-3">{name}</dt>
      <dd className={`font-semibold ${toned ? 'text-tone' : ''}`}>{value}</dd>
    </div>
  );
}

/** Below this share of the axis a dashed border would be a few dots. */
const THIN = 0.012;

interface RowsProps extends ProgramLaneProps {
  readonly state: ProgramState;
}

function Rows({ lane, state, at, shown, axis, partsAt }: RowsProps) {
  const words = useWords();
  const { program } = words;
  const looked = lookupRow(lane);
  const geometry = layoutProgram(lane, at, shown.at, axis);
  const here = percent(fraction(axis, shown.at));
  const { durationMs, ease } = shown;
  const cover = useTween<HTMLDivElement>({ transform: `translateX(calc(${here} - 100%))`, durationMs, ease });
  const content = useTween<HTMLDivElement>({ transform: `translateX(calc(100% - ${here}))`, durationMs, ease });
  const playhead = useTween<HTMLDivElement>({ transform: `translateX(${here})`, durationMs, ease });
  const writes = !state.onlyReads;

  return (
    <div className={`lane ${looked === null ? '' : 'lane-guarded'} ${writes ? '' : 'lane-reads'}`} style={{ ['--gates' as string]: geometry.gates.length, ['--quotas' as string]: lane.retryQuota === undefined ? 0 : 1 }}>
      <span className="lane-name lane-name-agent text-label text-ink-3">{words.rows.caller}</span>
      {geometry.gates.map(({ kind }, index) => (
        <span key={kind} className="lane-name lane-name-gate text-label text-ink-3" style={{ ['--gate' as string]: index }}>
          {program.gateRows[kind]}
        </span>
      ))}
      {looked !== null && <span className="lane-name lane-name-guard text-label text-ink-3">{words.lookupRows[looked]}</span>}
      {writes && <span className="lane-name lane-name-gateway text-label text-ink-3">{words.rows.gateway}</span>}
      <div className="lane-plot" role="img" aria-label={program.picture(laneName(words, lane), state, gatesAt(lane, at))}>
        {axis.ticks.map((tick) => (
          <span key={tick} className="lane-grid" style={{ left: percent(startOf(axis, tick)) }} />
        ))}
        {looked !== null && <span className="lane-line lane-line-guard" />}
        {writes && <span className="lane-line lane-line-gateway" />}
        {partsAt !== null && <span className="lane-parting" style={{ left: percent(startOf(axis, partsAt)) }} />}
        <div className="lane-cover" {...cover}>
          <div className="absolute inset-0" {...content}>
            {geometry.waits.map((wait) => (
              <span key={wait.id} data-asked={wait.asked} className="lane-wait" style={extent(wait)} />
            ))}
            {geometry.bars.map((bar) => (
              <span
                key={bar.id}
                data-tone={toneOfBar(bar)}
                data-state={bar.state.kind}
                data-alike={bar.count > 1 || undefined}
                data-admission={bar.admission ?? undefined}
                data-thin={(bar.to - bar.from) / bar.count < THIN || undefined}
                className="lane-bar text-label"
                data-stacked={bar.rows > 1 || undefined}
                style={{ ...extent(bar), ['--alike' as string]: bar.count, ['--row' as string]: bar.row, ['--rows' as string]: bar.rows }}
              >
                <Fit wordings={programBarWords(bar, words)} className="px-1" />
              </span>
            ))}
            {geometry.postings.map(({ id, at: x }) => (
              <span key={id} className="lane-stem" style={{ left: percent(x) }} />
            ))}
            {geometry.gates.map((row, index) => (
              <GateRowView key={row.kind} row={row} index={index} />
            ))}
          </div>
        </div>
        {geometry.bars.map(({ id, from, admission }) =>
          admission === null ? null : <span key={id} className={admission === 'probe' ? 'lane-probe' : 'lane-cross'} data-at="gate" style={{ left: percent(from) }} />,
        )}
        {geometry.waits.map((wait) => (
          <span key={wait.id} className="lane-wait-label font-mono text-label text-ink-2" style={extent(wait)}>
            <Fit wordings={program.wait(wait.delayMs, wait.asked, wait.layer)} font="mono" />
          </span>
        ))}
        {geometry.bars.map((bar) => (
          <Deadline key={bar.id} state={bar.state} to={bar.to} tone={toneOfBar(bar)} shownAt={fraction(axis, shown.at)} />
        ))}
        {geometry.endless !== null && (
          <span className="lane-endless text-label text-bad" style={extent(geometry.endless)}>
            <Fit wordings={program.endless} beside={1} />
          </span>
        )}
        {geometry.guardMarks.map((mark) => (
          <GuardMarkView key={mark.id} mark={mark} moves={program.guardMoves} />
        ))}
        {geometry.readBacks.map((mark) => (
          <ReadBackView key={mark.id} mark={mark} />
        ))}
        {geometry.postings.map((mark) => (
          <PostingView key={mark.id} mark={mark} />
        ))}
        {geometry.ends.map((mark) => (
          <EndMarkView key={mark.id} mark={mark} />
        ))}
        <div className="lane-playhead" {...playhead}>
          <span />
        </div>
      </div>
    </div>
  );
}
