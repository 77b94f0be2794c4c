import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PALETTES, toneColours, type Tone } from '../../src/poster/palette.ts';

const css = readFileSync(new URL('../../src/app/styles.css', import.meta.url), 'utf8');
const root = css.slice(css.indexOf(':root {'), css.indexOf('}', css.indexOf(':root {')));
const pairs = [...root.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];

it('has the colours of the style sheet, in both themes, all of them and no others', () => {
  expect(pairs.length).toBeGreaterThan(20);
  expect(PALETTES.light).toEqual(Object.fromEntries(pairs.map(([, name, light]) => [name, light])));
  expect(PALETTES.dark).toEqual(Object.fromEntries(pairs.map(([, name, , dark]) => [name, dark])));
});

it('gives each tone the colours that the style sheet gives it', () => {
  const rules = [...css.matchAll(/((?:\[data-tone="[\w-]+"\],?\s*)+)\{\s*--tone: var\(--([\w-]+)\);\s*--tone-tint: var\(--([\w-]+)\);/g)];
  const tones = rules.flatMap(([, selector = '', line = '', tint = '']) =>
    [...selector.matchAll(/"([\w-]+)"/g)].map(([, tone = '']) => ({ tone, line, tint })),
  );
  expect(tones.length).toBe(9);
  const colours = new Map(Object.entries(PALETTES.light));
  for (const { tone, line, tint } of tones) {
    expect(toneColours(tone as Tone, PALETTES.light)).toEqual({ line: colours.get(line), tint: colours.get(tint) });
  }
});
