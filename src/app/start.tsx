import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { connectHost } from '../embed/connect-host.ts';
import { createFigureStore, type FigureStore } from '../store/figure-store.ts';
import { whenIdle } from '../store/when-idle.ts';
import { App } from './App.tsx';
import { connectEngine } from './connect-engine.ts';
import { connectFrame } from './connect-frame.ts';
import { connectPlayback } from './connect-playback.ts';
import { connectUrl, type Opened, openLink } from './connect-url.ts';
import { openingRun } from './opening.ts';

/** Brings the prerendered page to life, or draws the state that the link asks for. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no element with the id root');
  const store = createFigureStore(openingRun());
  draw(root, store, await openLink(store));
  connectPlayback(store);
  connectUrl(store);
  connectHost(store);
  // So that they are there when the network is not.
  whenIdle(() => {
    for (const view of [import('../features/incidents/IncidentList.tsx'), import('../features/agent/AgentPanels.tsx')]) view.catch(() => undefined);
  });
}

function draw(root: HTMLElement, store: FigureStore, { unchanged, opensRun }: Opened): void {
  connectFrame(store);
  if (!unchanged) {
    // The prerendered picture is another state's, and boot.js has hidden it: it is shown again with its own run.
    root.replaceChildren();
    createRoot(root).render(<App store={store} />);
    connectEngine(store, { hasRun: opensRun, onFirstRun: showPicture });
    if (opensRun) {
      store.getState().runArrived(store.getState().run);
      showPicture();
    }
  } else {
    // As a transition the work is done in slices, and a click between two of them is answered first.
    startTransition(() => {
      hydrateRoot(root, <App store={store} />);
    });
    showPicture();
    connectEngine(store, { hasRun: true });
  }
}

function showPicture(): void {
  delete document.documentElement.dataset['opening'];
}
