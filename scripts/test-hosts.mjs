// What hosts do to the built page, in every browser that is installed: npm run test:hosts, after npm run build.
//   --require        a browser that is missing is a failure
//   --browser NAME   only this one
//   --grep PATTERN   only situations whose name has it
import './require-node-20.mjs';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browsers } from './hosts/browsers.mjs';
import { serveSites } from './hosts/sites.ts';
import { situations } from './hosts/situations.ts';
import { buildHashPage, sameTracesAsInNode } from './hosts/trace-hashes.ts';
import { root } from './run-command.mjs';

const { values: options } = parseArgs({
  options: { require: { type: 'boolean', default: false }, browser: { type: 'string' }, grep: { type: 'string', default: '' } },
});

const dist = join(root, 'dist');
if (!existsSync(join(dist, 'when-tools-fail.html'))) fail('dist/when-tools-fail.html is not there. Run npm run build first.');

const chosen = browsers.filter(({ name }) => options.browser === undefined || name.toLowerCase() === options.browser.toLowerCase());
if (chosen.length === 0) fail(`No browser is called ${options.browser}. There are: ${browsers.map(({ name }) => name).join(', ')}.`);
const missing = chosen.filter(({ start }) => start === undefined);
for (const { name, install } of missing) console.log(`${name} is not installed, so its column is empty: ${install}`);

const rows = [
  ...situations.map(({ name, build, notApplicable, meet }) => ({ name: `${build}: ${name}`, notApplicable, meet })),
  { name: 'engine: traces as in Node, by SHA-256', meet: (view) => sameTracesAsInNode(view, hashPage) },
].filter(({ name }) => new RegExp(options.grep).test(name));
if (rows.length === 0) fail(`No situation's name has ${options.grep}.`);

const hashPage = await mkdtemp(join(tmpdir(), 'when-tools-fail-'));
const sites = await serveSites(dist);
const columns = [];
try {
  await buildHashPage(hashPage);
  for (const browser of chosen) columns.push(await column(browser));
} finally {
  sites.close();
  await rm(hashPage, { recursive: true, force: true });
}
process.exit(tell() ? 0 : 1);

async function column({ name, start }) {
  if (start === undefined) return { heading: name, cells: rows.map(() => ({ verdict: 'not installed' })) };
  const startedAt = performance.now();
  const browser = await start();
  const cells = [];
  try {
    for (const row of rows) cells.push(await cell(browser, row));
  } finally {
    await browser.end();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${name} ${browser.version}: ${cells.length} situations in ${seconds.toFixed(0)} s`);
  return { heading: `${name} ${browser.version.split('.').slice(0, 2).join('.')}`, cells };
}

async function cell(browser, { meet, notApplicable }) {
  const { view, close } = await browser.newView();
  try {
    await meet(view, { sites, folder: dist });
    return { verdict: notApplicable === undefined ? 'ok' : 'n/a' };
  } catch (error) {
    return { verdict: 'FAILED', reason: error.message.slice(0, 400) };
  } finally {
    await close();
  }
}

/** @returns {boolean} whether nothing failed */
function tell() {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const columnWidth = Math.max(...columns.map(({ heading }) => heading.length), 'not installed'.length) + 2;
  console.log(`\n${''.padEnd(width)}${columns.map(({ heading }) => heading.padEnd(columnWidth)).join('')}`.trimEnd());
  for (const [index, { name, notApplicable }] of rows.entries()) {
    const verdicts = columns.map(({ cells }) => cells[index].verdict.padEnd(columnWidth)).join('');
    console.log(`${name.padEnd(width)}${verdicts}${notApplicable ?? ''}`.trimEnd());
  }
  const failures = columns.flatMap(({ heading, cells }) =>
    cells.flatMap(({ reason }, index) => (reason === undefined ? [] : [`${heading}, ${rows[index].name}:\n  ${reason}`])),
  );
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`);
  if (options.require && missing.length > 0) console.log('\nWith --require every browser has to be there.');
  return failures.length === 0 && !(options.require && missing.length > 0);
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
