import { programBarWords } from '../drawing/program-bar-words.ts';
import type { BreakerSegment, GateRow, QuotaSegment } from '../drawing/gate-layout.ts';
import type { EndMark, ProgramBar, ProgramGeometry, ProgramPosting } from '../drawing/program-layout.ts';
import type { Span } from '../drawing/lane-layout.ts';
import { PAD, type Band, type Plot } from './plot.ts';
import { baseline, element, line, number, textAt } from './svg.ts';
import { textWidth } from './text-width.ts';

/** What a program's lane shows, on the rows of its plot. */
export function drawnProgram(plot: Plot, { bars, waits, gates, guardMarks, readBacks, postings, ends, endless }: ProgramGeometry): string {
  const { words, rows, palette } = plot;
  return [
    ...waits.map(({ from, to }) => plot.hatching(from, Math.min(to, plot.here))),
    ...bars.map((bar) => drawBar(plot, bar)),
    ...gates.map((row, index) => drawGate(plot, row, rows.gates[index])),
    ...postings.map(({ at }) => line(plot.x(at), rows.barTop + rows.bar, plot.x(at), rows.gateway, { stroke: palette['ink-3'], dash: '1.5 3' })),
    ...waits.map(({ from, to, delayMs, asked, layer }) => {
      const text = plot.fitting(words.program.wait(delayMs, asked, layer), 'mono', plot.x(to) - plot.x(from));
      if (text === null) return '';
      return plot.above(text, 'mono', (plot.x(from) + plot.x(to) - textWidth(text, 'mono', plot.place.label)) / 2, palette['ink-2']);
    }),
    endless === null ? '' : drawEndless(plot, endless),
    ...guardMarks.map((mark) => plot.guardMark(mark, words.program.guardMoves)),
    ...readBacks.map((mark) => plot.readBack(mark)),
    ...postings.map((mark) => drawPosting(plot, mark)),
    ...ends.map((mark) => drawEnd(plot, mark)),
  ].join('');
}

/** Cells narrower than this would be a solid area. */
const NARROWEST_CELL = 3;

function drawBar(plot: Plot, bar: ProgramBar): string {
  const { words, rows, palette } = plot;
  const { from, to, row, rows: stacked, count, admission } = bar;
  const place = { top: rows.barTop + (row * rows.bar) / stacked, height: rows.bar / stacked };
  const text = stacked > 1 ? null : plot.barWording(bar, programBarWords(bar, words));
  const x = plot.x(from);
  const width = plot.x(to) - x;
  // It never left: an outline with nothing in it.
  const shape =
    admission === 'rejected'
      ? element('rect', { x, y: place.top, width: Math.max(3, width), height: place.height, rx: 3, fill: 'none', stroke: palette['ink-3'] }) + plot.inBar(bar, text)
      : plot.bar(bar, text, place);
  const cells =
    count === 1 || width / count < NARROWEST_CELL || text !== null
      ? []
      : Array.from({ length: count - 1 }, (_, index) => {
          const at = x + ((index + 1) * width) / count;
          return line(at, place.top, at, place.top + place.height, { stroke: palette['ink-3'] });
        });
  return [shape, ...cells, drawAdmission(plot, bar)].join('');
}

/** The size of the marks at a gate. */
const CROSS = 9;

/** At the gate: a probe passes, and what is crossed out was stopped. */
function drawAdmission(plot: Plot, { admission, from }: ProgramBar): string {
  const { atGate: y } = plot.rows;
  const x = plot.x(from) + PAD;
  switch (admission) {
    case 'probe':
      return element('path', { d: `M${number(x - 5)} ${number(y - 4)}L${number(x + 5)} ${number(y - 4)}L${number(x)} ${number(y + 5)}Z`, fill: plot.palette.ink });
    case 'rejected':
      return cross(x, y, plot.palette.ink);
    case null:
      return '';
  }
}

function cross(x: number, y: number, stroke: string): string {
  const r = CROSS / 2;
  return line(x - r, y - r, x + r, y + r, { stroke, width: 2.5 }) + line(x - r, y + r, x + r, y - r, { stroke, width: 2.5 });
}

function drawGate(plot: Plot, row: GateRow, band: Band | undefined): string {
  if (band === undefined) return '';
  switch (row.kind) {
    case 'breaker':
      return row.segments.map((segment) => drawBreaker(plot, segment, band)).join('');
    case 'retryQuota':
      return row.segments.map((segment) => drawTokens(plot, segment, row.capacity, band)).join('');
  }
}

