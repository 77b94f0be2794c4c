// Who may import whom in src, by the rules of .dependency-cruiser.cjs, and what a file may be called.
import './require-node-20.mjs';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { root } from './run-command.mjs';

process.chdir(root);

const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'));

const problems = files
  .filter((file) => /^(index|utils?|helpers?|types|constants)\.tsx?$/.test(basename(file)))
  .map((file) => `${file}: says nothing about what is inside. Name the file after its subject and import it directly.`);

const { output } = await cruise(
  ['src'],
  await extractOptions('./.dependency-cruiser.cjs'),
  undefined,
  { tsConfig: extractTsConfig('tsconfig.json') },
);

const why = new Map(output.summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]));
for (const { rule, from, to, cycle } of output.summary.violations) {
  const path = cycle ? [from, ...cycle.map(({ name }) => name)].join(' → ') : from === to ? from : `${from} → ${to}`;
  problems.push(`${path}: ${rule.name}. ${why.get(rule.name)}`);
}

// With a TypeScript it cannot use, the tool sees no module and reports no violation.
const seen = new Set(output.modules.map(({ source }) => source));
const unseen = files.filter((file) => !seen.has(file));
if (files.length === 0) problems.push('src holds no TypeScript file, so nothing was checked.');
if (unseen.length > 0) {
  problems.push(
    `dependency-cruiser saw ${files.length - unseen.length} of the ${files.length} files of src; not ${unseen.slice(0, 3).join(', ')}. Does its version go with that of TypeScript?`,
  );
}

for (const problem of problems) console.error(problem);
const imports = output.modules.filter(({ source }) => source.startsWith('src/')).flatMap(({ dependencies }) => dependencies).length;
console.log(`${files.length} files, ${imports} imports, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
