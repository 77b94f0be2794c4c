import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { cutFonts, posterFonts } from '../../scripts/fonts.ts';
import { clipped, textWidth, wrapped, type Face } from '../../src/poster/text-width.ts';

beforeAll(cutFonts, 60_000);

/** The advance of a character in a TrueType file, in ems: its tables cmap (format 4), hmtx, hhea and head. */
function advanceIn(file: Buffer, character: string): number | null {
  const table = (name: string): number => {
    for (let at = 12; at < 12 + 16 * file.readUInt16BE(4); at += 16) {
      if (file.toString('latin1', at, at + 4) === name) return file.readUInt32BE(at + 8);
    }
    throw new Error(`no table ${name}`);
  };
  const glyph = glyphOf(file, table('cmap'), character.codePointAt(0) ?? 0);
  if (glyph === null) return null;
  // Glyphs after the last with a width of its own have that width.
  const last = file.readUInt16BE(table('hhea') + 34) - 1;
  return file.readUInt16BE(table('hmtx') + 4 * Math.min(glyph, last)) / file.readUInt16BE(table('head') + 18);
}

function glyphOf(file: Buffer, cmap: number, code: number): number | null {
  for (let entry = cmap + 4; entry < cmap + 4 + 8 * file.readUInt16BE(cmap + 2); entry += 8) {
    const start = cmap + file.readUInt32BE(entry + 4);
    if (file.readUInt16BE(start) !== 4) continue;
    const twice = file.readUInt16BE(start + 6);
    for (let segment = start + 14; segment < start + 14 + twice; segment += 2) {
      const from = file.readUInt16BE(segment + 2 + twice);
      if (code < from || code > file.readUInt16BE(segment)) continue;
      const delta = file.readUInt16BE(segment + 2 + 2 * twice);
      const offsetAt = segment + 2 + 3 * twice;
      const offset = file.readUInt16BE(offsetAt);
      const glyph = offset === 0 ? code : file.readUInt16BE(offsetAt + offset + 2 * (code - from));
      return (glyph + delta) & 0xffff;
    }
  }
  return null;
}

it.each([
  ['serif', 'serif-500'],
  ['sans', 'sans-400'],
  ['sans-strong', 'sans-600'],
  ['mono', 'mono-400'],
  ['mono-strong', 'mono-600'],
] as const satisfies readonly (readonly [Face, string])[])('%s: every character is as wide as its font has it', (face, name) => {
  const path = posterFonts.find((font) => font.includes(name)) ?? name;
  const file = readFileSync(path);
  const characters = [...Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index)), '·', '–', '—', '‘', '’', '“', '”', '…', '×'];
  expect(characters.filter((character) => Math.abs((advanceIn(file, character) ?? 0) - textWidth(character, face, 1)) > 0.001)).toEqual([]);
});

it('lines are of whole words, and fit; what is beyond the last ends in an ellipsis', () => {
  expect(wrapped('one two three', 'mono', 10, 42, 3)).toEqual(['one two', 'three']);
  expect(wrapped('one two three four', 'mono', 10, 42, 2)).toEqual(['one two', 'three…']);
  expect(wrapped('unbreakable', 'mono', 10, 24, 9)).toEqual(['unbr', 'eaka', 'ble']);
  expect(clipped('a title', 'mono', 10, 42)).toBe('a title');
  expect(clipped('a title', 'mono', 10, 36)).toBe('a tit…');
});
