// Ten figures on one page: npm run measure:embeds. What the page pays before anybody asks for one, and whether it can
// be used while all ten come at once, on a processor four times slower than this one.
import './require-node-20.mjs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './find-browser.mjs';
import { installMissing } from './install-missing.mjs';
import { buildFigure } from './measure/build-pages.mjs';
import { serveFolder } from './measure/serve-folder.mjs';
import { median } from './measure/statistics.mjs';
import { openBrowser, tenEmbeds } from './measure/visits.mjs';
import { beginStage, endStage } from './print-stage.mjs';

const ROUNDS = 5;
const FIGURES = 10;
/** Everything that may be there before the first is asked for, beside the page itself: the loader and the posters. */
const ALLOWED = /\/(embed\.js|posters\/[\w-]+\.(svg|png))$/;
/** A click that is answered later than this is felt as slow (web.dev, "Interaction to Next Paint": 200 ms is good). */
const limits = { 'other requests before': 0, 'answer while all ten come, ms': 200 };

if (!(await installMissing())) process.exit(1);
const found = await findBrowser((line) => console.log(line));
if (!('executable' in found)) {
  console.error(found.problem);
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'when-tools-fail-'));
beginStage('build');
await buildFigure(join(folder, 'figure'));
await cp(join(folder, 'figure'), folder, { recursive: true });
await writeFile(join(folder, 'ten.html'), tenFigures());
endStage({ verdict: 'ok' });
const browser = await openBrowser(found.executable);
const { address, close } = await serveFolder(folder);
const samples = [];
try {
  for (let round = 1; round <= ROUNDS; round += 1) samples.push(await tenEmbeds(browser, `${address}ten.html`, { figures: FIGURES, allowed: ALLOWED }));
} finally {
  await browser.close();
  close();
  await rm(folder, { recursive: true, force: true });
}

const rows = Object.keys(samples[0]).map((name) => ({ name, value: median(samples.map((sample) => sample[name])), limit: limits[name] }));
console.log(`\n${FIGURES} figures on one page: median of ${ROUNDS}, at a quarter of this machine's speed\n`);
for (const { name, value, limit } of rows) {
  const kept = limit === undefined ? '' : `  limit ${limit}  ${value <= limit ? 'kept' : 'MISSED'}`;
  console.log(`${name.padEnd(34)}${value.toFixed(value < 10 ? 1 : 0).padStart(8)}${kept}`);
}
process.exit(rows.every(({ value, limit }) => limit === undefined || value <= limit) ? 0 : 1);

function tenFigures() {
  const figures = Array.from({ length: FIGURES }, () => '<when-tools-fail poster="posters/figure.svg"><a href="./">The figure</a></when-tools-fail>');
  return `<!doctype html><title>Ten figures</title><link rel="icon" href="./icon.svg"><script src="embed.js" defer></script>
    <button id="own" onclick="this.textContent = Number(this.textContent) + 1">0</button>${figures.join('\n')}`;
}
