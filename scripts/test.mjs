// npm test: install what is missing, find a browser, run every stage.
// Some stages only: npm test -- unit browser (or --only unit,browser).
import './require-node-20.mjs';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './find-browser.mjs';
import { installMissing } from './install-missing.mjs';
import { beginStage, endStage } from './print-stage.mjs';
import { endChildrenOnSignal, root, run } from './run-command.mjs';

// A stage is the script of that name in package.json.
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
const stages = ['types', 'lint', 'directions', 'unit', 'build', 'browser', 'size'];

// Two lanes for two cores. The browser comes after both: its tests wait for frames, and a busy
// machine would make them late.
const lanes = [
  ['types', 'lint', 'directions'],
  ['unit', 'build'],
];
const afterLanes = ['browser', 'size'];
const needsBuild = new Set(['browser', 'size']);

const countsOf = {
  unit: {
    file: join(root, '.cache', 'unit-tests.json'),
    read: (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    }),
  },
  browser: {
    file: join(root, '.cache', 'browser-tests.json'),
    read: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }),
  },
};

endChildrenOnSignal();
const selected = selectStages(process.argv.slice(2));
if (!(await installMissing())) process.exit(1);
const env = selected.has('browser') ? { BROWSER_EXECUTABLE: await browserExecutable() } : {};

const results = new Map();
const done = new Map(stages.filter((name) => selected.has(name)).map((name) => [name, deferred()]));
const printed = printInOrder();
await Promise.all(lanes.map(runInTurn));
await runInTurn(afterLanes);
await printed;
process.exit(summary());

async function runInTurn(names) {
  for (const name of names) {
    if (!selected.has(name)) continue;
    const result = needsBuild.has(name) && results.get('build').verdict !== 'ok' ? notRun() : await runStage(name);
    results.set(name, result);
    done.get(name).resolve();
  }
}

async function runStage(name) {
  const source = countsOf[name];
  // A report of an earlier run must not be taken for this one's.
  if (source) rmSync(source.file, { force: true });
  const { ok, output, seconds } = await run(scripts[name], { env, limitSeconds: 1_200 });
  const counts = source ? readCounts(source) : undefined;
  // A test file that cannot be loaded fails the stage without a failed test.
  const tests = counts ?? { passed: ok ? 1 : 0, failed: 0, skipped: 0 };
  return {
    verdict: ok ? 'ok' : 'failed',
    seconds,
    output,
    note: counts && `${counts.passed + counts.failed} test${counts.passed + counts.failed === 1 ? '' : 's'}`,
    counts: { ...tests, failed: ok ? tests.failed : Math.max(1, tests.failed) },
  };
}

function notRun() {
  return { verdict: 'not run', note: 'build failed', counts: { passed: 0, failed: 0, skipped: 1 } };
}

function readCounts({ file, read }) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Ended before it wrote its report; the stage has failed and its output tells why.
    return undefined;
  }
}

// Stages end in any order; their lines come in the order of the list.
async function printInOrder() {
  for (const [name, { promise }] of done) {
    beginStage(name);
    await promise;
    endStage(results.get(name));
  }
}

function summary() {
  const sum = (key) => [...results.values()].reduce((total, { counts }) => total + counts[key], 0);
  const failed = sum('failed');
  const skipped = sum('skipped');
  const checks = stages.filter((name) => results.has(name) && !countsOf[name]);
  console.log(checks.length > 0 ? `\nCounted: every test, and ${checks.join(', ')} as one each.` : '');
  console.log(`${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 ? 1 : 0;
}

function selectStages(args) {
  const names = args.flatMap((arg) => arg.replace(/^--only=?/, '').split(',')).filter(Boolean);
  const unknown = names.filter((name) => !stages.includes(name));
  if (unknown.length > 0) fail(`No stage is called ${unknown.join(', ')}. There are: ${stages.join(', ')}.`);
  const chosen = new Set(names.length > 0 ? names : stages);
  // Against an old dist these would tell nothing about the sources.
  if ([...needsBuild].some((name) => chosen.has(name))) chosen.add('build');
  return chosen;
}

async function browserExecutable() {
  beginStage('chromium');
  let seen = '';
  const found = await findBrowser((line) => {
    process.stdout.write(`${seen}${line}\n`);
    seen = ' '.repeat(12);
  });
  if (seen) beginStage('chromium');
  if (!('executable' in found)) {
    endStage({ verdict: 'failed' });
    fail(found.problem);
  }
  endStage({ verdict: 'ok', note: `${found.version}, ${found.executable}` });
  return found.executable;
}

function deferred() {
  let resolve;
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