function drawBreaker(plot: Plot, segment: BreakerSegment, band: Band): string {
  const { palette, words } = plot;
  const { phase } = segment;
  const box = { x: plot.x(segment.from), y: band.middle - band.height / 2, width: plot.x(segment.to) - plot.x(segment.from), height: band.height };
  const label = (fill: string, ground: boolean): string => segmentLabel(plot, segment, band.middle, words.program.breaker(phase), fill, ground);
  switch (phase.state) {
    case 'closed':
      return line(box.x, band.middle, box.x + box.width, band.middle, { stroke: palette['ink-3'] }) + label(palette['ink-2'], true);
    case 'open':
      return element('rect', { ...box, fill: palette['ink-3'] }) + label(palette.card, false);
    case 'due':
      return element('rect', { ...box, fill: 'none', stroke: palette['ink-2'], 'stroke-dasharray': '4 3' }) + label(palette['ink-2'], false);
    case 'half-open':
      return plot.hatching(segment.from, segment.to, band) + element('rect', { ...box, fill: 'none', stroke: palette['ink-2'] }) + label(palette['ink-2'], true);
  }
}

/** Their number, and under it the height of a step. */
function drawTokens(plot: Plot, segment: QuotaSegment, capacity: number, band: Band): string {
  const { palette, words: { program } } = plot;
  const { phase: { tokens, cause }, share } = segment;
  const [left, right] = [plot.x(segment.from), plot.x(segment.to)];
  const top = band.middle - band.height / 2;
  const ground = top + band.height + plot.rows.steps;
  const height = share * plot.rows.steps;
  const isEmpty = cause?.state === 'empty';
  return [
    element('rect', { x: left, y: ground - height, width: right - left, height, fill: palette['hair-2'] }),
    line(left, ground - height, right, ground - height, { stroke: palette['ink-2'], width: 1.5 }),
    line(left, top, left, ground, { stroke: palette.hair }),
    isEmpty ? cross(left + PAD, band.middle, palette.ink) : '',
    segmentLabel(plot, segment, band.middle, isEmpty ? program.tooFewTokens(tokens) : program.tokens(tokens, capacity), palette['ink-2'], false, isEmpty ? CROSS + PAD : 0),
  ].join('');
}

function segmentLabel(plot: Plot, { from, to }: Span, middle: number, wordings: readonly string[], fill: string, ground: boolean, after = 0): string {
  const size = plot.place.label;
  const x = plot.x(from) + PAD + after;
  const text = plot.fitting(wordings, 'sans', plot.x(to) - x - PAD);
  if (text === null) return '';
  const behind = ground ? element('rect', { x: x - 3, y: middle - size / 2, width: textWidth(text, 'sans', size) + 6, height: size, fill: plot.palette.card }) : '';
  return behind + textAt(x, baseline(middle, size), text, { face: 'sans', size, fill });
}

function drawPosting(plot: Plot, mark: ProgramPosting): string {
  const { palette: { bad, card, ink }, words, rows } = plot;
  const { again, deleted, posting } = mark.entry;
  const spoiled = posting.spoiled === true;
  const colour = again || spoiled ? bad : ink;
  const circle = { cx: plot.x(mark.at), cy: rows.gateway };
  const shape =
    deleted || spoiled
      ? element('circle', { ...circle, r: 7, fill: card, stroke: colour, 'stroke-width': 2 })
      : element('circle', { ...circle, r: 8, fill: colour });
  return shape + plot.label(mark, 'gateway', words.program.posted(mark.entry), again || spoiled ? 'bad' : 'plain');
}

/** Where the caller was told. */
function drawEnd(plot: Plot, { at, side, room, disposition }: EndMark): string {
  const { rows: { barTop, bar }, palette, words } = plot;
  const x = plot.x(at);
  const text = plot.fitting(words.program.ended(disposition), 'sans', room * (plot.place.to - plot.place.from) - PAD);
  const width = text === null ? 0 : textWidth(text, 'sans', plot.place.label);
  const flag = line(x, barTop - 5, x, barTop + bar + 3, { stroke: palette.ink, width: 2.5 });
  return flag + (text === null ? '' : plot.above(text, 'sans', side === 'right' ? x + PAD : x - PAD - width, palette['ink-2']));
}

function drawEndless(plot: Plot, span: Span): string {
  const { rows: { barTop, bar }, palette: { bad }, words: { program } } = plot;
  const [from, to] = [plot.x(span.from), plot.x(span.to)];
  const edge = (y: number): string => line(from, y, to, y, { stroke: bad, width: 1.5, dash: '5 3' });
  const text = plot.barWording(span, program.endless);
  return edge(barTop) + edge(barTop + bar) + (text === null ? '' : textAt(from + PAD, baseline(barTop + bar / 2, plot.place.label), text, { face: 'sans', size: plot.place.label, fill: bad }));
}
