import type { Gravity } from '../core/verdict.ts';
import { TONE_OF_GRAVITY } from '../store/verdict-tone.ts';
import type { Piece } from '../words/counting.ts';
import { toneColours, type Palette } from './palette.ts';
import { baseline, element, textAt } from './svg.ts';
import { clipped, textWidth } from './text-width.ts';

/** Words of one tone in one line, and where they begin in it. */
interface Stretch {
  readonly x: number;
  readonly text: string;
  readonly gravity: Gravity | undefined;
}

export interface Headline {
  readonly size: number;
  readonly lineHeight: number;
  readonly lines: readonly (readonly Stretch[])[];
}

/** The largest of these that keeps to its number of lines. */
const SIZES = [
  { size: 40, lineHeight: 52, lines: 1 },
  { size: 35, lineHeight: 46, lines: 2 },
  { size: 30, lineHeight: 40, lines: 3 },
] as const;

interface Fragment {
  readonly text: string;
  readonly gravity: Gravity | undefined;
}

/** A word may change its tone within: the stop after "twice" belongs to the next piece. */
type Word = readonly Fragment[];

export function layHeadline(pieces: readonly Piece[], width: number): Headline {
  const words = wordsOf(pieces);
  for (const { size, lineHeight, lines: atMost } of SIZES) {
    const lines = broken(words, size, width);
    if (lines.length <= atMost) return { size, lineHeight, lines: lines.map((each) => stretches(each, size)) };
  }
  const [, , { size, lineHeight, lines: atMost }] = SIZES;
  // Nothing of the page is so long; a title of a scenario file may be.
  const kept = broken(words, size, width).slice(0, atMost);
  const last = `${textOf(kept.at(-1) ?? [])} …`;
  const closing = [{ x: 0, text: clipped(last, 'serif', size, width), gravity: undefined }];
  return { size, lineHeight, lines: [...kept.slice(0, -1).map((each) => stretches(each, size)), closing] };
}

function wordsOf(pieces: readonly Piece[]): Word[] {
  const words: Fragment[][] = [];
  let open = false;
  for (const { text, gravity } of pieces) {
    for (const part of text.split(/(\s+)/)) {
      if (part.trim() === '') {
        open = open && part === '';
        continue;
      }
      if (open) words.at(-1)?.push({ text: part, gravity });
      else words.push([{ text: part, gravity }]);
      open = true;
    }
  }
  return words;
}

function textOf(words: readonly Word[]): string {
  return words.map((word) => word.map(({ text }) => text).join('')).join(' ');
}

function broken(words: readonly Word[], size: number, width: number): Word[][] {
  const lines: Word[][] = [];
  for (const word of words.flatMap((each) => narrow(each, size, width))) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(textOf([...last, word]), 'serif', size) <= width) last.push(word);
    else lines.push([word]);
  }
  return lines;
}

/** No word of the page is as long as a line, but a title of a scenario file may be one. */
function narrow(word: Word, size: number, width: number): Word[] {
  if (textWidth(textOf([word]), 'serif', size) <= width) return [word];
  return [[{ text: clipped(textOf([word]), 'serif', size, width), gravity: undefined }]];
}

function stretches(words: readonly Word[], size: number): Stretch[] {
  const found: Stretch[] = [];
  let x = 0;
  const put = (text: string, gravity: Gravity | undefined, spaceBefore: boolean): void => {
    const last = found.at(-1);
    const space = spaceBefore ? ' ' : '';
    if (last !== undefined && last.gravity === gravity) found[found.length - 1] = { ...last, text: last.text + space + text };
    else found.push({ x: x + textWidth(space, 'serif', size), text, gravity });
    x += textWidth(space + text, 'serif', size);
  };
  for (const [index, word] of words.entries()) {
    for (const [part, { text, gravity }] of word.entries()) put(text, gravity, index > 0 && part === 0);
  }
  return found;
}

/** @param top the upper edge of the first line */
export function drawHeadline({ size, lineHeight, lines }: Headline, left: number, top: number, palette: Palette): string {
  return lines
    .flatMap((stretched, index) => {
      const middle = top + (index + 0.5) * lineHeight;
      return stretched.map(({ x, text, gravity }) => {
        const words = textAt(left + x, baseline(middle, size), text, { face: 'serif', size, fill: palette.ink });
        if (gravity === undefined) return words;
        const { line: fill } = toneColours(TONE_OF_GRAVITY[gravity], palette);
        const under = { x: left + x, y: baseline(middle, size) + 7, width: textWidth(text, 'serif', size), height: 4, fill };
        return words + element('rect', under);
      });
    })
    .join('');
}
