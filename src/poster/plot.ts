import type { Gates } from '../core/gate-phases.ts';
import type { LaneTrace } from '../core/trace.ts';
import { fraction, startOf, type Axis } from '../drawing/axis.ts';
import type { Mark, Span } from '../drawing/lane-layout.ts';
import type { Words } from '../words/en.ts';
import { rowsOf, type LanePlace, type LaneRows } from './lane-rows.ts';
import { toneColours, type Palette, type Tone } from './palette.ts';
import { baseline, element, line, textAt } from './svg.ts';
import { clipped, isPlain, textWidth, type Face } from './text-width.ts';

export interface LanePicture {
  readonly lane: LaneTrace;
  readonly name: string;
  /** The colour of its verdict. */
  readonly tone: Tone;
  readonly at: number;
  readonly axis: Axis;
  readonly partsAt: number | null;
}

/** What rows it has and what they are called; null: it has no such row. */
export interface RowNames {
  readonly agent: string;
  readonly gates: readonly (keyof Gates)[];
  readonly guard: string | null;
  readonly gateway: string | null;
}

/** Between a text and the edge of its box, or the mark that it belongs to. */
export const PAD = 7;
const GAP = 13;
/** How far a lane's name is larger than its labels. */
const NAME = 1.2;

type LabelledRow = 'above' | 'guard' | 'gateway';

/** The plot of one lane: its frame, and its texts. Labels of a row are set one after the other, and none over another. */
export class Plot {
  readonly words: Words;
  readonly palette: Palette;
  readonly rows: LaneRows;
  /** The size of its labels. */
  readonly size: number;
  /** Where the playhead is. */
  readonly here: number;
  readonly #picture: LanePicture;
  readonly #place: LanePlace;
  readonly #names: RowNames;
  readonly #taken: { readonly row: LabelledRow; readonly from: number; readonly to: number }[] = [];

  constructor(picture: LanePicture, place: LanePlace, names: RowNames, words: Words, palette: Palette) {
    this.words = words;
    this.palette = palette;
    this.rows = rowsOf(place, names.guard !== null, names.gates);
    this.size = place.label;
    this.here = fraction(picture.axis, picture.at);
    this.#picture = picture;
    this.#place = place;
    this.#names = names;
  }

  x(share: number): number {
    return this.#place.from + share * this.#width;
  }

