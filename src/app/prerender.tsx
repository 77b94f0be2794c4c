import { renderToString } from 'react-dom/server';
import { DEFAULT_SETTINGS, figureScenario } from '../core/figure.ts';
import { simulate } from '../core/simulate.ts';
import { createFigureStore, type FinishedRun } from '../store/figure-store.ts';
import { en } from '../words/en.ts';
import { App } from './App.tsx';
import { OPENING_ID } from './opening.ts';

export interface Prerendered {
  readonly title: string;
  readonly description: string;
  /** The opening picture as markup. */
  readonly markup: string;
  /** The run behind it, as a data block for the script to start from. */
  readonly data: string;
  readonly needsScript: string;
}

/** The page as it opens, drawn by the same components from the same engine, when the page is built. */
export function prerender(): Prerendered {
  const scenario = figureScenario(DEFAULT_SETTINGS);
  const run: FinishedRun = { scenario, trace: simulate(scenario) };
  // In a data block only `<` could end it early.
  const json = JSON.stringify(run).replaceAll('<', String.raw`\u003c`);
  return {
    title: en.productName,
    description: en.description,
    markup: renderToString(<App store={createFigureStore(run)} />),
    data: `<script type="application/json" id="${OPENING_ID}">${json}</script>`,
    needsScript: en.needsScript,
  };
}
