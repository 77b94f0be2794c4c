import { Resvg } from '@resvg/resvg-js';
import { beforeAll, expect, it } from 'vitest';
import { cutFonts, posterFonts } from '../../scripts/fonts.ts';
import { clipped, textWidth, wrapped, type Face } from '../../src/poster/text-width.ts';

/** Kerning with an H, of a size of 100. */
const KERNED = 5;

beforeAll(cutFonts, 60_000);

const FAMILIES: Readonly<Record<Face, string>> = {
  serif: 'font-family="IBM Plex Serif Medium" font-weight="500"',
  sans: 'font-family="IBM Plex Sans"',
  'sans-strong': 'font-family="IBM Plex Sans" font-weight="600"',
  mono: 'font-family="IBM Plex Mono"',
  'mono-strong': 'font-family="IBM Plex Mono SemiBold" font-weight="600"',
};

/** How far the ink of `HxHxH` reaches. What one more `xH` adds to it is two advances and what the pair is kerned by. */
function drawnWidth(character: string, count: number, face: Face): number {
  const escaped = character.replace('&', '&amp;').replace('<', '&lt;');
  const text = `H${`${escaped}H`.repeat(count)}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="200"><text x="0" y="100" font-size="100" xml:space="preserve" ${FAMILIES[face]}>${text}</text></svg>`;
  return new Resvg(svg, { font: { fontFiles: [...posterFonts], loadSystemFonts: false } }).getBBox()?.width ?? 0;
}

const faces: readonly Face[] = ['serif', 'sans', 'sans-strong', 'mono', 'mono-strong'];

it.each(faces)('%s: every character is as wide as the font draws it', (face) => {
  const characters = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index));
  for (const character of [...characters, '·', '–', '—', '‘', '’', '“', '”', '×']) {
    const advance = (drawnWidth(character, 12, face) - drawnWidth(character, 2, face)) / 10 - textWidth('H', face, 100);
    expect({ character, near: Math.abs(advance - textWidth(character, face, 100)) < KERNED }).toEqual({ character, near: true });
  }
});

it('lines are of whole words, and fit; what is beyond the last ends in an ellipsis', () => {
  expect(wrapped('one two three', 'mono', 10, 42, 3)).toEqual(['one two', 'three']);
  expect(wrapped('one two three four', 'mono', 10, 42, 2)).toEqual(['one two', 'three…']);
  expect(wrapped('unbreakable', 'mono', 10, 24, 9)).toEqual(['unbr', 'eaka', 'ble']);
  expect(clipped('a title', 'mono', 10, 42)).toBe('a title');
  expect(clipped('a title', 'mono', 10, 36)).toBe('a tit…');
});
