import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

// fontsource's latin files carry small capitals, old forms and ligatures that nobody asks for: 97.6 kB for these five.
// So cut, 75.4 kB, hinting kept for low-resolution screens. src/app/fonts.css names the results.
/** In this order they are preloaded: in the head what the headline is set in, which is painted first; each costs the painting thread some milliseconds. */
const faces = [
  { family: 'serif', weight: 500, preloaded: 'head' },
  { family: 'sans', weight: 400, preloaded: 'head' },
  { family: 'sans', weight: 600, preloaded: 'body' },
  { family: 'mono', weight: 400, preloaded: 'body' },
  { family: 'mono', weight: 600, preloaded: 'body' },
] as const;

function range(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
}

// Basic Latin, Latin-1, and what the words of the page use beside them. The sources hold no → ← ↗ ≤ ≥ ∞ √:
// those come from the next family in the stack.
const glyphs = range(0x20, 0x7e) + range(0xa0, 0xff) + '–—‘’“”…−•€↑↓';
const features = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum', 'zero'];

// Generated, so outside the repository; a fixed place, so that the style sheet can name it.
const cache = join(import.meta.dirname, '../node_modules/.cache/plex');

function fileName(face: (typeof faces)[number], format: 'woff2' | 'ttf' = 'woff2'): string {
  return `ibm-plex-${face.family}-${face.weight}.${format}`;
}

/** The same fonts for a renderer that reads no woff2: where they are once they are cut. */
export const posterFonts: readonly string[] = faces.map((face) => join(cache, fileName(face, 'ttf')));

async function write(file: string, data: string | Uint8Array): Promise<void> {
  // Two builds may run at once: no half-written file is ever seen.
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, data);
  await rename(partial, file);
}

export async function cutFonts(): Promise<void> {
  const require = createRequire(import.meta.url);
  const sources = await Promise.all(
    faces.map(async (face) => {
      const name = `ibm-plex-${face.family}`;
      const folder = dirname(require.resolve(`@fontsource/${name}/package.json`));
      return readFile(join(folder, 'files', `${name}-latin-${face.weight}-normal.woff2`));
    }),
  );
  const hash = createHash('sha256').update(glyphs).update(features.join()).update('woff2, ttf');
  for (const source of sources) hash.update(source);
  const stamp = hash.digest('hex');
  const stampFile = join(cache, 'stamp');
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;

  await mkdir(cache, { recursive: true });
  for (const [i, face] of faces.entries()) {
    const source = sources[i];
    if (source === undefined) continue;
    const cut = await subsetFont(source, glyphs, { targetFormat: 'woff2', keepFeatures: features });
    await write(join(cache, fileName(face)), cut);
    // 16: the family that Plex Sans 600 belongs to, which a cut leaves out.
    const drawn = await subsetFont(source, glyphs, { targetFormat: 'sfnt', keepFeatures: features, preserveNameIds: [16, 17], noHinting: true });
    await write(join(cache, fileName(face, 'ttf')), drawn);
  }
  await write(stampFile, stamp);
}

/** Cuts the fonts before anything asks for them, and preloads them, so that they are there for the first paint. */
export function fonts(): Plugin {
  let base = '/';
  return {
    name: 'fonts',
    async config() {
      await cutFonts();
    },
    configResolved(config) {
      base = config.base === '' ? './' : config.base;
    },
    transformIndexHtml: {
      order: 'post',
      // Absent in the dev server, and where a single-file build has inlined the fonts: nothing to preload.
      handler: (_, { bundle }) =>
        faces.flatMap((face) =>
          Object.values(bundle ?? {})
            .filter((file) => file.type === 'asset' && file.originalFileNames.some((name) => basename(name) === fileName(face)))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: base + file.fileName },
              injectTo: face.preloaded,
            })),
        ),
    },
  };
}
