import type { FigureState, FigureStore } from '../store/figure-store.ts';
import { leadsTo, linkOf } from '../store/link-of.ts';
import { decodeUrl, DEFAULT_LINK, encodeUrl } from '../store/url.ts';
import { viewOf } from '../store/view.ts';

export interface Opened {
  /** The address asks for what the store holds, and there is nothing to say of it. */
  readonly unchanged: boolean;
  /** Its run is that of the opening state. */
  readonly opensRun: boolean;
}

/** Takes the state from the address into the store. */
export function openLink(store: FigureStore): Opened {
  const { state, notices } = decodeUrl(window.location.search);
  const unchanged = leadsTo(state, store.getState()) && notices.length === 0;
  if (!unchanged) store.getState().linkOpened(state, notices);
  return { unchanged, opensRun: encodeUrl({ ...DEFAULT_LINK, settings: state.settings }) === '' };
}

/** Browsers refuse too many changes of the address (Safari: 100 in 30 s), so one follows another after this long. */
const BETWEEN_CHANGES_MS = 350;

/** Keeps the address the link to what is seen: it replaces, so that the Back button leaves the page. */
export function connectUrl(store: FigureStore): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The address came first, and the state follows it.
  let opening = false;
  store.subscribe((state, before) => {
    // A view and a scenario are places of their own, to which the Back button leads; not in a frame, where the button is the host's.
    if (placeOf(state) !== placeOf(before) && state.frame.embed === '0' && !opening) {
      // The place that is left has what was seen there last.
      changeAddress('replaceState', encodeUrl(linkOf(before)));
      changeAddress('pushState', encodeUrl(linkOf(state)));
      return;
    }
    if (state.playback === 'playing') return;
    timer ??= setTimeout(() => {
      timer = undefined;
      changeAddress('replaceState', encodeUrl(linkOf(store.getState())));
    }, BETWEEN_CHANGES_MS);
  });
  window.addEventListener('popstate', () => {
    opening = true;
    openLink(store);
    opening = false;
  });
}

/** What is shown, as an address tells it apart. */
function placeOf(state: FigureState): string {
  const { shows } = state.settings;
  return `${viewOf(state)} ${shows.kind === 'figure' ? '' : shows.name}`;
}

function changeAddress(how: 'pushState' | 'replaceState', query: string): void {
  const { pathname, hash } = window.location;
  try {
    window.history[how](window.history.state, '', `${pathname}${query === '' ? '' : `?${query}`}${hash}`);
  } catch {
    // Refused in some sandboxes: the figure works, only the address stays.
  }
}
