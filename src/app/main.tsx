import { createRoot, hydrateRoot } from 'react-dom/client';
import { createFigureStore } from '../store/figure-store.ts';
import { App } from './App.tsx';
import { connectEngine } from './connect-engine.ts';
import { connectPlayback } from './connect-playback.ts';
import { connectUrl, openLink } from './connect-url.ts';
import { openingRun } from './opening.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root');

const store = createFigureStore(openingRun());
const opensElsewhere = openLink(store);

if (opensElsewhere) {
  // The prerendered picture is another state's, and is hidden: start afresh, and show it with its own run.
  root.replaceChildren();
  createRoot(root).render(<App store={store} />);
} else {
  hydrateRoot(root, <App store={store} />);
}

connectPlayback(store);
connectUrl(store);
connectEngine(store, { atOnce: opensElsewhere });
