// Ten figures on one page: npm run measure:embeds. What the page pays before anybody asks for one, and whether it can
// be used while all ten come, on a processor four times slower than this one. The figure is from another site, as most
// pages have it: the browser keeps such frames in a process of their own. From the page's own site they share its
// process, and the page waits for each task of theirs: so ten are compared with one, and have no limit.
import './require-node-20.mjs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './find-browser.mjs';
import { installMissing } from './install-missing.mjs';
import { buildFigure } from './measure/build-pages.mjs';
import { serveFolder } from './measure/serve-folder.mjs';
import { median } from './measure/statistics.mjs';
import { openBrowser, manyEmbeds } from './measure/visits.mjs';
import { beginStage, endStage } from './print-stage.mjs';

const ROUNDS = 3;
const FIGURES = 10;
/** Everything that may be there before the first is asked for, beside the page itself: the loader and the posters. */
const ALLOWED = /\/(embed\.js|posters\/[\w-]+\.(svg|png))$/;
/** A click that is answered later than this is felt as slow (web.dev, "Interaction to Next Paint": 200 ms is good). */
const limits = { 'other requests before': 0, 'slowest answer, ms': 200 };
const limitsOfOwnSite = { 'other requests before': 0 };
/** Of this machine too, and another site than 127.0.0.1. */
const OTHER_HOST = 'localhost';

const situations = [
  { name: `${FIGURES} figures from another site`, page: 'other.html', figures: FIGURES, otherHost: OTHER_HOST, limits, samples: [] },
  { name: `${FIGURES} figures from the page's own site`, page: 'own.html', figures: FIGURES, limits: limitsOfOwnSite, samples: [] },
  { name: "one figure from the page's own site", page: 'one.html', figures: 1, limits: limitsOfOwnSite, samples: [] },
];

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
for (const { page, figures } of situations) await writeFile(join(folder, page), pageWith(figures));
endStage({ verdict: 'ok' });
const browser = await openBrowser(found.executable);
const { address, close } = await serveFolder(folder);
try {
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { page, samples, figures, otherHost } of situations) {
      samples.push(await manyEmbeds(browser, address + page, { figures, otherHost, allowed: ALLOWED }));
    }
  }
} finally {
  await browser.close();
  close();
  await rm(folder, { recursive: true, force: true });
}

console.log(`\nMedian of ${ROUNDS}, at a quarter of this machine's speed`);
const kept = situations.map(({ name, samples, limits }) => {
  console.log(`\n${name}`);
  return tell(Object.keys(samples[0]).map((row) => ({ row, value: median(samples.map((sample) => sample[row])), limit: limits[row] })));
});
process.exit(kept.every(Boolean) ? 0 : 1);

/** @returns {boolean} whether each value is within its limit */
function tell(rows) {
  for (const { row, value, limit } of rows) {
    const verdict = limit === undefined ? '' : `  limit ${limit}  ${value <= limit ? 'kept' : 'MISSED'}`;
    console.log(`${row.padEnd(34)}${value.toFixed(value < 10 ? 1 : 0).padStart(8)}${verdict}`);
  }
  return rows.every(({ value, limit }) => limit === undefined || value <= limit);
}

function pageWith(count) {
  const figures = Array.from({ length: count }, () => '<when-tools-fail poster="posters/figure.svg"><a href="./">The figure</a></when-tools-fail>');
  return `<!doctype html><title>Figures</title><link rel="icon" href="./icon.svg"><script src="embed.js" defer></script>
    <button id="own" onclick="this.textContent = Number(this.textContent) + 1">0</button>${figures.join('\n')}`;
}
