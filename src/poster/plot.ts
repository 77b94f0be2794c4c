import type { LaneTrace } from '../core/trace.ts';
import { fraction, startOf, type Axis } from '../drawing/axis.ts';
import { toneOfBar } from '../drawing/bar-words.ts';
import type { Bar, GuardMark, Mark, ReadBackMark, Span } from '../drawing/lane-layout.ts';
import type { Words } from '../words/en.ts';
import { toneColours, type Palette, type Tone } from './palette.ts';
import { baseline, element, line, number, textAt } from './svg.ts';
import { clipped, isPlain, textWidth, type Face } from './text-width.ts';

/** Where a lane is drawn, in units of the poster. */
export interface LanePlace {
  /** The left edge of its row names. */
  readonly left: number;
  /** The plot: from here to there is the time axis. */
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly height: number;
  /** The size of its labels. */
  readonly label: number;
}

export interface LanePicture {
  readonly lane: LaneTrace;
  readonly name: string;
  /** The colour of its verdict. */
  readonly tone: Tone;
  readonly at: number;
  readonly axis: Axis;
  readonly partsAt: number | null;
}

/** What its rows are called; null: it has no such row. */
export interface RowNames {
  readonly agent: string;
  readonly guard: string | null;
  readonly gateway: string | null;
}

type Row = keyof RowNames;

/** A box on the bars' row, and the row within it where several share the height. */
interface Place extends Span {
  readonly row?: number;
  readonly rows?: number;
}

/** The least height of a lane, with all its rows; what there is beyond it makes them higher. */
const LANE_HEIGHT = 144;
/** Between a text and the edge of its box, or the mark that it belongs to. */
const PAD = 7;
const GAP = 13;
/** How far a lane's name is larger than its labels. */
const NAME = 1.2;

/** The rows of a lane, as centres, in the order of the page. */
function rowsOf({ top, height, label }: LanePlace, looked: boolean) {
  const scale = Math.max(1, height / LANE_HEIGHT);
  const bar = 38 * scale;
  const barTop = top + 46 * scale;
  const below = barTop + bar;
  return {
    name: top + 14 * scale ** 0.5,
    above: barTop - label / 2 - 6,
    barTop,
    bar,
    agent: barTop + bar / 2,
    guard: below + 16 * scale,
    gateway: below + (looked ? 42 : 30) * scale,
    bottom: below + (looked ? 57 : 46) * scale,
  };
}

/** The plot of one lane: what any lane's picture is made of. Labels of a row are set one after the other, and none over another. */
export class Plot {
  readonly words: Words;
  readonly palette: Palette;
  readonly here: number;
  readonly #place: LanePlace;
  readonly #rows: ReturnType<typeof rowsOf>;
  readonly #taken: { readonly row: 'above' | Row; readonly from: number; readonly to: number }[] = [];

  constructor(place: LanePlace, isLooked: boolean, here: number, words: Words, palette: Palette) {
    this.words = words;
    this.palette = palette;
    this.here = here;
    this.#place = place;
    this.#rows = rowsOf(place, isLooked);
  }

  x(share: number): number {
    return this.#place.from + share * (this.#place.to - this.#place.from);
  }

