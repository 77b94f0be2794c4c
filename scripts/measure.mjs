// How fast the page is on a processor four times slower than this one, beside a blank page and a page that is only
// React: npm run measure. Each round visits every page once, so that what else the machine does meets all of them.
//   --rounds N        instead of seven
//   --beside FOLDER   measures another build too, such as one from before a change
import './require-node-20.mjs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from './find-browser.mjs';
import { installMissing } from './install-missing.mjs';
import { buildPages } from './measure/build-pages.mjs';
import { serveFolder } from './measure/serve-folder.mjs';
import { lateShare, median } from './measure/statistics.mjs';
import { animateNothing, load, narrow, openBrowser, play, respond, shift, slide, wide } from './measure/visits.mjs';
import { beginStage, endStage } from './print-stage.mjs';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '7' }, beside: { type: 'string' } } });
const rounds = Number(options.rounds);

// Each of these changes the opening run.
const changes = [
  { slider: 'Retries', to: 0 },
  { slider: 'Retries', to: 2 },
  { slider: 'First backoff', to: 80 },
  { slider: 'First backoff', to: 50 },
  { slider: 'Deadline per attempt', to: 80 },
  { slider: 'Refund amount', to: 12_000 },
];
/** The longest run that the switches make. */
const everyFailure = '?v=1&fail=temporary-error,too-slow,silence,not-there,nothing-found,wrong-arguments,no-such-tool';

if (!(await installMissing())) process.exit(1);
const browser = await openBrowser(await browserExecutable());
beginStage('build');
const { folder, remove } = await buildPages();
const figures = ['figure'];
if (options.beside !== undefined) {
  await cp(options.beside, join(folder, 'beside'), { recursive: true });
  figures.push('beside');
}
const { address, close } = await serveFolder(folder);
endStage({ verdict: 'ok' });

const samples = new Map();
try {
  // The first visits fill the caches of the server and the browser's own; they do not count.
  for (const page of ['blank.html', 'react-only/', ...figures.map((figure) => `${figure}/`)]) await load(browser, address + page);
  for (let round = 1; round <= rounds; round += 1) {
    beginStage(`round ${round}`);
    const startedAt = performance.now();
    await measureAll();
    endStage({ verdict: 'ok', seconds: (performance.now() - startedAt) / 1000 });
  }
} finally {
  await browser.close();
  close();
  await remove();
}
process.exit(figures.map(report)[0] ? 0 : 1);

async function measureAll() {
  keep('blank', 'load', await load(browser, `${address}blank.html`));
  keep('react', 'load', await load(browser, `${address}react-only/`));
  for (const figure of figures) keep(figure, 'load', await load(browser, `${address}${figure}/`));
  keep('react', 'respond', await respond(browser, `${address}react-only/`, { button: 'button', place: 'h1' }));
  for (const figure of figures) keep(figure, 'respond', await respond(browser, `${address}${figure}/`));
  for (const figure of figures) {
    keep(figure, 'slide', await slide(browser, `${address}${figure}/`, changes));
    keep(figure, 'slideLongest', await slide(browser, `${address}${figure}/${everyFailure}`, changes));
    keep(figure, 'shiftWide', await shift(browser, `${address}${figure}/`, wide));
    keep(figure, 'shiftNarrow', await shift(browser, `${address}${figure}/`, narrow));
  }
  keep('empty', 'frames', lateShare(await animateNothing(browser, `${address}animating.html`)));
  for (const figure of figures) {
    keep(figure, 'play', lateShare(await play(browser, `${address}${figure}/`, { speed: 1 })));
    keep(figure, 'playFast', lateShare(await play(browser, `${address}${figure}/`, { speed: 4 })));
    keep(figure, 'playNarrow', lateShare(await play(browser, `${address}${figure}/`, { speed: 1, viewport: narrow })));
  }
}

function keep(page, what, sample) {
  const key = `${page} ${what}`;
  samples.set(key, [...(samples.get(key) ?? []), sample]);
}

function of(page, what, read = (sample) => sample) {
  return samples.get(`${page} ${what}`).map(read);
}

/** @returns {boolean} whether every limit is kept */
function report(figure) {
  console.log(`\n${figure}: median (least to most) of ${rounds}, milliseconds at a quarter of this machine's speed\n`);
  const paint = ({ paintMs }) => paintMs;
  const blocking = ({ blockingMs }) => blockingMs;
  const coming = (sample) => sample.coming;
  const playing = (sample) => sample.playing;
  const rows = [
    row('first paint', of(figure, 'load', paint), { beside: of('blank', 'load', paint), name: 'blank', limit: 150 }),
    row('step buttons respond', of(figure, 'respond'), { beside: of('react', 'respond'), name: 'React', limit: 400 }),
    row('blocking', of(figure, 'load', blocking), { beside: of('react', 'load', blocking), name: 'React', limit: 150 }),
    row('slider to picture', of(figure, 'slide', median), { limit: 100 }),
    row('  every failure on', of(figure, 'slideLongest', median), { limit: 100 }),
    row('  slowest slider', of(figure, 'slideLongest', (each) => Math.max(...each))),
    row('late frames, %', of(figure, 'play'), { beside: of('empty', 'frames'), name: 'empty', limit: 5 }),
    row('  at four times speed', of(figure, 'playFast'), { beside: of('empty', 'frames'), name: 'empty', limit: 5 }),
    row('  on a phone', of(figure, 'playNarrow'), { beside: of('empty', 'frames'), name: 'empty', limit: 5 }),
    row('layout shift', of(figure, 'shiftWide', coming), { limit: 0 }),
    row('  on a phone', of(figure, 'shiftNarrow', coming), { limit: 0 }),
    row('  while it plays', of(figure, 'shiftWide', playing)),
  ];
  for (const { line } of rows) console.log(line);
  return rows.every(({ kept }) => kept);
}

/** A limit is for the median, and for how much it is above that of the page `beside` where there is one. */
function row(title, values, { beside, name, limit } = {}) {
  const above = median(values) - (beside === undefined ? 0 : median(beside));
  const kept = limit === undefined || above <= limit;
  const cells = [
    title.padEnd(24),
    show(median(values)),
    `(${show(Math.min(...values)).trim()} to ${show(Math.max(...values)).trim()})`.padEnd(18),
    beside === undefined ? ''.padEnd(26) : `${name.padEnd(6)}${show(median(beside))}  above${show(above)}`,
    limit === undefined ? '' : `limit ${String(limit).padStart(3)}  ${kept ? 'kept' : 'MISSED'}`,
  ];
  return { line: cells.join('  ').trimEnd(), kept };
}

/** Milliseconds and per cent need no decimals above ten; a layout shift needs three. */
function show(value) {
  const decimals = Math.abs(value) >= 10 || value === 0 ? 0 : Math.abs(value) >= 1 ? 1 : 3;
  return value.toFixed(decimals).padStart(7);
}

async function browserExecutable() {
  const found = await findBrowser((line) => console.log(line));
  if ('executable' in found) return found.executable;
  console.error(found.problem);
  return process.exit(1);
}
