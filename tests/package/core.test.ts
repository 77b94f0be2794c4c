import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';

const TOP = join(import.meta.dirname, '..', '..');
/** A project of someone else, in which the package is installed. */
let project = '';

/** What the build writes into `lib`. Its types are checked by `npm run types`. */
function emit(folder: string): void {
  const config = ts.getParsedCommandLineOfConfigFile(join(TOP, 'tsconfig.package.json'), { outDir: folder, noCheck: true }, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => expect.fail(ts.flattenDiagnosticMessageText(messageText, ' ')),
  });
  if (config === undefined) throw new Error('no configuration');
  ts.createProgram(config.fileNames, config.options).emit();
}

beforeAll(() => {
  // Where the compiler finds the files, which is elsewhere where the folder is a link.
  project = realpathSync(mkdtempSync(join(tmpdir(), 'when-tools-fail-')));
  const installed = join(project, 'node_modules', 'when-tools-fail');
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(TOP, 'package.json'), join(installed, 'package.json'));
  symlinkSync(join(TOP, 'node_modules', 'valibot'), join(project, 'node_modules', 'valibot'), 'junction');
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  emit(join(installed, 'lib'));
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
  expect(JSON.parse(execFileSync(process.execPath, ['use.mjs'], { cwd: project, encoding: 'utf8' }))).toEqual({
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
  const options = { noEmit: true, strict: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, types: [] };
  const program = ts.createProgram([join(project, 'use.ts')], options);
  // Ours, and not those of the language and of valibot, which take the compiler seconds.
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(project.replaceAll('\\', '/')));
  expect(files.length).toBeGreaterThan(20);
  const problems = files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
  expect(problems.map(({ file, messageText }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)).toEqual([]);
}, 120_000);
