import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** How a host serves the build. */
export interface SiteOptions {
  /** Folders above the page. */
  readonly under?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A script of the host, run before any of the page. */
  readonly script?: string;
  /** How long scripts take to come, in milliseconds: each file, and what is inside a page after the picture. */
  readonly scriptsTakeMs?: number;
}

export interface Site {
  /** Of the folder with the page. */
  readonly address: string;
  /** The files that were asked for, in order. */
  readonly asked: readonly string[];
  /** From now on nobody answers. */
  goAway(): void;
}

export interface Sites {
  /** Of all sites; that of hosts is another. */
  readonly origin: string;
  /** Serves the build to one visitor: no two share a cache, or what was asked for. */
  site(options?: SiteOptions): Site;
  /** A page of somebody else's, on another site than the build. */
  host(html: string): string;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const SCRIPT_OF_HOST = 'script-of-the-host.js';

interface Served extends SiteOptions {
  readonly asked: string[];
  isGone: boolean;
}

/** @param folder holds what is served */
export async function serveSites(folder: string): Promise<Sites> {
  const sites: Served[] = [];
  const hosts: string[] = [];

  async function answer(path: string, response: ServerResponse): Promise<void> {
    const [, kind, index, ...rest] = path.split('/');
    if (kind === 'host') {
      response.writeHead(200, { 'content-type': TYPES['.html'] }).end(hosts[Number(index)]);
      return;
    }
    const site = sites[Number(index)];
    const under = site?.under ?? '';
    const file = rest.join('/');
    if (kind !== 'site' || site === undefined || site.isGone || !file.startsWith(under)) {
      response.destroy();
      return;
    }
    const name = normalize(file.slice(under.length) || 'index.html');
    site.asked.push(name);
    if (extname(name) === '.js' && name !== SCRIPT_OF_HOST) await new Promise((resolve) => setTimeout(resolve, site.scriptsTakeMs ?? 0));
    const content = await contentOf(name, site);
    if (content === null) response.writeHead(404).end();
    else {
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream', ...site.headers });
      const script = site.scriptsTakeMs === undefined ? -1 : content.lastIndexOf('<script type="module"');
      if (script > 0) {
        response.write(content.slice(0, script));
        await new Promise((resolve) => setTimeout(resolve, site.scriptsTakeMs));
      }
      response.end(content.slice(Math.max(0, script)));
    }
  }

  async function contentOf(name: string, { script }: Served): Promise<Buffer | string | null> {
    if (name === SCRIPT_OF_HOST) return script ?? null;
    if (name.startsWith('..')) return null;
    const content = await readFile(join(folder, name)).catch(() => null);
    if (content === null || script === undefined || extname(name) !== '.html') return content;
    return content.toString().replace('<head>', `<head><script src="./${SCRIPT_OF_HOST}"></script>`);
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    void answer(decodeURIComponent(pathname), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const origin = `http://127.0.0.1:${port}`;

  return {
    origin,
    site(options = {}) {
      const site: Served = { ...options, asked: [], isGone: false };
      sites.push(site);
      return {
        address: `${origin}/site/${sites.length - 1}/${encodeURI(options.under ?? '')}`,
        asked: site.asked,
        goAway() {
          site.isGone = true;
          server.closeAllConnections();
        },
      };
    },
    host(html) {
      hosts.push(html);
      return `http://localhost:${port}/host/${hosts.length - 1}`;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
