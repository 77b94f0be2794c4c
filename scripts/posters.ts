import type { Plugin } from 'vite';
import { namedPosters } from '../src/poster/named-posters.ts';
import { posterSvg } from '../src/poster/poster.ts';
import { en } from '../src/words/en.ts';

/** Draws each named run into the build, as posters/NAME.svg and posters/NAME.png. */
export function posters(): Plugin {
  return {
    name: 'posters',
    apply: 'build',
    async generateBundle() {
      // Only a build needs it: it is a program of its own for each kind of machine.
      const { pngDrawer } = await import('./draw-png.ts');
      const png = await pngDrawer();
      for (const { name, run, at, claims } of namedPosters()) {
        const svg = posterSvg(run, at, en, { claims });
        this.emitFile({ type: 'asset', fileName: `posters/${name}.svg`, source: svg });
        this.emitFile({ type: 'asset', fileName: `posters/${name}.png`, source: png(svg) });
      }
    },
  };
}
