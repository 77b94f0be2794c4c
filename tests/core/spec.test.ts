import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const TOP = join(import.meta.dirname, '../..');

const SPEC = readFileSync(join(TOP, 'SPEC.md'), 'utf8');
const RULES = [...SPEC.matchAll(/^- \*\*\[([A-Z]+\d+)\]\*\* (.*)$/gm)].map(([, id = '', text = '']) => ({ id, text }));

/** IDs at the start of a test's name: `'[D1] …'`, or several, `'[D1] [K2] …'`. */
function carriedIds(source: string): string[] {
  return [...source.matchAll(/['"`]((?:\[[A-Z]+\d+\] )+)/g)].flatMap(([, ids = '']) => ids.match(/[A-Z]+\d+/g) ?? []);
}

const CARRIED = new Map<string, string>();
for (const path of readdirSync(join(TOP, 'tests'), { recursive: true, encoding: 'utf8' })) {
  if (!path.endsWith('.test.ts')) continue;
  for (const id of carriedIds(readFileSync(join(TOP, 'tests', path), 'utf8'))) CARRIED.set(id, path);
}

describe('SPEC.md', () => {
  it('states each rule once, in one sentence, numbered without a gap', () => {
    expect(RULES.length).toBeGreaterThan(90);
    expect(RULES.filter(({ text }) => !/^[^ ].*\.$/.test(text) || /\. [A-Z]/.test(text))).toEqual([]);
    const next = new Map<string, number>();
    for (const { id } of RULES) {
      const letter = id.replace(/\d+/, '');
      const number = (next.get(letter) ?? 0) + 1;
      next.set(letter, number);
      expect(id).toBe(`${letter}${number}`);
    }
  });

  it('has no rule without a test', () => {
    expect(RULES.filter(({ id }) => !CARRIED.has(id))).toEqual([]);
  });

  it('has a rule for every test that names one', () => {
    const ids = new Set(RULES.map(({ id }) => id));
    expect([...CARRIED].filter(([id]) => !ids.has(id))).toEqual([]);
  });
});
