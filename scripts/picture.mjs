// npm run picture: makes docs/figure.png, the picture in README.md, from the page as it is built now.
import './require-node-20.mjs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build, preview } from 'vite';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.mjs';
import { freePort, host } from './free-port.mjs';
import { root } from './run-command.mjs';

const picture = join(root, 'docs', 'figure.png');
// Not dist: `npm start` may be serving it.
const outDir = join(root, '.cache', 'picture');
/** In bytes: every clone carries each version of the picture that was ever committed. */
const largest = 250_000;

const browserFound = await findBrowser((line) => console.log(line));
if (!('executable' in browserFound)) fail(browserFound.problem);

await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } });
const port = await freePort(4175);
const server = await preview({ root, logLevel: 'error', build: { outDir }, preview: { host, port, strictPort: true } });
const browser = await chromium.launch({ executablePath: browserFound.executable, args: ['--disable-gpu'] });
try {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1,
    colorScheme: 'light',
    // Every state at once, none half-way.
    reducedMotion: 'reduce',
  });
  await page.goto(`http://${host}:${port}/`, { waitUntil: 'networkidle' });
  await page.evaluate('document.fonts.ready');
  await mkdir(dirname(picture), { recursive: true });
  await page.screenshot({ path: picture, animations: 'disabled', caret: 'hide' });
} finally {
  await browser.close();
  await server.close();
  await rm(outDir, { recursive: true, force: true });
}

const { size } = await stat(picture);
if (size > largest) fail(`${relative(root, picture)} has ${size} bytes, over the limit of ${largest}.`);
console.log(`${relative(root, picture)}: ${size} bytes`);

function fail(line) {
  console.error(line);
  process.exit(1);
}