  get #width(): number {
    return this.#place.to - this.#place.from;
  }

  /** The lane's name and rows, with the content over its lines and under the playhead. */
  framed(content: string): string {
    const { name, tone, axis, partsAt } = this.#picture;
    const { left, from, to } = this.#place;
    const { agent, guard, gateway } = this.#names;
    const { words, rows } = this;
    const { ink, hair, accent, 'ink-3': faint, 'hair-2': grid } = this.palette;
    const size = NAME * this.size;
    return [
      element('rect', { x: left, y: rows.name - 8, width: 4, height: 16, fill: tone === 'plain' ? ink : toneColours(tone, this.palette).line }),
      textAt(left + 13, baseline(rows.name, size), clipped(name, 'sans-strong', size, to - left - 13), { face: 'sans-strong', size, fill: ink }),
      this.#rowName(agent, rows.agent),
      ...rows.gates.map(({ gate, middle }) => this.#rowName(words.program.gateRows[gate], middle)),
      this.#rowName(guard, rows.guard),
      this.#rowName(gateway, rows.gateway),
      ...axis.ticks.map((tick) => this.#upright(startOf(axis, tick), grid)),
      guard === null ? '' : line(from, rows.guard, to, rows.guard, { stroke: hair }),
      gateway === null ? '' : line(from, rows.gateway, to, rows.gateway, { stroke: faint, width: 1.5 }),
      partsAt === null ? '' : this.#upright(startOf(axis, partsAt), ink, '1.5 3'),
      content,
      line(this.x(this.here), rows.barTop - 10, this.x(this.here), rows.bottom, { stroke: accent, width: 2.5 }),
    ].join('');
  }

  #rowName(text: string | null, middle: number): string {
    if (text === null) return '';
    return textAt(this.#place.left, baseline(middle, this.size), text, { face: 'sans', size: this.size, fill: this.palette['ink-3'] });
  }

  #upright(share: number, stroke: string, dash?: string): string {
    const x = this.x(share);
    return line(x, this.rows.barTop - 4, x, this.rows.bottom, { stroke, ...(dash === undefined ? {} : { dash }) });
  }

  /** The longest wording that is no wider; null where none is. */
  fitting(wordings: readonly string[], face: Face, width: number): string | null {
    return wordings.find((wording) => isPlain(wording) && textWidth(wording, face, this.size) <= width) ?? null;
  }

  /** The longest wording that fits into a bar; null where none does. */
  fittingBar({ from, to }: Pick<Span, 'from' | 'to'>, wordings: readonly string[]): string | null {
    return this.fitting(wordings, 'sans', (to - from) * this.#width - 2 * PAD);
  }

  /** In the middle above a span: the longest wording that is no wider, else the shortest. */
  aboveMiddle({ from, to }: Span, wordings: readonly string[]): string {
    const text = this.fitting(wordings, 'mono', (to - from) * this.#width) ?? wordings.at(-1) ?? '';
    return this.#above(text, 'mono', (this.x(from) + this.x(to) - textWidth(text, 'mono', this.size)) / 2, this.palette['ink-2']);
  }

  /** A text above the bars, from a place on; none where it would be over another. */
  aboveFrom(share: number, text: string): string {
    return this.#above(text, 'sans', this.x(share), this.palette['ink-2']);
  }

  /** Above the bars, on the side of a mark that is free; `beside`: how far from it. */
  aboveMark({ at, side, room }: Mark, wordings: readonly string[], fill: string, beside = 0): string {
    const text = this.fitting(wordings, 'sans', room * this.#width - 4 - beside);
    if (text === null) return '';
    return this.#above(text, 'sans', side === 'right' ? this.x(at) + beside : this.x(at) - beside - textWidth(text, 'sans', this.size), fill);
  }

  #above(text: string, face: Face, wished: number, fill: string): string {
    const width = textWidth(text, face, this.size);
    const from = Math.min(Math.max(wished, this.#place.from), this.#place.to - width);
    if (from < this.#place.from || !isPlain(text) || !this.#take('above', from, from + width)) return '';
    return textAt(from, baseline(this.rows.above, this.size), text, { face, size: this.size, fill });
  }

  /** Beside a mark, on its row. */
  label({ at, side, room }: Mark, row: 'guard' | 'gateway', wordings: readonly string[], tone: Tone): string {
    const { size } = this;
    const family = row === 'gateway' ? 'mono' : 'sans';
    const face: Face = tone === 'plain' ? family : `${family}-strong`;
    const text = this.fitting(wordings, face, room * this.#width - GAP - PAD);
    if (text === null) return '';
    const width = textWidth(text, face, size);
    const x = side === 'right' ? this.x(at) + GAP : this.x(at) - GAP - width;
    if (!this.#take(row, x, x + width)) return '';
    const centre = this.rows[row];
    const plain = row === 'gateway' ? this.palette.ink : this.palette['ink-2'];
    const fill = tone === 'plain' ? plain : toneColours(tone, this.palette).line;
    return (
      element('rect', { x: x - 4, y: centre - size / 2, width: width + 8, height: size, fill: this.palette.card }) +
      textAt(x, baseline(centre, size), text, { face, size, fill })
    );
  }

  /** Whether a text may stand there: it may where no other does. */
  #take(row: LabelledRow, from: number, to: number): boolean {
    const isFree = !this.#taken.some((other) => other.row === row && from < other.to + PAD && to > other.from - PAD);
    if (isFree) this.#taken.push({ row, from, to });
    return isFree;
  }
}
