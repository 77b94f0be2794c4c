import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { drawIcon } from './icon.ts';

/**
 * For the build whose result is one file: takes in what Vite leaves alone because it lies in the public folder, and
 * puts the page's script where the picture has been parsed.
 */
export function intoOneFile(): Plugin {
  let read: (name: string) => Promise<string>;
  return {
    name: 'into-one-file',
    configResolved({ publicDir }) {
      read = (name) => readFile(join(publicDir, name), 'utf8');
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const boot = only(html, /<script src="\.\/boot\.js"[^>]*><\/script>/g);
        const icon = only(html, /href="\.\/icon\.png"/g);
        const page = only(html, /<script type="module"[^>]*><\/script>/g);
        const [bootScript, notices] = await Promise.all(['boot.js', 'third-party-notices.txt'].map(read));
        const iconImage = (await drawIcon()).toString('base64');
        return html
          .replace(boot, () => `<script>${safe(bootScript ?? '')}</script>`)
          .replace(icon, () => `href="data:image/png;base64,${iconImage}"`)
          // In the head, half a megabyte would have to come before the picture.
          .replace(page, '')
          // Licences travel with what they are about, and here is no folder for them.
          .replace('</body>', () => `${page}\n<!--\n${notices ?? ''}-->\n</body>`);
      },
    },
  };
}

function only(html: string, pattern: RegExp): string {
  const [found, ...more] = html.match(pattern) ?? [];
  if (found === undefined || more.length > 0) throw new Error(`index.html has to hold ${pattern.source} once`);
  return found;
}

/** Nothing in a script may look like its end. */
function safe(script: string): string {
  return script.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3C`);
}
