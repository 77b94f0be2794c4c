import type { FigureState, FigureStore } from '../store/figure-store.ts';
import { decodeUrl, encodeUrl, type LinkState } from '../store/url.ts';

/** Takes the state from the address. True where that is not the state which the page was built with. */
export function openLink(store: FigureStore): boolean {
  const { state, notices } = decodeUrl(window.location.search);
  const elsewhere = encodeUrl(state) !== encodeUrl(linkOf(store.getState())) || notices.length > 0;
  if (elsewhere) store.getState().linkOpened(state, notices);
  return elsewhere;
}

/** Browsers refuse too many changes of the address (Safari: 100 in 30 s), so one follows another after this long. */
const BETWEEN_CHANGES_MS = 350;

/** Keeps the address the link to what is seen: it replaces, so that the Back button leaves the page. */
export function connectUrl(store: FigureStore): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  store.subscribe((state) => {
    if (state.playback === 'playing') return;
    timer ??= setTimeout(() => {
      timer = undefined;
      replaceAddress(encodeUrl(linkOf(store.getState())));
    }, BETWEEN_CHANGES_MS);
  });
  window.addEventListener('popstate', () => {
    openLink(store);
  });
}

function linkOf({ settings, cursor, speed }: FigureState): LinkState {
  return { settings, cursor, speed, view: 'figure' };
}

function replaceAddress(query: string): void {
  const { pathname, hash } = window.location;
  try {
    window.history.replaceState(window.history.state, '', `${pathname}${query === '' ? '' : `?${query}`}${hash}`);
  } catch {
    // Refused in some sandboxes: the figure works, only the address stays.
  }
}
