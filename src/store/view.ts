import type { FigureSettings } from '../core/figure.ts';

/** The views of the page. */
export const VIEWS = ['figure', 'agent', 'incidents'] as const;
export type View = (typeof VIEWS)[number];

interface Viewed {
  readonly view: View;
  readonly settings: FigureSettings;
}

/** An incident is at home among the incidents, whatever was asked for. */
export function viewOf({ view, settings: { shows } }: Viewed): View {
  return shows.kind === 'incident' ? 'incidents' : view;
}
