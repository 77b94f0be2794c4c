import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../src/app/styles.css', import.meta.url), 'utf8');

type Palette = ReadonlyMap<string, string>;

function block(selector: string): string {
  const start = css.indexOf(`${selector} {`);
  expect(start, `${selector} is in styles.css`).toBeGreaterThan(-1);
  return css.slice(start, css.indexOf('}', start));
}

function palette(selector: string, value: RegExp): Palette {
  const found = new Map<string, string>();
  for (const [, name, colour] of block(selector).matchAll(value)) {
    if (name !== undefined && colour !== undefined) found.set(name, colour);
  }
  return found;
}

const hex = '(#[0-9a-f]{6})';
const themes: readonly [string, number, Palette][] = [
  ['light', 4.5, palette(':root', new RegExp(`--([\\w-]+): light-dark\\(${hex}, #[0-9a-f]{6}\\)`, 'g'))],
  ['dark', 4.5, palette(':root', new RegExp(`--([\\w-]+): light-dark\\(#[0-9a-f]{6}, ${hex}\\)`, 'g'))],
  ['projector', 7, palette(':root[data-theme="projector"]', new RegExp(`--([\\w-]+): ${hex}`, 'g'))],
];

// WCAG 2.2, relative luminance and contrast ratio.
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const tones = ['ok', 'bad', 'unknown', 'transient', 'empty-result', 'malformed', 'unknown-tool'];
const pairs: readonly [text: string, ground: string][] = [
  ...['ink', 'ink-2', 'ink-3', 'accent', ...tones].flatMap((text): [string, string][] => [
    [text, 'paper'],
    [text, 'card'],
  ]),
  ...tones.flatMap((tone): [string, string][] => [
    [tone, `${tone}-tint`],
    ['ink', `${tone}-tint`],
  ]),
  // The plain tag; filled buttons at rest, under the pointer and unavailable.
  ['ink-2', 'hair-2'],
  ['card', 'ink'],
  ['card', 'ink-2'],
  ['card', 'ink-3'],
];

test('the check itself: black on white is 21, a grey of known ratio is 4.54', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

describe.each(themes)('%s theme', (_, least, colours) => {
  test.each(pairs)(`%s on %s keeps ${least}`, (text, ground) => {
    const [a, b] = [colours.get(text), colours.get(ground)];
    if (a === undefined || b === undefined) throw new Error(`no colour for ${text} or ${ground}`);
    expect(contrast(a, b)).toBeGreaterThanOrEqual(least);
  });
});
