import type { Plugin } from 'vite';
import { INCIDENT_IDS } from '../src/core/incident-names.ts';
import { builtPoster, namedPosters, type BuiltPoster } from '../src/poster/named-posters.ts';
import { posterSvg } from '../src/poster/poster.ts';
import { en } from '../src/words/en.ts';
import { incidentFile } from './incident-files.ts';

/**
 * Draws each named run into the build, as posters/NAME.svg and posters/NAME.png, and each incident as SVG: a PNG of each of
 * those would double the build's size and its time, and the SVG is the same picture.
 */
export function posters(): Plugin {
  return {
    name: 'posters',
    // The build into one file keeps what the one before it has put there.
    apply: ({ build }, { command }) => command === 'build' && build?.emptyOutDir !== false,
    async generateBundle() {
      // Only a build needs it: it is a program of its own for each kind of machine.
      const { pngDrawer } = await import('./draw-png.ts');
      const png = await pngDrawer();
      const emit = ({ name, run, at, claims }: BuiltPoster): string => {
        const svg = posterSvg(run, at, en, { claims });
        this.emitFile({ type: 'asset', fileName: `posters/${name}.svg`, source: svg });
        return svg;
      };
      for (const poster of namedPosters()) {
        this.emitFile({ type: 'asset', fileName: `posters/${poster.name}.png`, source: png(emit(poster)) });
      }
      for (const id of INCIDENT_IDS) emit(builtPoster(incidentFile(id)));
    },
  };
}
