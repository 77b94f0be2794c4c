import { Suspense, useEffect, type ReactNode } from 'react';
import { laneStateAt } from '../core/ledger.ts';
import { isAboutRefund } from '../core/lone-finding.ts';
import { Faults } from '../features/faults/Faults.tsx';
import { FullFigure } from '../features/full-figure/FullFigure.tsx';
import { Headline } from '../features/headline/Headline.tsx';
import { Ledger } from '../features/ledger/Ledger.tsx';
import { ModelReads } from '../features/model-reads/ModelReads.tsx';
import { Notices } from '../features/notices/Notices.tsx';
import { Controls } from '../features/playback/Controls.tsx';
import { Policy } from '../features/policy/Policy.tsx';
import { Scenarios } from '../features/scenarios/Scenarios.tsx';
import { Share } from '../features/share/Share.tsx';
import { Summary } from '../features/summary/Summary.tsx';
import { Timeline } from '../features/timeline/Timeline.tsx';
import { TraceText } from '../features/trace/TraceText.tsx';
import { WordsPanel } from '../features/words-panel/WordsPanel.tsx';
import type { FigureStore } from '../store/figure-store.ts';
import { isLocked, THEMES, type FigurePart } from '../store/frame.ts';
import { FigureContext, useFigure } from '../store/useFigure.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Select } from '../ui/Select.tsx';
import { en } from '../words/en.ts';
import { useWords, WordsContext } from '../words/useWords.ts';
import { useOnPaper } from './on-paper.ts';
import { Part } from './Part.tsx';
import { undoKey } from './undo-key.ts';
import './styles.css';
import './layout.css';
import './print.css';

interface AppProps {
  readonly store: FigureStore;
}

export function App({ store }: AppProps) {
  useEffect(() => undoKey(store), [store]);
  const shown = useOnPaper(store);
  return (
    <WordsContext value={en}>
      <FigureContext value={shown}>
        <Page />
      </FigureContext>
    </WordsContext>
  );
}

function Page() {
  const embedded = useFigure(({ frame }) => frame.embed !== '0');
  return (
    <>
      {!embedded && <Header />}
      <main className="figure mx-auto max-w-stage">
        <div className="figure-headline grid gap-3">
          <Notices />
          <Shown part="headline">
            <Headline />
          </Shown>
        </div>
        {/* index.html names it: with this the page is first painted. */}
        <Part id="timeline" className="figure-timeline min-w-0">
          <Timeline>
            <Shown part="controls">
              <Controls />
            </Shown>
          </Timeline>
        </Part>
        {/* Nothing here is waited for: each boundary comes alive in a task of its own, after the timeline. */}
        <Suspense>
          <Side />
        </Suspense>
        <Suspense>
          <Results />
        </Suspense>
        <Suspense>
          <Shown part="trace">
            <Part className="figure-trace min-w-0">
              <TraceText />
            </Part>
          </Shown>
        </Suspense>
      </main>
      {embedded ? <EmbedFooter /> : <Footer />}
    </>
  );
}

interface ShownProps {
  readonly part: FigurePart;
  readonly children: ReactNode;
}

/** A part that a host may leave out. */
function Shown({ part, children }: ShownProps) {
  const hidden = useFigure(({ frame }) => frame.hide.includes(part));
  return hidden ? null : children;
}

/** Without switches and sliders the stage has the whole width. */
function Side() {
  const hidden = useFigure(({ frame }) => frame.hide.includes('switches') && frame.hide.includes('policy'));
  // A named run stands as it is: no switch and no slider is part of it.
  const named = useFigure(({ settings }) => settings.named !== null);
  if (hidden) return null;
  return (
    <Part className="figure-side">
      <Summary />
      <Shown part="switches">
        <div className="grid content-start gap-6">
          <Scenarios />
          {!named && <Faults />}
        </div>
      </Shown>
      <Shown part="policy">{!named && <Policy />}</Shown>
    </Part>
  );
}

function Header() {
  const words = useWords();
  const theme = useFigure(({ frame }) => frame.theme);
  const chooseTheme = useFigure(({ themeChosen }) => themeChosen);
  return (
    <header className="border-b border-hair">
      <Part className="mx-auto flex max-w-stage flex-wrap items-center gap-1 px-4 py-2 lg:px-7">
        {/* On a phone a line of its own, whatever the font: else it would wrap by a pixel. */}
        <p className="mr-auto font-serif text-lead font-medium max-sm:basis-full">{words.productName}</p>
        <UndoRedo />
        <span className="mx-1 max-sm:hidden">
          <Select
            label={words.theme}
            labelHidden
            options={THEMES.map((each) => ({ value: each, label: words.themes[each] }))}
            value={theme}
            onChange={chooseTheme}
          />
        </span>
        <Share />
        <WordsPanel />
      </Part>
    </header>
  );
}

function UndoRedo() {
  const words = useWords();
  const canUndo = useFigure(({ history }) => history.past.length > 0);
  const canRedo = useFigure(({ history }) => history.future.length > 0);
  const locked = useFigure(({ frame }) => isLocked(frame, 'undo'));
  const undo = useFigure(({ undone }) => undone);
  const redo = useFigure(({ redone }) => redone);
  return (
    <span className="flex gap-1">
      <IconButton icon="undo" label={words.buttons.undo} unavailable={locked || !canUndo} onClick={undo} />
      <IconButton icon="redo" label={words.buttons.redo} unavailable={locked || !canRedo} onClick={redo} />
    </span>
  );
}

/** Both ledgers and what the model reads. The ledgers keep room for the entries that the run will bring. */
function Results() {
  const { scenario, trace } = useFigure(({ run }) => run);
  const hidden = useFigure(({ frame }) => frame.hide.includes('ledgers') && frame.hide.includes('model'));
  const rows = Math.max(1, ...trace.lanes.map((lane) => laneStateAt(lane, Infinity).entries.length));
  if (hidden) return null;
  return (
    <Part className="figure-results">
      <Shown part="ledgers">
        {trace.lanes.filter((lane) => isAboutRefund(scenario, lane)).map((lane) => (
          <Ledger key={lane.id} lane={lane} rows={rows} />
        ))}
      </Shown>
      <Shown part="model">
        <ModelReads />
      </Shown>
    </Part>
  );
}

function Footer() {
  const words = useWords();
  return (
    <footer className="mx-auto max-w-stage px-4 pb-8 text-label text-ink-3 lg:px-7">
      <p>{words.leftOut}</p>
      <EngineStatus />
    </footer>
  );
}

/** What of the header is of use in another page, and the way to the whole. */
function EmbedFooter() {
  return (
    <footer className="figure-foot px-4 pb-2 text-label text-ink-2 lg:px-7">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <Shown part="undo">
          <UndoRedo />
        </Shown>
        <Shown part="words">
          <WordsPanel />
        </Shown>
        <div className="ml-auto min-w-0">
          <Shown part="link">
            <FullFigure />
          </Shown>
        </div>
      </div>
      <EngineStatus />
    </footer>
  );
}

function EngineStatus() {
  const words = useWords();
  const onMainThread = useFigure(({ engine }) => engine.kind === 'main-thread');
  return <p role="status">{onMainThread ? words.engineOnMainThread : ''}</p>;
}
