import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { freePort, host } from '../free-port.mjs';

const compress = promisify(brotliCompress);

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Serves a folder as static hosts do: compressed, and kept by the browser for ten minutes.
 *
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export async function serveFolder(folder) {
  const files = await readCompressed(folder);
  const port = await freePort(4273);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = files.get(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, file.headers).end(file.content);
  });
  await new Promise((resolve) => server.listen({ port, host }, resolve));
  return { address: `http://${host}:${port}/`, close: () => server.close() };
}

/** By path. Before the first request, since the best compression takes seconds. */
async function readCompressed(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        // Fonts are compressed inside already.
        const asIs = extname(file) === '.woff2';
        const content = asIs ? await readFile(file) : await compress(await readFile(file));
        const headers = {
          'content-type': types[extname(file)] ?? 'application/octet-stream',
          'content-length': content.length,
          'cache-control': 'max-age=600',
          ...(asIs ? {} : { 'content-encoding': 'br' }),
        };
        return [`/${relative(folder, file).replaceAll('\\', '/')}`, { headers, content }];
      }),
    ),
  );
}
