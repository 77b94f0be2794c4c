import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const TOP = join(import.meta.dirname, '..', '..');
const TSC = join(TOP, 'node_modules', 'typescript', 'bin', 'tsc');

/** A project of someone else, in which the package is installed. */
let project = '';

function node(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
}

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'when-tools-fail-'));
  const installed = join(project, 'node_modules', 'when-tools-fail');
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(TOP, 'package.json'), join(installed, 'package.json'));
  symlinkSync(join(TOP, 'node_modules', 'valibot'), join(project, 'node_modules', 'valibot'), 'junction');
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  execFileSync(process.execPath, [TSC, '-p', join(TOP, 'tsconfig.package.json'), '--outDir', join(installed, 'lib')]);
}, 120_000);

afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

it('runs in plain Node, and the opening run shows what it claims', () => {
  writeFileSync(
    join(project, 'use.mjs'),
    `import { DEFAULT_SETTINGS, figureScenario, holds, laneStateAt, NAMED_SCENARIOS, simulate } from 'when-tools-fail/core';
    const trace = simulate(figureScenario(DEFAULT_SETTINGS));
    console.log(JSON.stringify({
      totals: trace.lanes.map((lane) => [lane.id, laneStateAt(lane, Infinity).totalMinor]),
      claims: NAMED_SCENARIOS[0].claims.map((claim) => holds(claim, trace)),
    }));`,
  );
  expect(JSON.parse(node('use.mjs'))).toEqual({
    totals: [
      ['no-guard', 16_000],
      ['guarded', 8_000],
    ],
    claims: [true, true],
  });
});

it('is typed for programs that check their libraries too', () => {
  writeFileSync(
    join(project, 'use.ts'),
    `import { parseScenario, simulate, type Trace } from 'when-tools-fail/core';
    const parsed = parseScenario({});
    export const trace: Trace | null = parsed.ok ? simulate(parsed.scenario) : null;
    // @ts-expect-error a scenario is more than a name
    simulate({ name: 'figure' });`,
  );
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', 'false'];
  try {
    node(TSC, ...options, 'use.ts');
  } catch (error) {
    expect.fail((error as { stdout: string }).stdout);
  }
}, 120_000);
