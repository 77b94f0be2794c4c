// Serves the pages of examples, with the figure as npm run build left it. PORT asks for a port.
import './require-node-20.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { preview } from 'vite';
import { buildReactHost } from './react-host.mjs';
import { root } from './run-command.mjs';

if (!existsSync(join(root, 'dist', 'embed.js'))) {
  console.error('dist/embed.js is not there. Run npm run build first.');
  process.exit(1);
}
await buildReactHost();
const server = await preview({
  root,
  configFile: false,
  logLevel: 'error',
  build: { outDir: '.' },
  // In the sandbox of one of them, the figure has no origin.
  preview: { host: '127.0.0.1', port: Number(process.env.PORT ?? 4175), cors: { origin: '*' } },
});
for (const name of ['plain', 'sandboxed', 'lms', 'react']) {
  console.log(new URL(`examples/${name}.html`, server.resolvedUrls.local[0]).href);
}
