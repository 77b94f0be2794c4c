import { join } from 'node:path';
import { build } from 'vite';
import { root } from './run-command.mjs';

/** Compiles the page of examples that has a framework; the others are as they are written. */
export async function buildReactHost() {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: join(root, 'examples', 'react'),
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: { input: join(root, 'examples', 'react', 'host.tsx'), output: { entryFileNames: 'host.js' } },
    },
  });
}
