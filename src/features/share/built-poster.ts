import { DEFAULT_SETTINGS, FIGURE_NAME } from '../../core/figure.ts';
import type { FigurePart } from '../../store/frame.ts';
import { DEFAULT_LINK, encodeUrl, type LinkState } from '../../store/url.ts';
import { viewOf } from '../../store/view.ts';

/** A picture says both, so it stands for no state in which they are left out. */
const TELLING: readonly FigurePart[] = ['headline', 'ledgers'];

/**
 * The name of the poster that the build has of a state as it opens. Null: there is none, and a picture of another state
 * would tell something that is not so, or what a teacher is still going to ask.
 */
export function builtPosterOf(state: LinkState, hide: readonly FigurePart[]): string | null {
  const { shows } = state.settings;
  if (shows.kind === 'file' || TELLING.some((part) => hide.includes(part))) return null;
  const asBuilt: LinkState = { ...DEFAULT_LINK, settings: { ...DEFAULT_SETTINGS, shows } };
  // How fast it plays, what surrounds it and in which shape the model reads is in no picture.
  const { speed, reading, frame } = DEFAULT_LINK;
  const isAsBuilt = linkIn({ ...state, speed, reading, frame }) === linkIn(asBuilt);
  return isAsBuilt ? (shows.kind === 'figure' ? FIGURE_NAME : shows.name) : null;
}

/** In the view in which it is seen. */
function linkIn(state: LinkState): string {
  return encodeUrl({ ...state, view: viewOf(state) });
}
