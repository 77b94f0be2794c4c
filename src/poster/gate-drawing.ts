import type { BreakerSegment, GateRow, QuotaSegment } from '../drawing/gate-layout.ts';
import type { Span } from '../drawing/lane-layout.ts';
import { hatching } from './bar-drawing.ts';
import type { Band } from './lane-rows.ts';
import { CROSS, drawCross } from './mark-drawing.ts';
import { PAD, type Plot } from './plot.ts';
import { baseline, element, line, textAt } from './svg.ts';
import { textWidth } from './text-width.ts';

/** One gate of a client, as far as the playhead has come. Each state has a texture and a word. */
export function drawGate(plot: Plot, row: GateRow, band: Band): string {
  switch (row.kind) {
    case 'breaker':
      return row.segments.map((segment) => drawBreaker(plot, segment, band)).join('');
    case 'retryQuota':
      return row.segments.map((segment) => drawTokens(plot, segment, row.capacity, band)).join('');
  }
}

/** Closed a line that goes through, open a block, due the block's outline, half-open hatched. */
function drawBreaker(plot: Plot, segment: BreakerSegment, band: Band): string {
  const { card, 'ink-2': ink, 'ink-3': faint } = plot.palette;
  const { phase, from, to } = segment;
  const { middle, height } = band;
  const [left, right] = [plot.x(from), plot.x(to)];
  const block = { x: left, y: middle - height / 2, width: right - left, height };
  const wordings = plot.words.program.breaker(phase);
  switch (phase.state) {
    case 'closed':
      return line(left, middle, right, middle, { stroke: faint }) + label(plot, segment, middle, wordings, { fill: ink, ground: card });
    case 'open':
      return element('rect', { ...block, fill: faint }) + label(plot, segment, middle, wordings, { fill: card });
    case 'due':
      return element('rect', { ...block, fill: 'none', stroke: ink, 'stroke-dasharray': '4 3' }) + label(plot, segment, middle, wordings, { fill: ink });
    case 'half-open':
      return [
        hatching(plot, from, to, band),
        element('rect', { ...block, fill: 'none', stroke: ink }),
        label(plot, segment, middle, wordings, { fill: ink, ground: card }),
      ].join('');
  }
}

/** Their number, and under it the height of a step. */
function drawTokens(plot: Plot, segment: QuotaSegment, capacity: number, { middle, height }: Band): string {
  const { ink, hair, 'ink-2': fill, 'hair-2': area } = plot.palette;
  const { program } = plot.words;
  const { phase: { tokens, cause }, share } = segment;
  const [left, right] = [plot.x(segment.from), plot.x(segment.to)];
  const top = middle - height / 2;
  const ground = top + height + plot.rows.steps;
  const step = share * plot.rows.steps;
  const isEmpty = cause?.state === 'empty';
  return [
    element('rect', { x: left, y: ground - step, width: right - left, height: step, fill: area }),
    line(left, ground - step, right, ground - step, { stroke: fill, width: 1.5 }),
    line(left, top, left, ground, { stroke: hair }),
    isEmpty ? drawCross(left + PAD, middle, ink) : '',
    isEmpty
      ? label(plot, segment, middle, program.tooFewTokens(tokens), { fill, after: CROSS + PAD })
      : label(plot, segment, middle, program.tokens(tokens, capacity), { fill }),
  ].join('');
}

interface LabelStyle {
  readonly fill: string;
  /** Behind it, where there is a texture. */
  readonly ground?: string;
  /** What stands before it in its segment. */
  readonly after?: number;
}

function label(plot: Plot, { from, to }: Span, middle: number, wordings: readonly string[], { fill, ground, after = 0 }: LabelStyle): string {
  const { size } = plot;
  const x = plot.x(from) + PAD + after;
  const text = plot.fitting(wordings, 'sans', plot.x(to) - x - PAD);
  if (text === null) return '';
  const behind = ground === undefined ? '' : element('rect', { x: x - 3, y: middle - size / 2, width: textWidth(text, 'sans', size) + 6, height: size, fill: ground });
  return behind + textAt(x, baseline(middle, size), text, { face: 'sans', size, fill });
}
