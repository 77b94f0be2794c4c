import { Suspense, useEffect, type ReactNode } from 'react';
import { laneStateAt } from '../core/ledger.ts';
import { isProgram } from '../core/program.ts';
import { isAboutRefund } from '../core/lone-finding.ts';
import { speakToFrame } from '../embed/speak-to-frame.ts';
import { Faults } from '../features/faults/Faults.tsx';
import { FullFigure } from '../features/full-figure/FullFigure.tsx';
import { Headline } from '../features/headline/Headline.tsx';
import { Neighbours } from '../features/incidents/Neighbours.tsx';
import { Story } from '../features/incidents/Story.tsx';
import { Ledger } from '../features/ledger/Ledger.tsx';
import { ProgramLedger } from '../features/ledger/ProgramLedger.tsx';
import { ModelReads } from '../features/model-reads/ModelReads.tsx';
import { Notices } from '../features/notices/Notices.tsx';
import { Controls } from '../features/playback/Controls.tsx';
import { Policy } from '../features/policy/Policy.tsx';
import { Scenarios } from '../features/scenarios/Scenarios.tsx';
import { Share } from '../features/share/Share.tsx';
import { Summary } from '../features/summary/Summary.tsx';
import { Timeline } from '../features/timeline/Timeline.tsx';
import { TraceText } from '../features/trace/TraceText.tsx';
import { Views } from '../features/views/Views.tsx';
import { WordsPanel } from '../features/words-panel/WordsPanel.tsx';
import { traceSeen } from '../store/derived.ts';
import type { FigureState, FigureStore } from '../store/figure-store.ts';
import { isLocked, THEMES, type FigurePart } from '../store/frame.ts';
import { FigureContext, useFigure } from '../store/useFigure.ts';
import { viewOf } from '../store/view.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Select } from '../ui/Select.tsx';
import { en } from '../words/en.ts';
import { useWords, WordsContext } from '../words/useWords.ts';
import { useOnPaper } from './on-paper.ts';
import { Agent } from './Agent.tsx';
import { Incidents } from './Incidents.tsx';
import { Part } from './Part.tsx';
import { NewPlace } from './new-place.tsx';
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
  const lists = useFigure(listsIncidents);
  return (
    <>
      {!embedded && <Header />}
      {lists ? <List /> : <Stage />}
      {embedded ? <EmbedFooter /> : <Footer />}
    </>
  );
}

/** The list stays until the incident that was chosen from it is there. */
function listsIncidents(state: FigureState): boolean {
  const { settings, run } = state;
  return viewOf(state) === 'incidents' && (settings.shows.kind !== 'incident' || run.scenario.incident === undefined);
}

function List() {
  return (
    <main className="mx-auto grid max-w-stage gap-3 px-4 pt-5 pb-8 lg:px-7">
      <Notices />
      <Incidents />
    </main>
  );
}

/** Two lanes of one run, and what comes of them: at the gateway, or in the loop. */
function Stage() {
  const ofAgent = useFigure((state) => viewOf(state) === 'agent');
  return (
    <main className="figure mx-auto max-w-stage">
      <NewPlace />
      <div className="figure-headline grid gap-3">
        <Notices />
        <Shown part="story">
          <Neighbours />
        </Shown>
        <Shown part="headline">
          <Headline />
        </Shown>
      </div>
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
      {ofAgent ? (
        <Part className="figure-agent min-w-0">
          <Agent />
        </Part>
      ) : (
        <>
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
        </>
      )}
    </main>
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
  const isIncident = useFigure(({ run }) => run.scenario.incident !== undefined);
  const hidden = useFigure(({ frame: { hide } }) => (isIncident ? hide.includes('story') : hide.includes('switches') && hide.includes('policy')));
  // A scenario stands as it is: no switch and no slider is part of it.
  const showsFigure = useFigure(({ settings }) => settings.shows.kind === 'figure');
  if (hidden) return null;
  if (isIncident) {
    return (
      <Part className="figure-side">
        <Story />
      </Part>
    );
  }
  return (
    <Part className="figure-side">
      <Summary />
      <Shown part="switches">
        <div className="grid content-start gap-6">
          <Scenarios />
          {showsFigure && <Faults />}
        </div>
      </Shown>
      <Shown part="policy">{showsFigure && <Policy />}</Shown>
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
        <p className="mr-2 font-serif text-lead font-medium max-sm:mr-auto">{words.productName}</p>
        <Views />
        {/* On a phone the buttons have a line of their own, whatever the font: else they would wrap by a pixel. */}
        <span className="max-sm:basis-full sm:mr-auto" />
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
        <Share speakToFrame={speakToFrame} />
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
  const scenario = useFigure(({ run }) => run.scenario);
  const trace = useFigure(traceSeen);
  // A program has no model that could read anything.
  const isProgramRun = trace.lanes.some(isProgram);
  const hidden = useFigure(({ frame: { hide } }) => hide.includes('ledgers') && (isProgramRun || hide.includes('model')));
  const rows = Math.max(1, ...trace.lanes.map((lane) => laneStateAt(lane, Infinity).entries.length));
  if (hidden) return null;
  return (
    <Part className={`figure-results ${isProgramRun ? 'figure-results-two' : ''}`}>
      <Shown part="ledgers">
        {trace.lanes.filter(isProgram).map((lane) => (
          <ProgramLedger key={lane.id} lane={lane} rows={rows} />
        ))}
        {trace.lanes.filter((lane) => !isProgram(lane) && isAboutRefund(scenario, lane)).map((lane) => (
          <Ledger key={lane.id} lane={lane} rows={rows} />
        ))}
      </Shown>
      {!isProgramRun && (
        <Shown part="model">
          <ModelReads />
        </Shown>
      )}
    </Part>
  );
}

function Footer() {
  const words = useWords();
  const ofPrograms = useFigure((state) => viewOf(state) === 'incidents' || traceSeen(state).lanes.some(isProgram));
  return (
    <footer className="mx-auto max-w-stage px-4 pb-8 text-label text-ink-3 lg:px-7">
      <p>{ofPrograms ? words.program.leftOut : words.leftOut}</p>
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
