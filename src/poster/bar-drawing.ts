import { toneOfBar } from '../drawing/bar-words.ts';
import type { Bar, Span } from '../drawing/lane-layout.ts';
import type { ProgramBar } from '../drawing/program-layout.ts';
import type { Band } from './lane-rows.ts';
import { toneColours, type Palette } from './palette.ts';
import { PAD, type Plot } from './plot.ts';
import { baseline, element, line, number, textAt } from './svg.ts';
import { textWidth } from './text-width.ts';

/** A model's bar has none of what only a program's has. */
type AnyBar = Bar & Partial<Pick<ProgramBar, 'admission' | 'count' | 'row' | 'rows'>>;

/** An attempt: closed where it was answered, open to the right where it was not. */
export function drawBar(plot: Plot, bar: AnyBar, wordings: readonly string[]): string {
  const { rows = 1, row = 0, count = 1 } = bar;
  const paint = paintOf(bar, plot.palette);
  const height = plot.rows.bar / rows;
  const y = plot.rows.barTop + row * height;
  const x = plot.x(bar.from);
  const width = Math.max(3, plot.x(bar.to) - x);
  const [right, bottom] = [number(x + width), number(y + height)];
  const shape =
    bar.state.kind === 'answered'
      ? element('rect', { x, y, width, height, rx: 3, fill: paint.fill, stroke: paint.stroke, 'stroke-width': 1.5 })
      : element('path', {
          d: `M${right} ${number(y)}L${number(x)} ${number(y)}L${number(x)} ${bottom}L${right} ${bottom}`,
          fill: paint.fill,
          stroke: paint.stroke,
          'stroke-width': 1.5,
          'stroke-dasharray': bar.state.kind === 'in-flight' ? undefined : '5 3',
        });
  const text = rows > 1 ? null : plot.fittingBar(bar, wordings);
  return shape + cells({ x, y, width, height }, count, paint.stroke) + barText(plot, text, x, count > 1 ? paint.fill : null) + deadline(plot, bar, paint.stroke);
}

interface Paint {
  readonly fill: string;
  readonly stroke: string;
}

/** Of what has no end yet, and of what never left, there is only an outline. */
function paintOf(bar: AnyBar, palette: Palette): Paint {
  if (bar.state.kind === 'in-flight' || bar.admission === 'rejected') return { fill: palette.card, stroke: palette['ink-3'] };
  const { line: stroke, tint } = toneColours(toneOfBar(bar), palette);
  return { fill: tint, stroke };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Cells narrower than this would be a solid area. */
const NARROWEST_CELL = 3;

/** Attempts alike that are drawn as one: a stroke between each and the next. */
function cells({ x, y, width, height }: Box, count: number, stroke: string): string {
  const each = width / count;
  if (each < NARROWEST_CELL) return '';
  return Array.from({ length: count - 1 }, (_, index) => line(x + (index + 1) * each, y, x + (index + 1) * each, y + height, { stroke })).join('');
}

/** @param ground behind the text, where there are strokes; null: there are none */
function barText({ rows: { agent }, size, palette }: Plot, text: string | null, x: number, ground: string | null): string {
  if (text === null) return '';
  const width = textWidth(text, 'sans', size) + 4;
  const behind = ground === null ? '' : element('rect', { x: x + PAD - 2, y: agent - size / 2 - 2, width, height: size + 4, fill: ground });
  return behind + textAt(x + PAD, baseline(agent, size), text, { face: 'sans', size, fill: palette.ink });
}

function deadline(plot: Plot, { state, to }: Bar, stroke: string): string {
  const { barTop, bar, agent } = plot.rows;
  switch (state.kind) {
    case 'in-flight': {
      if (state.deadline === null) return '';
      const [from, until] = [plot.x(to), plot.x(state.deadline)];
      const faint = plot.palette['ink-3'];
      return (
        line(from, agent, until, agent, { stroke: faint, dash: '4 3' }) +
        line(until, agent - bar / 4, until, agent + bar / 4, { stroke: faint, width: 1.5 })
      );
    }
    case 'silent':
      return line(plot.x(to), barTop - 7, plot.x(to), barTop + bar + 7, { stroke, width: 3 });
    case 'answered':
      return '';
  }
}

/** It waits on, beyond all that happens. */
export function drawEndless(plot: Plot, { from, to }: Span, wordings: readonly string[]): string {
  const { rows: { barTop, bar, agent }, palette: { bad }, size } = plot;
  const edge = (y: number): string => line(plot.x(from), y, plot.x(to), y, { stroke: bad, width: 1.5, dash: '5 3' });
  const text = plot.fittingBar({ from, to }, wordings);
  const words = text === null ? '' : textAt(plot.x(from) + PAD, baseline(agent, size), text, { face: 'sans', size, fill: bad });
  return edge(barTop) + edge(barTop + bar) + words;
}

const WAIT_HEIGHT = 14;

/** As far as the playhead has come. */
export function drawWait(plot: Plot, { from, to }: Span): string {
  return hatching(plot, from, Math.min(to, plot.here), { middle: plot.rows.agent, height: WAIT_HEIGHT });
}

/** Diagonal strokes, each cut where the box ends: a pattern would need an id, and a page may show two posters. */
export function hatching(plot: Plot, from: number, to: number, { middle, height }: Band): string {
  const [left, right] = [plot.x(from), plot.x(to)];
  const top = middle - height / 2;
  let d = '';
  for (let start = left - height; start < right; start += 6) {
    const x1 = Math.max(left, start);
    const x2 = Math.min(right, start + height);
    if (x2 <= x1) continue;
    d += `M${number(x1)} ${number(top + height - (x1 - start))}L${number(x2)} ${number(top + height - (x2 - start))}`;
  }
  return d === '' ? '' : element('path', { d, fill: 'none', stroke: plot.palette['ink-3'], 'stroke-width': 1.25 });
}
