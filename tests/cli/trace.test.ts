import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { printTrace, type Printed } from '../../src/cli/print-trace.ts';
import { essayText } from '../../src/core/format/essay.ts';
import { parseScenario } from '../../src/core/scenario.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { simulate } from '../../src/core/simulate.ts';
import { figureWith } from '../core/runs.ts';
import { incident } from '../incidents/incident-files.ts';

const TOP = join(import.meta.dirname, '../..');
const FILES = mkdtempSync(join(tmpdir(), 'trace-test-'));
afterAll(() => {
  rmSync(FILES, { recursive: true });
});

/** The real program, in a process of its own, as `npm run -s trace` starts it. */
function started(...args: string[]): Printed {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/trace.ts', ...args], { cwd: TOP });
  return { stdout: stdout.toString(), stderr: stderr.toString(), code: status ?? -1 };
}

const trace = (...args: string[]): Printed => printTrace(args);

function file(name: string, content: string): string {
  const path = join(FILES, name);
  writeFileSync(path, content);
  return path;
}

const GOLDEN = join(TOP, 'tests/golden');

describe('trace', () => {
  it.each(readdirSync(GOLDEN))('[E1] [X1] prints %s byte for byte', (golden) => {
    const printed = trace(golden.replace(/\.txt$/, ''));
    expect({ ...printed, stdout: Buffer.from(printed.stdout) }).toEqual({ stdout: readFileSync(join(GOLDEN, golden)), stderr: '', code: 0 });
  });

  // A process takes 0.6 s to start, so one of each kind: a text, one that is longer than a pipe holds, and a refusal.
  it.each([[['refund-guarded']], [['incident-bo-04', '--json']], [['refund-guraded']]])(
    '[E1] [E2] [E3] a process of its own prints the same: %s',
    { timeout: 180_000 },
    (args) => {
      expect(started(...args)).toEqual(trace(...args));
    },
  );

  it('[E1] runs a file given by its path, and one of its lanes', () => {
    const scenario = { ...figureWith(['silence', 'not-there']), name: 'mine' };
    const path = file('mine.json', JSON.stringify(scenario));
    const whole = trace(path);
    expect(whole.stdout).toBe(essayText(scenario, simulate(scenario)));
    const lane = trace(path, '--lane', 'guarded');
    const only = { ...scenario, lanes: scenario.lanes.slice(1) };
    expect(lane.stdout).toBe(essayText(only, simulate(only)));
    expect([whole.code, lane.code]).toEqual([0, 0]);
  });

  it('[E2] --json prints the scenario and its events', () => {
    const { stdout, stderr, code } = trace('refund-no-guard', '--json');
    const printed = JSON.parse(stdout) as Record<string, unknown>;
    const { scenario } = NAMED_SCENARIOS.find((named) => named.scenario.name === 'refund-no-guard') ?? {};
    if (scenario === undefined) throw new Error('no scenario');
    expect(Object.keys(printed)).toEqual(['scenario', 'lanes']);
    expect(printed['lanes']).toEqual(simulate(scenario).lanes);
    expect(parseScenario(printed['scenario'])).toEqual({ ok: true, scenario });
    expect([stderr, code]).toEqual(['', 0]);
  });

  it('[E1] [E2] knows the incidents by their names, with their lanes and as JSON', () => {
    const scenario = incident('ra-02');
    const whole = trace('incident-ra-02');
    expect(whole).toEqual({ stdout: essayText(scenario, simulate(scenario)), stderr: '', code: 0 });
    const lane = trace('incident-ra-02', '--lane', 'reported');
    expect(lane.stdout).toMatch(/^LANE: reported \(2\.0 read as milliseconds: 3 attempts in 4 ms\)\n/);
    expect(lane.stdout).toMatch(/\n {2}ledger: 0 entries\.\n$/);
    const { stdout } = trace('incident-ra-02', '--json', '--lane', 'right');
    const { lanes } = JSON.parse(stdout) as { lanes: unknown[] };
    expect(lanes).toEqual(simulate(scenario).lanes.slice(1, 2));
  });

  it('[E2] --json prints the taxonomy as rows', () => {
    const { stdout, code } = trace('--json', 'taxonomy');
    expect((JSON.parse(stdout) as { category: string }[]).map(({ category }) => category)).toEqual([
      'transient',
      'permanent',
      'empty-result',
      'malformed',
      'unknown-tool',
    ]);
    expect(code).toBe(0);
  });

  const valid = JSON.stringify(figureWith(['silence']));

  it.each<[string, () => string[], RegExp]>([
    ['no name', () => [], /^trace: name a scenario or a file: taxonomy, figure, /],
    ['an unknown name', () => ['refund-guraded'], /^trace: no scenario and no readable file is called "refund-guraded"; the scenarios are taxonomy, /],
    ['an incident that is not there', () => ['incident-ra-99'], /called "incident-ra-99"; .*, and the incidents incident-bo-02 to incident-to-13$/m],
    ['an unknown lane of an incident', () => ['incident-ra-02', '--lane', 'wrong'], /^trace: no lane "wrong" in incident-ra-02; its lanes are reported, right, /],
    ['a name with a line feed', () => ['a\nb'], /called "a\\nb"/],
    ['a folder', () => [FILES], /^trace: no scenario and no readable file is called /],
    ['an unknown option', () => ['timeout', '--jsno'], /^trace: Unknown option '--jsno'/],
    ['an option that eats the next one', () => ['timeout', '--lane', '--json'], /^trace: Option '--lane' argument is ambiguous/],
    ['an unknown lane', () => ['timeout', '--lane', 'no-guard'], /^trace: no lane "no-guard" in timeout; its lanes are guarded$/m],
    ['a lane of the taxonomy', () => ['taxonomy', '--lane', 'guarded'], /^trace: taxonomy has no lanes$/m],
    ['a file that is not JSON', () => [file('not.json', '{\n"version": 1,\n')], /^trace: .*not\.json: not JSON: /],
    ['another JSON', () => [file('other.json', '[1, 2]')], /other\.json: not a scenario at version: .* \(and 5 more\)$/m],
    [
      'a wrong value',
      () => [file('wrong.json', valid.replace('"maxRetries":2', '"maxRetries":-2'))],
      /wrong\.json: not a scenario at policy\.maxRetries: Invalid value: Expected >=0 but received -2$/m,
    ],
    [
      'a value with line feeds',
      () => [file('lines.json', valid.replace('"refund-task"', '"a\\n\\nb"'))],
      /not a scenario at agent\.controller: .*a\\u000a\\u000ab/,
    ],
    ['nesting without end', () => [file('deep.json', '['.repeat(100_000) + ']'.repeat(100_000))], /deep\.json: not a/],
  ])('[E3] refuses %s in one line, with exit code 2', (_, args, reason) => {
    const { stdout, stderr, code } = trace(...args());
    expect(stderr).toMatch(reason);
    expect(stderr).toMatch(/^trace: [^\n]+\n$/);
    expect(stdout.length).toBe(0);
    expect(code).toBe(2);
  });
});
