import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { essayText } from '../src/core/format/essay.ts';
import { NAMED_SCENARIOS } from '../src/core/scenarios.ts';
import { simulate } from '../src/core/simulate.ts';
import { stepsOf } from '../src/core/steps.ts';
import { figureScenario } from '../src/core/figure.ts';
import { FIGURE_KEYS } from '../src/loader/figure-keys.ts';
import { decodeUrl, encodeUrl } from '../src/store/url.ts';

const TOP = join(import.meta.dirname, '..');

function read(path: string): string {
  return readFileSync(join(TOP, path), 'utf8');
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);
}

function linksIn(text: string): string[] {
  return all(text.replaceAll('&amp;', '&'), /\?(?:embed=1&)?(v=1&[^\s`")]+)/g);
}

function tracesIn(text: string): { name: string; printed: string }[] {
  // Files are the business of docs-scenarios.test.ts.
  return [...text.matchAll(/^\$ npm run -s trace -- (\S+)\n([^`]*)^```$/gm)]
    .map(([, name = '', printed = '']) => ({ name, printed }))
    .filter(({ name }) => !name.endsWith('.json'));
}

it('README.md has what is tested below: links of the page, and a trace', () => {
  expect(linksIn(read('README.md')).length).toBeGreaterThan(5);
  expect(tracesIn(read('README.md'))).toHaveLength(1);
});

describe.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/model.md', 'docs/scenarios.md', 'docs/embedding.md', 'docs/hosting.md', 'docs/hosts.md', 'docs/incidents.md'])('%s', (document) => {
  const text = read(document);

  it('points to files that are there', () => {
    const targets = all(text, /\]\(([^)#\s]+)[^)]*\)/g).filter((target) => !target.startsWith('https:'));
    expect(targets.filter((target) => !existsSync(join(TOP, dirname(document), target)))).toEqual([]);
  });

  it('names scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(all(text, /npm run (?:-s )?([a-z-]+)/g).filter((name) => !(name in scripts))).toEqual([]);
  });

  it('shows links as the page itself writes them, to events that their runs have', () => {
    for (const query of linksIn(text)) {
      const { state, notices } = decodeUrl(query);
      expect(notices).toEqual([]);
      expect(encodeUrl(state)).toBe(query);
      const { cursor } = state;
      if (cursor === null) continue;
      const events = stepsOf(simulate(figureScenario(state.settings))).flatMap((step) => step.events);
      expect(events.some(({ lane, event }) => lane === cursor.lane && event.id === cursor.id)).toBe(true);
    }
  });

  it('prints traces as the command prints them', () => {
    for (const { name, printed } of tracesIn(text)) {
      const scenario = NAMED_SCENARIOS.find((named) => named.scenario.name === name)?.scenario;
      expect(scenario && essayText(scenario, simulate(scenario))).toBe(printed);
    }
  });
});

it('docs/embedding.md names every key that the element takes', () => {
  const text = read('docs/embedding.md');
  expect(FIGURE_KEYS.filter((key) => !text.includes(`\`${key}\``))).toEqual([]);
});
