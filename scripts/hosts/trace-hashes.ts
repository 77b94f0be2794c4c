import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { serveSites } from './sites.ts';
import { tracesAsJson } from './traces-as-json.ts';
import { until, type View } from './view.ts';

/** Makes a page in `folder` that holds the engine and hashes what it gives; nothing of it is shipped. */
export async function buildHashPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: { entry: join(import.meta.dirname, 'traces-as-json.ts'), formats: ['es'], fileName: () => 'traces.js' },
    },
  });
  await writeFile(join(folder, 'index.html'), '<!doctype html><meta charset="utf-8"><title>Traces</title><script type="module" src="./hash.js"></script>');
  await writeFile(
    join(folder, 'hash.js'),
    `import { tracesAsJson } from './traces.js';
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const entries = tracesAsJson().map(async ([name, json]) => [name, hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json)))]);
window.hashes = await Promise.all(entries);
`,
  );
}

/** In this browser every trace is byte for byte what Node makes of it. Returns how many were compared. */
export async function sameTracesAsInNode(view: View, folder: string): Promise<number> {
  const sites = await serveSites(folder);
  try {
    await view.open(sites.site().address);
    const look = () => view.evaluate(() => (window as unknown as { hashes?: [string, string][] }).hashes ?? [], null);
    const there = new Map(await until('the traces are hashed', look, ({ length }) => length > 0));
    const here = tracesAsJson().map(([name, json]) => [name, createHash('sha256').update(json).digest('hex')] as const);
    const different = here.filter(([name, hash]) => there.get(name) !== hash).map(([name]) => name);
    if (different.length > 0 || here.length !== there.size) throw new Error(`differs from Node: ${different.join(', ')}`);
    return here.length;
  } finally {
    sites.close();
  }
}