  /** The lane's name and rows, with the content over its lines and under the playhead. */
  framed({ name, tone, axis, partsAt }: LanePicture, names: RowNames, content: string): string {
    const { left, from, to, label } = this.#place;
    const { ink, hair } = this.palette;
    const rows = this.#rows;
    const size = NAME * label;
    return [
      element('rect', { x: left, y: rows.name - 8, width: 4, height: 16, fill: tone === 'plain' ? ink : toneColours(tone, this.palette).line }),
      textAt(left + 13, baseline(rows.name, size), clipped(name, 'sans-strong', size, to - left - 13), { face: 'sans-strong', size, fill: ink }),
      this.#rowName(names.agent, 'agent'),
      this.#rowName(names.guard, 'guard'),
      this.#rowName(names.gateway, 'gateway'),
      ...axis.ticks.map((tick) => this.#upright(startOf(axis, tick), this.palette['hair-2'])),
      names.guard === null ? '' : line(from, rows.guard, to, rows.guard, { stroke: hair }),
      names.gateway === null ? '' : line(from, rows.gateway, to, rows.gateway, { stroke: this.palette['ink-3'], width: 1.5 }),
      partsAt === null ? '' : this.#upright(startOf(axis, partsAt), ink, '1.5 3'),
      content,
      line(this.x(this.here), rows.barTop - 10, this.x(this.here), rows.bottom, { stroke: this.palette.accent, width: 2.5 }),
    ].join('');
  }

  #rowName(text: string | null, row: Row): string {
    const { left, label } = this.#place;
    return text === null ? '' : textAt(left, baseline(this.#rows[row], label), text, { face: 'sans', size: label, fill: this.palette['ink-3'] });
  }

  #upright(share: number, stroke: string, dash?: string): string {
    const x = this.x(share);
    return line(x, this.#rows.barTop - 4, x, this.#rows.bottom, { stroke, ...(dash === undefined ? {} : { dash }) });
  }

  /** The longest wording that fits into a bar; null where none does. */
  inBar({ from, to }: Pick<Span, 'from' | 'to'>, wordings: readonly string[]): string | null {
    return this.#fitting(wordings, 'sans', (to - from) * this.#width - 2 * PAD);
  }

  get #width(): number {
    return this.#place.to - this.#place.from;
  }

  /** An attempt: closed where it was answered, open to the right where it was not. */
  bar(bar: Bar & Place, wordings: readonly string[], cells = 1): string {
    const open = bar.state.kind === 'in-flight';
    const { line: stroke, tint } = toneColours(toneOfBar(bar), this.palette);
    const { rows = 1, row = 0 } = bar;
    const height = this.#rows.bar / rows;
    const y = this.#rows.barTop + row * height;
    const x = this.x(bar.from);
    const width = Math.max(3, this.x(bar.to) - x);
    const text = rows > 1 ? null : this.#fitting(wordings, 'sans', width - 2 * PAD);
    const shape =
      bar.state.kind === 'answered'
        ? element('rect', { x, y, width, height, rx: 3, fill: tint, stroke, 'stroke-width': 1.5 })
        : element('path', {
            d: `M${number(x + width)} ${number(y)}L${number(x)} ${number(y)}L${number(x)} ${number(y + height)}L${number(x + width)} ${number(y + height)}`,
            fill: open ? this.palette.card : tint,
            stroke: open ? this.palette['ink-3'] : stroke,
            'stroke-width': 1.5,
            'stroke-dasharray': open ? undefined : '5 3',
          });
    return shape + this.#cells(x, y, width, height, cells, stroke) + this.#barText(text, x, tint, cells > 1) + this.#deadline(bar, stroke);
  }

  /** Attempts alike that are drawn as one: a stroke between each and the next, as long as they can be told apart. */
  #cells(x: number, y: number, width: number, height: number, count: number, stroke: string): string {
    const each = width / count;
    if (count === 1 || each < 3) return '';
    return Array.from({ length: count - 1 }, (_, index) => line(x + (index + 1) * each, y, x + (index + 1) * each, y + height, { stroke })).join('');
  }

