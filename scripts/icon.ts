import { readFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';
import type { Plugin } from 'vite';

const ICON = 'icon.png';

/** Sharp in a tab of a screen with two pixels for one, in pixels. */
const WIDTH = 64;

/**
 * The page's icon as pixels. From an SVG a browser makes a document, on the thread of the page and while the page
 * comes: in Chromium 156 that took longer than evaluating React.
 */
export function icon(): Plugin {
  return {
    name: 'icon',
    configureServer({ middlewares }) {
      middlewares.use(`/${ICON}`, (_request, response, next) => {
        drawIcon().then((png) => response.setHeader('Content-Type', 'image/png').end(png), next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: ICON, source: await drawIcon() });
    },
  };
}

export async function drawIcon(): Promise<Buffer> {
  const svg = await readFile(new URL('../src/app/icon.svg', import.meta.url), 'utf8');
  return new Resvg(svg, { fitTo: { mode: 'width', value: WIDTH } }).render().asPng();
}
