import type { LaneState } from '../../core/ledger.ts';
import type { LaneTrace } from '../../core/trace.ts';
import { fraction, type Axis } from '../../drawing/axis.ts';
import { barWordings, toneOfBar } from '../../drawing/bar-words.ts';
import { layoutLane, lookupRow, type Bar, type QuietGroup, type Wait } from '../../drawing/lane-layout.ts';
import type { Shown } from '../../store/pace.ts';
import { useTween } from '../../ui/useTween.ts';
import { laneName } from '../../words/lane-name.ts';
import { useWords } from '../../words/useWords.ts';
import { Deadline } from './Deadline.tsx';
import { Fit } from './Fit.tsx';
import { GatewayMarkView, GuardMarkView, ReadBackView, RejectionView } from './Marks.tsx';
import { extent, percent } from './place.ts';

interface LaneProps {
  readonly lane: LaneTrace;
  readonly state: LaneState;
  /** The cursor: what is known. */
  readonly at: number;
  readonly shown: Shown;
  readonly axis: Axis;
  /** Where the lanes part, once that has happened. */
  readonly partsAt: number | null;
}

/** One lane's rows on the time axis: what the agent saw, what its guard did, what the gateway did. */
export function Lane({ lane, state, at, shown, axis, partsAt }: LaneProps) {
  const words = useWords();
  const looked = lookupRow(lane);
  const geometry = layoutLane(lane, at, shown.at, axis);
  const here = percent(fraction(axis, shown.at));
  const { durationMs, ease } = shown;
  // Outer and inner move against each other: what is left of the playhead is uncovered, and stays in place.
  const cover = useTween<HTMLDivElement>({ transform: `translateX(calc(${here} - 100%))`, durationMs, ease });
  const content = useTween<HTMLDivElement>({ transform: `translateX(calc(100% - ${here}))`, durationMs, ease });
  const playhead = useTween<HTMLDivElement>({ transform: `translateX(${here})`, durationMs, ease });

  return (
    <div className={`lane ${looked === null ? '' : 'lane-guarded'}`}>
      <RowName row="agent">{words.rows.agent}</RowName>
      {looked !== null && <RowName row="guard">{words.lookupRows[looked]}</RowName>}
      <RowName row="gateway">{words.rows.gateway}</RowName>
      <div className="lane-plot" role="img" aria-label={words.lanePicture(laneName(words, lane), state)}>
        {axis.ticks.map((tick) => (
          <span key={tick} className="lane-grid" style={{ left: percent(fraction(axis, tick)) }} />
        ))}
        {looked !== null && <span className="lane-line lane-line-guard" />}
        <span className="lane-line lane-line-gateway" />
        {partsAt !== null && <span className="lane-parting" style={{ left: percent(fraction(axis, partsAt)) }} />}

        <div className="lane-cover" {...cover}>
          <div className="absolute inset-0" {...content}>
            {geometry.waits.map((wait) => (
              <span key={wait.id} className="lane-wait" style={extent(wait)} />
            ))}
            {geometry.bars.map((bar) => (
              <BarView key={bar.id} bar={bar} />
            ))}
            {geometry.gatewayMarks.map(({ id, at: x }) => (
              <span key={id} className="lane-stem" style={{ left: percent(x) }} />
            ))}
          </div>
        </div>

        {geometry.quiet.map((group) => (
          <QuietLabel key={group.id} group={group} />
        ))}
        {geometry.waits.map((wait) => (
          <WaitLabel key={wait.id} wait={wait} />
        ))}
        {geometry.bars.map((bar) => (
          <Deadline key={bar.id} state={bar.state} to={bar.to} tone={toneOfBar(bar)} shownAt={fraction(axis, shown.at)} />
        ))}
        {geometry.rejections.map((rejection) => (
          <RejectionView key={rejection.id} rejection={rejection} />
        ))}
        {geometry.guardMarks.map((mark) => (
          <GuardMarkView key={mark.id} mark={mark} />
        ))}
        {geometry.readBacks.map((mark) => (
          <ReadBackView key={mark.id} mark={mark} />
        ))}
        {geometry.gatewayMarks.map((mark) => (
          <GatewayMarkView key={mark.id} mark={mark} />
        ))}
        <div className="lane-playhead" {...playhead}>
          <span />
        </div>
      </div>
    </div>
  );
}

function RowName({ row, children }: { readonly row: 'agent' | 'guard' | 'gateway'; readonly children: string }) {
  return <span className={`lane-name lane-name-${row} text-label text-ink-3`}>{children}</span>;
}

function BarView({ bar }: { readonly bar: Bar }) {
  const words = useWords();
  return (
    <span data-tone={toneOfBar(bar)} data-state={bar.state.kind} className="lane-bar text-label" style={extent(bar)}>
      <Fit wordings={barWordings(bar, words)} atLeast={bar.untroubled ? LONGEST_READ : 0} className="px-1" />
    </span>
  );
}

function WaitLabel({ wait }: { readonly wait: Wait }) {
  const words = useWords();
  return (
    <span className="lane-wait-label font-mono text-label text-ink-2" style={extent(wait)}>
      <Fit wordings={[words.duration(wait.delayMs)]} font="mono" />
    </span>
  );
}

/** Bars with room for the longest name of a read, in ch, say it themselves; all of them or none. */
const LONGEST_READ = 6;
const NAMED_ABOVE = `fit-below-${LONGEST_READ}`;

function QuietLabel({ group: { from, width, tools } }: { readonly group: QuietGroup }) {
  const words = useWords();
  return (
    <span className="lane-quiet @container px-1 text-label text-ink-2" style={extent({ from, to: from + width })}>
      <span className={NAMED_ABOVE}>{words.bar.quietGroup(tools)}</span>
    </span>
  );
}