  #barText(text: string | null, x: number, tint: string, isOverStrokes: boolean): string {
    if (text === null) return '';
    const { label } = this.#place;
    const { agent } = this.#rows;
    const under = { x: x + PAD - 2, y: agent - label / 2 - 2, width: textWidth(text, 'sans', label) + 4, height: label + 4, fill: tint };
    return (
      (isOverStrokes ? element('rect', under) : '') + textAt(x + PAD, baseline(agent, label), text, { face: 'sans', size: label, fill: this.palette.ink })
    );
  }

  #deadline({ state, to }: Bar, stroke: string): string {
    const { barTop, bar, agent } = this.#rows;
    switch (state.kind) {
      case 'in-flight': {
        if (state.deadline === null) return '';
        const [from, until] = [this.x(to), this.x(state.deadline)];
        const faint = this.palette['ink-3'];
        return (
          line(from, agent, until, agent, { stroke: faint, dash: '4 3' }) +
          line(until, agent - bar / 4, until, agent + bar / 4, { stroke: faint, width: 1.5 })
        );
      }
      case 'silent':
        return line(this.x(to), barTop - 7, this.x(to), barTop + bar + 7, { stroke, width: 3 });
      case 'answered':
        return '';
    }
  }

  /** It waits on, beyond all that happens. */
  endless({ from, to }: Span, wordings: readonly string[]): string {
    const { barTop: top, bar, agent } = this.#rows;
    const { bad } = this.palette;
    const { label } = this.#place;
    const edge = (y: number): string => line(this.x(from), y, this.x(to), y, { stroke: bad, width: 1.5, dash: '5 3' });
    const text = this.inBar({ from, to }, wordings);
    const words = text === null ? '' : textAt(this.x(from) + PAD, baseline(agent, label), text, { face: 'sans', size: label, fill: bad });
    return edge(top) + edge(top + bar) + words;
  }

  /** A wait. Diagonal strokes, each cut where the box ends: a pattern would need an id, and a page may show two posters. */
  hatching(from: number, to: number): string {
    const [left, right] = [this.x(from), this.x(Math.min(to, this.here))];
    const height = 14;
    const top = this.#rows.agent - height / 2;
    let d = '';
    for (let start = left - height; start < right; start += 6) {
      const x1 = Math.max(left, start);
      const x2 = Math.min(right, start + height);
      if (x2 <= x1) continue;
      d += `M${number(x1)} ${number(top + height - (x1 - start))}L${number(x2)} ${number(top + height - (x2 - start))}`;
    }
    return d === '' ? '' : element('path', { d, fill: 'none', stroke: this.palette['ink-3'], 'stroke-width': 1.25 });
  }

  /** How long a wait is, in the middle above it: the longest wording that is no wider, else the shortest. */
  waitLabel({ from, to }: Span, wordings: readonly string[]): string {
    const text = this.#fitting(wordings, 'mono', (to - from) * this.#width) ?? wordings.at(-1) ?? '';
    const width = textWidth(text, 'mono', this.#place.label);
    return this.#above(text, 'mono', (this.x(from) + this.x(to) - width) / 2, this.palette['ink-2']);
  }

  /** A text above the bars, from a place on; none where it would be over another. */
  aboveFrom(share: number, text: string): string {
    return this.#above(text, 'sans', this.x(share), this.palette['ink-2']);
  }

  #above(text: string, face: Face, wished: number, fill: string): string {
    const width = textWidth(text, face, this.#place.label);
    const from = Math.min(Math.max(wished, this.#place.from), this.#place.to - width);
    const to = from + width;
    if (from < this.#place.from || !isPlain(text) || !this.#take('above', from, to)) return '';
    return textAt(from, baseline(this.#rows.above, this.#place.label), text, { face, size: this.#place.label, fill });
  }

  /** Whether a text may stand there: it may where no other does. */
  #take(row: 'above' | Row, from: number, to: number): boolean {
    const isFree = !this.#taken.some((other) => other.row === row && from < other.to + PAD && to > other.from - PAD);
    if (isFree) this.#taken.push({ row, from, to });
    return isFree;
  }

  /** A call that never became an attempt: a bar without length, notched. */
  wedge(mark: Mark, wordings: readonly string[], tone: Tone): string {
    const { line: fill } = toneColours(tone, this.palette);
    const { barTop: top, bar: height } = this.#rows;
    const x = this.x(mark.at);
    const points = [
      [x - 4, top],
      [x + 4, top],
      [x + 1, top + height / 2],
      [x + 4, top + height],
      [x - 4, top + height],
      [x - 1, top + height / 2],
    ];
    const shape = element('path', { d: `M${points.map((point) => point.map(number).join(' ')).join('L')}Z`, fill });
    return shape + this.#aboveMark(mark, wordings, fill);
  }

  /** Where a caller was told what came of its call. */
  flag(mark: Mark, wordings: readonly string[]): string {
    const { ink } = this.palette;
    const { barTop: top, bar: height } = this.#rows;
    const x = this.x(mark.at);
    const pole = line(x, top - 4, x, top + height, { stroke: ink, width: 1.5 });
    const d = `M${number(x)} ${number(top - 4)}L${number(x + 8)} ${number(top + 0.5)}L${number(x)} ${number(top + 5)}Z`;
    return pole + element('path', { d, fill: ink }) + this.#aboveMark(mark, wordings, ink, PAD);
  }

  #aboveMark({ at, side, room }: Mark, wordings: readonly string[], fill: string, beside = 0): string {
    const text = this.#fitting(wordings, 'sans', room * this.#width - 4 - beside);
    if (text === null) return '';
    return this.#above(text, 'sans', side === 'right' ? this.x(at) + beside : this.x(at) - beside - textWidth(text, 'sans', this.#place.label), fill);
  }

  guardMark(mark: GuardMark, moves: Words['guardMoves']): string {
    const { card, ink, ok } = this.palette;
    const x = this.x(mark.at);
    const y = this.#rows.guard;
    const square = (fill: string, stroke: string): string =>
      element('rect', { x: x - 5, y: y - 5, width: 10, height: 10, fill, stroke, 'stroke-width': 1.5 });
    switch (mark.move) {
      case 'claimed':
        return square(card, ink) + this.#label(mark, 'guard', moves.claimed(mark.operation), 'plain');
      case 'released':
        return (
          square(card, ink) + line(x - 5, y + 5, x + 5, y - 5, { stroke: ink, width: 1.5 }) + this.#label(mark, 'guard', moves.released(), 'plain')
        );
      case 'recorded':
        return square(ink, ink) + this.#label(mark, 'guard', moves.recorded(), 'plain');
      case 'hit':
        return square(ok, ok) + this.#label(mark, 'guard', moves.hit(), 'ok');
    }
  }

  readBack(mark: ReadBackMark): string {
    const { card, ink, ok } = this.palette;
    const x = this.x(mark.at);
    const y = this.#rows.guard;
    const d = `M${number(x)} ${number(y - 7)}L${number(x + 7)} ${number(y)}L${number(x)} ${number(y + 7)}L${number(x - 7)} ${number(y)}Z`;
    const diamond = element('path', { d, fill: mark.found ? ok : card, stroke: mark.found ? ok : ink, 'stroke-width': 1.5 });
    return diamond + this.#label(mark, 'guard', this.words.readBack(mark.found), mark.found ? 'ok' : 'plain');
  }

  /** From the bar that caused a posting down to it. */
  stem(share: number): string {
    const { barTop, bar, gateway } = this.#rows;
    return line(this.x(share), barTop + bar, this.x(share), gateway, { stroke: this.palette['ink-3'], dash: '1.5 3' });
  }

  posting(mark: Mark, wordings: readonly string[], again: boolean): string {
    const { ink, bad } = this.palette;
    const disc = element('circle', { cx: this.x(mark.at), cy: this.#rows.gateway, r: 8, fill: again ? bad : ink });
    return disc + this.#label(mark, 'gateway', wordings, again ? 'bad' : 'plain');
  }

  /** Refused, or there in vain. */
  ring(mark: Mark, wordings: readonly string[], tone: Tone): string {
    const { card, ink } = this.palette;
    const stroke = tone === 'plain' ? ink : toneColours(tone, this.palette).line;
    const ring = element('circle', { cx: this.x(mark.at), cy: this.#rows.gateway, r: 7, fill: card, stroke, 'stroke-width': 2 });
    return ring + this.#label(mark, 'gateway', wordings, tone);
  }

  #label({ at, side, room }: Mark, row: 'guard' | 'gateway', wordings: readonly string[], tone: Tone): string {
    const { label } = this.#place;
    const family = row === 'gateway' ? 'mono' : 'sans';
    const face: Face = tone === 'plain' ? family : `${family}-strong`;
    const text = this.#fitting(wordings, face, room * this.#width - GAP - PAD);
    if (text === null) return '';
    const width = textWidth(text, face, label);
    const x = side === 'right' ? this.x(at) + GAP : this.x(at) - GAP - width;
    if (!this.#take(row, x, x + width)) return '';
    const centre = this.#rows[row];
    const plain = row === 'gateway' ? this.palette.ink : this.palette['ink-2'];
    const fill = tone === 'plain' ? plain : toneColours(tone, this.palette).line;
    return (
      element('rect', { x: x - 4, y: centre - label / 2, width: width + 8, height: label, fill: this.palette.card }) +
      textAt(x, baseline(centre, label), text, { face, size: label, fill })
    );
  }

  #fitting(wordings: readonly string[], face: Face, width: number): string | null {
    return wordings.find((wording) => isPlain(wording) && textWidth(wording, face, this.#place.label) <= width) ?? null;
  }
}

/** Where the playhead is. */
export function hereIn({ axis, at }: LanePicture): number {
  return fraction(axis, at);
}
