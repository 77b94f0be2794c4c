import type { GuardMark, Mark, ReadBackMark } from '../drawing/lane-layout.ts';
import type { ProgramBar } from '../drawing/program-layout.ts';
import type { Words } from '../words/en.ts';
import { toneColours, type Tone } from './palette.ts';
import { PAD, type Plot } from './plot.ts';
import { element, line, number } from './svg.ts';

/** A call that never became an attempt: a bar without length, notched. */
export function drawWedge(plot: Plot, mark: Mark, wordings: readonly string[], tone: Tone): string {
  const { line: fill } = toneColours(tone, plot.palette);
  const { barTop: top, bar: height } = plot.rows;
  const x = plot.x(mark.at);
  const points = [
    [x - 4, top],
    [x + 4, top],
    [x + 1, top + height / 2],
    [x + 4, top + height],
    [x - 4, top + height],
    [x - 1, top + height / 2],
  ];
  const shape = element('path', { d: `M${points.map((point) => point.map(number).join(' ')).join('L')}Z`, fill });
  return shape + plot.aboveMark(mark, wordings, fill);
}

/** Where a caller was told what came of its call. */
export function drawFlag(plot: Plot, mark: Mark, wordings: readonly string[]): string {
  const { ink } = plot.palette;
  const { barTop: top, bar: height } = plot.rows;
  const x = plot.x(mark.at);
  const pole = line(x, top - 4, x, top + height, { stroke: ink, width: 1.5 });
  const d = `M${number(x)} ${number(top - 4)}L${number(x + 8)} ${number(top + 0.5)}L${number(x)} ${number(top + 5)}Z`;
  return pole + element('path', { d, fill: ink }) + plot.aboveMark(mark, wordings, ink, PAD);
}

/** At the gate: a probe passes, and what is crossed out was stopped. */
export function drawAdmission(plot: Plot, { admission, from }: ProgramBar): string {
  const { atGate: y } = plot.rows;
  const x = plot.x(from) + PAD;
  switch (admission) {
    case 'probe':
      return element('path', { d: `M${number(x - 5)} ${number(y - 4)}L${number(x + 5)} ${number(y - 4)}L${number(x)} ${number(y + 5)}Z`, fill: plot.palette.ink });
    case 'rejected':
      return drawCross(x, y, plot.palette.ink);
    case null:
      return '';
  }
}

export const CROSS = 9;

export function drawCross(x: number, y: number, stroke: string): string {
  const r = CROSS / 2;
  return line(x - r, y - r, x + r, y + r, { stroke, width: 2.5 }) + line(x - r, y + r, x + r, y - r, { stroke, width: 2.5 });
}

export function drawGuardMark(plot: Plot, mark: GuardMark, moves: Words['guardMoves']): string {
  const { card, ink, ok } = plot.palette;
  const x = plot.x(mark.at);
  const y = plot.rows.guard;
  const square = (fill: string, stroke: string): string =>
    element('rect', { x: x - 5, y: y - 5, width: 10, height: 10, fill, stroke, 'stroke-width': 1.5 });
  switch (mark.move) {
    case 'claimed':
      return square(card, ink) + plot.label(mark, 'guard', moves.claimed(mark.operation), 'plain');
    case 'released':
      return square(card, ink) + line(x - 5, y + 5, x + 5, y - 5, { stroke: ink, width: 1.5 }) + plot.label(mark, 'guard', moves.released(), 'plain');
    case 'recorded':
      return square(ink, ink) + plot.label(mark, 'guard', moves.recorded(), 'plain');
    case 'hit':
      return square(ok, ok) + plot.label(mark, 'guard', moves.hit(), 'ok');
  }
}

export function drawReadBack(plot: Plot, mark: ReadBackMark): string {
  const { card, ink, ok } = plot.palette;
  const x = plot.x(mark.at);
  const y = plot.rows.guard;
  const d = `M${number(x)} ${number(y - 7)}L${number(x + 7)} ${number(y)}L${number(x)} ${number(y + 7)}L${number(x - 7)} ${number(y)}Z`;
  const diamond = element('path', { d, fill: mark.found ? ok : card, stroke: mark.found ? ok : ink, 'stroke-width': 1.5 });
  return diamond + plot.label(mark, 'guard', plot.words.readBack(mark.found), mark.found ? 'ok' : 'plain');
}

/** From the bar that caused a posting down to it. */
export function drawStem(plot: Plot, { at }: Mark): string {
  const { barTop, bar, gateway } = plot.rows;
  return line(plot.x(at), barTop + bar, plot.x(at), gateway, { stroke: plot.palette['ink-3'], dash: '1.5 3' });
}

export function drawPosting(plot: Plot, mark: Mark, wordings: readonly string[], again: boolean): string {
  const { ink, bad } = plot.palette;
  const disc = element('circle', { cx: plot.x(mark.at), cy: plot.rows.gateway, r: 8, fill: again ? bad : ink });
  return disc + plot.label(mark, 'gateway', wordings, again ? 'bad' : 'plain');
}

/** Refused, or there in vain. */
export function drawRing(plot: Plot, mark: Mark, wordings: readonly string[], tone: Tone): string {
  const { card, ink } = plot.palette;
  const stroke = tone === 'plain' ? ink : toneColours(tone, plot.palette).line;
  const ring = element('circle', { cx: plot.x(mark.at), cy: plot.rows.gateway, r: 7, fill: card, stroke, 'stroke-width': 2 });
  return ring + plot.label(mark, 'gateway', wordings, tone);
}
