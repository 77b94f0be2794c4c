import { useEffect } from 'react';
import type { FigureState, FigureStore } from '../store/figure-store.ts';
import { useFigure, useFigureStore } from '../store/useFigure.ts';
import { viewOf } from '../store/view.ts';

/** Where the reader of each figure was last. The first place is where the page opened, and asks for nothing. */
const last = new WeakMap<FigureStore, string>();

/**
 * A view or an incident that was chosen is a page of its own to whoever reads it: it begins at its headline, and the
 * list where it was left. An embed leaves focus and scrolling to its host. Stands in what has to be there first.
 */
export function NewPlace() {
  const store = useFigureStore();
  const place = useFigure(placeOf);
  const ready = useFigure(isThere);
  useEffect(() => {
    if (!ready) return;
    const left = last.get(store);
    last.set(store, place);
    if (left === undefined || left === place || store.getState().frame.embed !== '0') return;
    const row = place === LIST && left !== '' ? document.querySelector<HTMLElement>(`[data-incident="${CSS.escape(left)}"] a`) : null;
    if (row !== null) {
      row.focus();
      return;
    }
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [store, place, ready]);
  return null;
}

const LIST = 'list';

/** The incident that was chosen, by its name, the list of them, or the view. */
function placeOf(state: FigureState): string {
  const { shows } = state.settings;
  if (shows.kind === 'incident') return shows.name;
  const view = viewOf(state);
  return view === 'incidents' ? LIST : view;
}

/** Whether the run that is seen is the place's own. */
function isThere({ settings: { shows }, view, run: { scenario } }: FigureState): boolean {
  if (shows.kind === 'incident') return scenario.name === shows.name;
  return view === 'incidents' || scenario.incident === undefined;
}
