import type { FigureState } from './figure-store.ts';
import { encodeUrl, type LinkState } from './url.ts';

type Linked = Pick<FigureState, 'settings' | 'cursor' | 'speed' | 'reading' | 'frame'>;

/** What a link to the present state holds. */
export function linkOf({ settings, cursor, speed, reading, frame }: Linked): LinkState {
  return { settings, cursor, speed, reading, frame, view: 'figure' };
}

/** Whether a link leads to the present state. */
export function leadsTo(link: LinkState, state: Linked): boolean {
  return encodeUrl(link) === encodeUrl(linkOf(state));
}
