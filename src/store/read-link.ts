import type { LinkNotice } from '../words/link-notice.ts';
import { decodeUrl, type LinkState } from './url.ts';
import { shown } from './url-text.ts';

export interface Link {
  readonly state: LinkState;
  readonly notices: readonly LinkNotice[];
}

/** A link with everything that it brings. Never rejects: a scenario that cannot be had is named, and the rest is kept. */
export async function readLink(query: string): Promise<Link> {
  const { state, notices, packed } = decodeUrl(query);
  if (packed === undefined) return { state, notices };
  const unpacked = await unpack(packed);
  if (unpacked.kind === 'scenario') {
    const { scenario } = unpacked;
    // A scenario of one's own is seen in the figure, whatever the view.
    return { state: { ...state, view: 'figure', settings: { ...state.settings, shows: { kind: 'file', scenario, packed } } }, notices };
  }
  const { shows } = state.settings;
  const used = shows.kind === 'named' || shows.kind === 'incident' ? shows.name : null;
  const why = unpacked.kind === 'refused' ? unpacked.problem : unpacked.kind;
  return { state, notices: [...notices, { kind: 'file', path: 'file', given: shown(packed), used, why }] };
}

/** What reads scenarios is a large part of the engine, and few links bring one. */
async function unpack(packed: string) {
  try {
    const { unpackScenario } = await import('./packed-scenario.ts');
    return await unpackScenario(packed);
  } catch {
    return { kind: 'not-loaded' } as const;
  }
}
