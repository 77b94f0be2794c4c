import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenarioJsonSchema } from '../scripts/scenario-schema.ts';
import { essayText } from '../src/core/format/essay.ts';
import { readScenarioText } from '../src/core/scenario-text.ts';
import { simulate } from '../src/core/simulate.ts';

const TEXT = readFileSync(join(import.meta.dirname, '../docs/scenarios.md'), 'utf8');

const EXAMPLES = [...TEXT.matchAll(/^```json\n([^`]*)^```\n\n```console\n\$ npm run -s trace -- (\S+)\.json\n([^`]*)^```$/gm)].map(
  ([, file = '', name = '', printed = '']) => ({ name, file, printed }),
);

describe('the worked examples of docs/scenarios.md', () => {
  it('are seven, and nothing else in the document looks like one', () => {
    expect(EXAMPLES.map(({ name }) => name)).toEqual(['flaky-read', 'answer-lost', 'asked-too-long', 'two-layers', 'one-of-ten', 'two-pages-of-three', 'another-way']);
    expect(TEXT.match(/^```json$/gm)).toHaveLength(EXAMPLES.length);
  });

  it.each(EXAMPLES)('$name is a file that prints what stands below it', ({ name, file, printed }) => {
    const reading = readScenarioText(file);
    if (reading.kind !== 'scenario') throw new Error(JSON.stringify(reading));
    expect(reading.scenario.name).toBe(name);
    expect(essayText(reading.scenario, simulate(reading.scenario))).toBe(printed);
  });
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
}

/** A key, as every variant of its object has it. */
interface Key {
  readonly defaults: Set<string>;
  readonly choices: Set<string>;
}

/** By the path of the object that has them: `policy`, `faults[].fault`, and the empty path of the file itself. */
function keysOf(schema: Schema): Map<string, Map<string, Key>> {
  const found = new Map<string, Map<string, Key>>();
  const visit = (at: Schema, path: string): void => {
    for (const variant of [...(at.anyOf ?? []), ...(at.oneOf ?? [])]) visit(variant, path);
    if (at.items !== undefined) visit(at.items, `${path}[]`);
    if (typeof at.additionalProperties === 'object') visit(at.additionalProperties, `${path}.*`);
    for (const [name, property] of Object.entries(at.properties ?? {})) {
      const keys = found.get(path) ?? new Map<string, Key>();
      const key = keys.get(name) ?? { defaults: new Set<string>(), choices: new Set<string>() };
      found.set(path, keys.set(name, key));
      key.defaults.add(defaultOf(name, property, at));
      for (const choice of choicesOf(property)) key.choices.add(choice);
      visit(property, path === '' ? name : `${path}.${name}`);
    }
  };
  visit(schema, '');
  return found;
}

function defaultOf(name: string, property: Schema, { required = [] }: Schema): string {
  if (required.includes(name)) return 'required';
  return property.default === undefined ? '–' : `\`${JSON.stringify(property.default)}\``;
}

function choicesOf({ enum: listed = [], const: only, anyOf = [] }: Schema): string[] {
  const own = [...listed, ...(only === undefined ? [] : [only])].filter((choice) => typeof choice === 'string');
  return [...own, ...anyOf.flatMap(choicesOf)];
}

/** A layer has a policy like the file's, which is described once. */
const KEYS = new Map([...keysOf(scenarioJsonSchema() as Schema)].filter(([path]) => !path.startsWith('layers[].policy')));

const TABLES = new Map(
  TEXT.split(/^### /m)
    .slice(1)
    .map((part) => {
      const heading = part.slice(0, part.indexOf('\n'));
      const rows = [...part.matchAll(/^\| `([^`]+)` \|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)];
      const path = heading === 'Top level' ? '' : /^`(.*)`$/.exec(heading)?.[1];
      return [path ?? heading, rows.map(([, name = '', told = '', limits = '', meaning = '']) => ({ name, told: told.trim(), text: `${limits} ${meaning}` }))] as const;
    }),
);

describe('the tables of docs/scenarios.md', () => {
  it('describe every object of the schema, and no other', () => {
    expect([...TABLES].filter(([, rows]) => rows.length > 0).map(([path]) => path).sort()).toEqual([...KEYS.keys()].sort());
  });

  it.each([...KEYS])('name every key of "%s", with its default', (path, keys) => {
    const rows = TABLES.get(path) ?? [];
    expect(rows.map(({ name }) => name).sort()).toEqual([...keys.keys()].sort());
    for (const { name, told } of rows) {
      const { defaults } = keys.get(name) ?? { defaults: new Set<string>() };
      // `slow` has to say its latency, and the other faults need not.
      if (defaults.size === 1 || path !== 'faults[].fault') expect([name, told]).toEqual([name, [...defaults].join()]);
    }
  });

  it('name every choice that a key has', () => {
    const missing = [...KEYS].flatMap(([path, keys]) =>
      [...keys].flatMap(([name, { choices }]) => {
        const text = TABLES.get(path)?.find((row) => row.name === name)?.text ?? '';
        return [...choices].filter((choice) => !text.includes(`\`${choice}\``)).map((choice) => `${path}.${name}: ${choice}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('name every tool there is', () => {
    const { items } = (scenarioJsonSchema() as Schema).properties?.['tools'] ?? {};
    expect(items?.enum?.length).toBeGreaterThan(10);
    expect(items?.enum?.filter((tool) => !TEXT.includes(`\`${String(tool)}\``))).toEqual([]);
  });
});
