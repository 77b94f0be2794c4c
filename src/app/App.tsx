import { Suspense, useEffect } from 'react';
import { laneStateAt } from '../core/ledger.ts';
import { Faults } from '../features/faults/Faults.tsx';
import { Headline } from '../features/headline/Headline.tsx';
import { Ledger } from '../features/ledger/Ledger.tsx';
import { ModelReads } from '../features/model-reads/ModelReads.tsx';
import { Notices } from '../features/notices/Notices.tsx';
import { Controls } from '../features/playback/Controls.tsx';
import { Policy } from '../features/policy/Policy.tsx';
import { Summary } from '../features/summary/Summary.tsx';
import { Timeline } from '../features/timeline/Timeline.tsx';
import { TraceText } from '../features/trace/TraceText.tsx';
import { WordsPanel } from '../features/words-panel/WordsPanel.tsx';
import type { FigureStore } from '../store/figure-store.ts';
import { FigureContext, useFigure } from '../store/useFigure.ts';
import { IconButton } from '../ui/IconButton.tsx';
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
        <Header />
        <main className="figure mx-auto max-w-stage">
          <div className="figure-headline grid gap-3">
            <Notices />
            <Headline />
          </div>
          <Part className="figure-timeline min-w-0">
            <Timeline>
              <Controls />
            </Timeline>
          </Part>
          {/* Nothing here is waited for: each boundary comes alive in a task of its own, after the timeline. */}
          <Suspense>
            <Part className="figure-side">
              <Summary />
              <Faults />
              <Policy />
            </Part>
          </Suspense>
          <Suspense>
            <Results />
          </Suspense>
          <Suspense>
            <Part className="figure-trace min-w-0">
              <TraceText />
            </Part>
          </Suspense>
        </main>
        <Footer />
      </FigureContext>
    </WordsContext>
  );
}

function Header() {
  const words = useWords();
  const canUndo = useFigure(({ history }) => history.past.length > 0);
  const canRedo = useFigure(({ history }) => history.future.length > 0);
  const undo = useFigure(({ undone }) => undone);
  const redo = useFigure(({ redone }) => redone);
  return (
    <header className="border-b border-hair">
      <Part className="mx-auto flex max-w-stage items-center gap-1 px-4 py-2 lg:px-7">
        <p className="mr-auto font-serif text-lead font-medium">{words.productName}</p>
        <IconButton icon="undo" label={words.buttons.undo} unavailable={!canUndo} onClick={undo} />
        <IconButton icon="redo" label={words.buttons.redo} unavailable={!canRedo} onClick={redo} />
        <span className="w-2" />
        <WordsPanel />
      </Part>
    </header>
  );
}

/** Both ledgers and what the model reads. The ledgers keep room for the entries that the run will bring. */
function Results() {
  const { trace } = useFigure(({ run }) => run);
  const rows = Math.max(1, ...trace.lanes.map((lane) => laneStateAt(lane, Infinity).entries.length));
  return (
    <Part className="figure-results">
      {trace.lanes.map((lane) => (
        <Ledger key={lane.id} lane={lane} rows={rows} />
      ))}
      <ModelReads />
    </Part>
  );
}

function Footer() {
  const words = useWords();
  const onMainThread = useFigure(({ engine }) => engine.kind === 'main-thread');
  return (
    <footer className="mx-auto max-w-stage px-4 pb-8 text-label text-ink-3 lg:px-7">
      <p>{words.leftOut}</p>
      <p role="status">{onMainThread ? words.engineOnMainThread : ''}</p>
    </footer>
  );
}
