import type { FigureState, FigureStore } from '../store/figure-store.ts';
import { leadsTo, linkOf } from '../store/link-of.ts';
import { type Link, readLink } from '../store/read-link.ts';
import { DEFAULT_LINK, encodeUrl, LONGEST_LINK } from '../store/url.ts';
import { viewOf } from '../store/view.ts';

export interface Opened {
  /** The address asks for what the store holds, and there is nothing to say of it. */
  readonly unchanged: boolean;
  /** Its run is that of the opening state. */
  readonly opensRun: boolean;
}

/** Takes the state from the address into the store. */
export async function openLink(store: FigureStore): Promise<Opened> {
  const { state, notices } = await readLink(window.location.search);
  return { unchanged: !take(store, { state, notices }), opensRun: encodeUrl({ ...DEFAULT_LINK, settings: state.settings }) === '' };
}

/** False where the store holds that state already, and there is nothing to say of it. */
function take(store: FigureStore, { state, notices }: Link): boolean {
  if (leadsTo(state, store.getState()) && notices.length === 0) return false;
  store.getState().linkOpened(state, notices);
  return true;
}

/** Browsers refuse too many changes of the address (Safari: 100 in 30 s), so one follows another after this long. */
const BETWEEN_CHANGES_MS = 350;

/** Keeps the address the link to what is seen: it replaces, so that the Back button leaves the page. */
export function connectUrl(store: FigureStore): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The address came first, and the state follows it.
  let opening = false;
  // The place that was come to and whose link is being read: until the state follows, its address is not the state's.
  let asked: string | null = null;
  store.subscribe((state, before) => {
    // A view and a scenario are places of their own, to which the Back button leads; not in a frame, where the button is the host's.
    if (placeOf(state) !== placeOf(before) && state.frame.embed === '0' && !opening) {
      // The place that is left has what was seen there last; one that was never seen keeps its link.
      if (asked === null) changeAddress('replaceState', queryOf(before));
      asked = null;
      changeAddress('pushState', queryOf(state));
      return;
    }
    if (state.playback === 'playing') return;
    timer ??= setTimeout(() => {
      timer = undefined;
      if (asked === null) changeAddress('replaceState', queryOf(store.getState()));
    }, BETWEEN_CHANGES_MS);
  });
  window.addEventListener('popstate', () => {
    const { search } = window.location;
    asked = search;
    void readLink(search).then((link) => {
      // Meanwhile another place may have been asked for.
      if (asked !== search) return;
      asked = null;
      opening = true;
      take(store, link);
      opening = false;
    });
  });
}

/** What the address holds of a state: all of it, but for a scenario that no server would take with it. */
function queryOf(state: FigureState): string {
  const link = linkOf(state);
  const whole = encodeUrl(link);
  return whole.length <= LONGEST_LINK ? whole : encodeUrl({ ...link, settings: { ...link.settings, shows: DEFAULT_LINK.settings.shows } });
}

/** What is shown, as an address tells it apart. */
function placeOf(state: FigureState): string {
  const { shows } = state.settings;
  const view = viewOf(state);
  switch (shows.kind) {
    case 'figure':
      return view;
    case 'named':
    case 'incident':
      return `${view} ${shows.name}`;
    case 'file':
      return `${view} file ${shows.packed}`;
  }
}

function changeAddress(how: 'pushState' | 'replaceState', query: string): void {
  const { pathname, hash } = window.location;
  try {
    window.history[how](window.history.state, '', `${pathname}${query === '' ? '' : `?${query}`}${hash}`);
  } catch {
    // Refused in some sandboxes: the figure works, only the address stays.
  }
}
