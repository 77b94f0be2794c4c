import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../run-command.mjs';

const pages = join(import.meta.dirname, 'pages');

/**
 * Builds the figure, and what it is measured against, into one new folder; dist is left alone.
 *
 * @returns {Promise<{ folder: string, remove: () => Promise<void> }>}
 */
export async function buildPages() {
  const folder = await mkdtemp(join(tmpdir(), 'when-tools-fail-'));
  await buildFigure(join(folder, 'figure'));
  await build({
    root: join(pages, 'react-only'),
    configFile: false,
    base: './',
    logLevel: 'error',
    build: { outDir: join(folder, 'react-only'), modulePreload: { polyfill: false } },
  });
  for (const name of ['blank.html', 'animating.html']) await copyFile(join(pages, name), join(folder, name));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export function buildFigure(outDir) {
  return build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } });
}
