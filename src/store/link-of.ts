import type { FigureState } from './figure-store.ts';
import { encodeUrl, type LinkState } from './url.ts';
import { viewOf } from './view.ts';

type Linked = Pick<FigureState, 'settings' | 'view' | 'compare' | 'cursor' | 'speed' | 'reading' | 'frame'>;

/** What a link to the present state holds. */
export function linkOf(state: Linked): LinkState {
  const { settings, compare, cursor, speed, reading, frame } = state;
  return { settings, compare, cursor, speed, reading, frame, view: viewOf(state) };
}

/** Whether a link leads to the present state. */
export function leadsTo(link: LinkState, state: Linked): boolean {
  return encodeUrl(link) === encodeUrl(linkOf(state));
}
