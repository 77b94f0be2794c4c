import type { FigureStore } from '../store/figure-store.ts';
import { linkOf } from '../store/link-of.ts';
import { decodeUrl, DEFAULT_LINK, encodeUrl } from '../store/url.ts';

export interface Opened {
  /** The address asks for what the store holds, and there is nothing to say of it. */
  readonly unchanged: boolean;
  /** Its run is that of the opening state. */
  readonly opensRun: boolean;
}

/** Takes the state from the address into the store. */
export function openLink(store: FigureStore): Opened {
  const { state, notices } = decodeUrl(window.location.search);
  const unchanged = encodeUrl(state) === encodeUrl(linkOf(store.getState())) && notices.length === 0;
  if (!unchanged) store.getState().linkOpened(state, notices);
  return { unchanged, opensRun: encodeUrl({ ...DEFAULT_LINK, settings: state.settings }) === '' };
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

function replaceAddress(query: string): void {
  const { pathname, hash } = window.location;
  try {
    window.history.replaceState(window.history.state, '', `${pathname}${query === '' ? '' : `?${query}`}${hash}`);
  } catch {
    // Refused in some sandboxes: the figure works, only the address stays.
  }
}
