// Lighthouse on the built page, as a phone on a slow network would have it: npm run lighthouse. Median of five.
// Lighthouse and its 100 packages are installed on first use, into a folder of their own.
import './require-node-20.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './find-browser.mjs';
import { installMissing } from './install-missing.mjs';
import { buildFigure } from './measure/build-pages.mjs';
import { serveFolder } from './measure/serve-folder.mjs';
import { median } from './measure/statistics.mjs';
import { beginStage, endStage } from './print-stage.mjs';
import { endChildrenOnSignal, root, run, runNpm } from './run-command.mjs';

const version = '12.2.3';
const runs = 5;
/** Least score of each category; a category without one is only told. */
const limits = { performance: 95, accessibility: 100, 'best-practices': 100, seo: undefined };

const home = join(root, '.cache', 'lighthouse');
const cli = join(home, 'node_modules', 'lighthouse', 'cli', 'index.js');

endChildrenOnSignal();
if (!(await installMissing()) || !(await installLighthouse())) process.exit(1);
const found = await findBrowser((line) => console.log(line));
if (!('executable' in found)) fail(found.problem);

beginStage('build');
const folder = await mkdtemp(join(tmpdir(), 'when-tools-fail-'));
await buildFigure(join(folder, 'page'));
endStage({ verdict: 'ok' });

const { address, close } = await serveFolder(join(folder, 'page'));
const reports = [];
try {
  for (let index = 1; index <= runs; index += 1) {
    beginStage(`run ${index}`);
    const { report, ...result } = await audit(join(folder, `${index}.json`));
    endStage({ verdict: report === undefined ? 'failed' : 'ok', ...result, note: report && scoresOf(report).join(' / ') });
    if (report === undefined) process.exit(1);
    reports.push(report);
  }
} finally {
  close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(tell() ? 0 : 1);

async function installLighthouse() {
  const manifest = join(home, 'node_modules', 'lighthouse', 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version) return true;
  beginStage('install');
  await mkdir(home, { recursive: true });
  // Without a manifest of its own npm would take the project's.
  await writeFile(join(home, 'package.json'), '{ "private": true }\n');
  const result = await runNpm(['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', `lighthouse@${version}`]);
  endStage({ verdict: result.ok ? 'ok' : 'failed', note: `lighthouse ${version}`, ...result });
  return result.ok;
}

async function audit(file) {
  const { ok, output, seconds } = await run(
    [
      process.execPath,
      cli,
      address,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${Object.keys(limits).join(',')}`,
      // Without a sandbox, as root needs it; the page is the project's own.
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update',
    ],
    { env: { CHROME_PATH: found.executable }, limitSeconds: 180 },
  );
  return { report: ok ? JSON.parse(await readFile(file, 'utf8')) : undefined, output, seconds };
}

function scoresOf({ categories }) {
  return Object.keys(limits).map((name) => Math.round(100 * categories[name].score));
}

/** @returns {boolean} whether every limit is kept */
function tell() {
  console.log();
  const kept = Object.entries(limits).map(([name, limit], index) => {
    const scores = reports.map((report) => scoresOf(report)[index]);
    const score = median(scores);
    const verdict = limit === undefined ? '' : `limit ${limit}  ${score >= limit ? 'kept' : 'MISSED'}`;
    console.log(`${name.padEnd(16)}${String(score).padStart(4)}  (${Math.min(...scores)} to ${Math.max(...scores)})`.padEnd(36) + verdict);
    return limit === undefined || score >= limit;
  });
  for (const name of ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'speed-index']) {
    const values = reports.map(({ audits }) => audits[name].numericValue);
    console.log(`  ${name.padEnd(26)}${median(values).toFixed(name.startsWith('cumulative') ? 3 : 0).padStart(6)}`);
  }
  for (const line of complaints()) console.log(line);
  return kept.every(Boolean);
}

/** What a category with a limit takes points for, once each. */
function complaints() {
  const lines = reports.flatMap(({ categories, audits }) =>
    Object.keys(limits)
      .filter((name) => name !== 'performance')
      .flatMap((name) => categories[name].auditRefs)
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => `  ${id}: ${audits[id].title}`),
  );
  return [...new Set(lines)];
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
