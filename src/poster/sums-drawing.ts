import type { Gravity } from '../core/verdict.ts';
import { TONE_OF_GRAVITY } from '../store/verdict-tone.ts';
import type { LaneSums } from '../words/lane-sums.ts';
import { toneColours, type Palette, type Tone } from './palette.ts';
import { baseline, element, textAt } from './svg.ts';
import { clipped, textWidth, wrapped } from './text-width.ts';

/** What stands beside a lane is as wide. */
export const LEDGER_WIDTH = 232;

export function toneOf(gravity: Gravity): Tone {
  return TONE_OF_GRAVITY[gravity];
}

/** Beside a lane, from its left edge on and about its middle. */
export interface Column {
  readonly x: number;
  readonly middle: number;
}

export function drawSums({ name, total, gravity, count, verdict, told }: LaneSums, { x, middle }: Column, palette: Palette): string {
  const tone = toneOf(gravity);
  const colour = tone === 'plain' ? palette.ink : toneColours(tone, palette).line;
  const lines = wrapped(verdict, 'sans-strong', 18, LEDGER_WIDTH - 28, 2);
  const said = saidLines(told);
  // What a caller was told needs room too: then everything is closer together.
  const isTold = told.length > 0;
  const { large, toTotal, toVerdict, toTold } = isTold ? { large: 34, toTotal: 41, toVerdict: 76, toTold: 78 } : { large: 40, toTotal: 46, toVerdict: 88, toTold: 76 };
  const height = toTold + lines.length * 24 + (isTold ? said.length * 20 : 0);
  const size = Math.min(large, (LEDGER_WIDTH * large) / textWidth(total, 'mono-strong', large));
  const top = middle - height / 2;
  return [
    textAt(x, baseline(top + 10, 17), clipped(name, 'sans', 17, LEDGER_WIDTH), { face: 'sans', size: 17, fill: palette['ink-2'] }),
    textAt(x, baseline(top + toTotal, size), total, { face: 'mono-strong', size, fill: colour }),
    drawShape(gravity, count, { x: x + 9, middle: top + toVerdict }, palette),
    ...lines.map((text, index) =>
      textAt(x + 28, baseline(top + toVerdict + index * 24, 18), text, { face: 'sans-strong', size: 18, fill: tone === 'plain' ? palette['ink-2'] : colour }),
    ),
    ...said.map((text, index) =>
      textAt(x, baseline(top + toTold + lines.length * 24 + index * 20, 16), text, { face: 'sans', size: 16, fill: palette['ink-2'] }),
    ),
  ].join('');
}

/** In one line where they fit, else a line for each; where one of them is too wide, as a paragraph. */
function saidLines(told: readonly string[]): readonly string[] {
  const whole = told.join(' · ');
  const fits = (text: string): boolean => textWidth(text, 'sans', 16) <= LEDGER_WIDTH;
  if (!fits(whole) && told.every(fits)) return told;
  return wrapped(whole, 'sans', 16, LEDGER_WIDTH, 2);
}

/** Once disc, more than once diamond, never but said paid ring, once but said failed half disc, in flight dashed ring. */
function drawShape(gravity: Gravity, count: number, { x, middle: y }: Column, palette: Palette): string {
  const { line: tone } = toneColours(toneOf(gravity), palette);
  const r = 7;
  const ring = (stroke: string, dash?: string): string =>
    element('circle', { cx: x, cy: y, r, fill: 'none', stroke, 'stroke-width': 2, 'stroke-dasharray': dash });
  switch (gravity) {
    case 'right':
      return element('circle', { cx: x, cy: y, r: r + 1, fill: tone });
    case 'wrong':
      return count === 0 ? ring(tone) : element('path', { d: `M${x} ${y - 9}L${x + 9} ${y}L${x} ${y + 9}L${x - 9} ${y}Z`, fill: tone });
    case 'misreported':
      // An arc of SVG, from above to below: its left half.
      return ring(tone) + element('path', { d: `M${x} ${y - r}A${r} ${r} 0 0 0 ${x} ${y + r}Z`, fill: tone });
    case 'unknown':
      return ring(tone, '4 3');
    case 'neutral':
      return ring(palette['ink-3']);
  }
}
