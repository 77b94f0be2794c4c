import type { FigureState } from './figure-store.ts';
import type { LinkState } from './url.ts';

/** What a link to the present state holds. */
export function linkOf({ settings, cursor, speed, frame }: Pick<FigureState, 'settings' | 'cursor' | 'speed' | 'frame'>): LinkState {
  return { settings, cursor, speed, frame, view: 'figure' };
}
