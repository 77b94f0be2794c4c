import type { Gates } from '../core/gate-phases.ts';
import { toneOfBar } from '../drawing/bar-words.ts';
import type { Bar, GuardMark, Mark, ReadBackMark, Span } from '../drawing/lane-layout.ts';
import type { Words } from '../words/en.ts';
import { toneColours, type Palette, type Tone } from './palette.ts';
import { baseline, element, line, number, textAt } from './svg.ts';
import { isPlain, textWidth, type Face } from './text-width.ts';

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

/** The least height of a lane, with all its rows; what there is beyond it makes them higher. */
const LANE_HEIGHT = 144;
/** Of that, what stands above its bars. */
const HEAD = 46;
const BAR = 38;
/** A gate's row: its band, what is between, and what a budget's steps have beyond that. They keep their height. */
const GATE = { above: 12, row: 20, band: 17, steps: 5 };
/** With rows of gates there may be less room: then the others are lower, down to this. */
const LOWEST = 0.6;
/** Between a text and the edge of its box, or the mark that it belongs to. */
export const PAD = 7;
const GAP = 13;

interface BarPlace {
  readonly top: number;
  readonly height: number;
}

/** A band of a row. */
export interface Band {
  readonly middle: number;
  readonly height: number;
}

/** The rows of a lane, as centres, in the order of the page. */
export function rowsOf({ top, height, label }: LanePlace, looked: boolean, gates: readonly (keyof Gates)[] = []) {
  const steps = gates.includes('retryQuota') ? GATE.steps : 0;
  const gatesHeight = gates.length === 0 ? 0 : GATE.above + gates.length * GATE.row + steps;
  const [toGateway, toBottom] = looked ? [42, 57] : [30, 46];
  const scale = Math.max(1, (height - gatesHeight) / LANE_HEIGHT);
  const low = gates.length === 0 ? 1 : Math.min(1, Math.max(LOWEST, (height - gatesHeight - HEAD) / (BAR + toBottom)));
  const bar = BAR * scale * low;
  const barTop = top + HEAD * scale;
  const gateTop = barTop + bar + GATE.above;
  const below = barTop + bar + gatesHeight;
  return {
    name: top + 14 * scale ** 0.5,
    above: barTop - label / 2 - 6,
    barTop,
    bar,
    agent: barTop + bar / 2,
    /** The mark of an attempt that a gate let through or stopped. */
    atGate: barTop + bar + GATE.above / 2,
    gates: gates.map((_, index): Band => ({ middle: gateTop + index * GATE.row + GATE.band / 2, height: GATE.band })),
    steps,
    guard: below + 16 * scale * low,
    gateway: below + toGateway * scale * low,
    bottom: below + toBottom * scale * low,
  };
}

export type Rows = ReturnType<typeof rowsOf>;

type Row = 'guard' | 'gateway';

/** The plot of one lane. Labels above its bars are set one after the other, and none over another. */
export class Plot {
  readonly here: number;
  readonly place: LanePlace;
  readonly rows: Rows;
  readonly words: Words;
  readonly palette: Palette;
  readonly #taken: { readonly from: number; readonly to: number }[] = [];

  constructor(place: LanePlace, rows: Rows, words: Words, palette: Palette, here: number) {
    this.place = place;
    this.rows = rows;
    this.words = words;
    this.palette = palette;
    this.here = here;
  }

  x(share: number): number {
    return this.place.from + share * (this.place.to - this.place.from);
  }

  rowName(text: string, centre: number): string {
    return textAt(this.place.left, baseline(centre, this.place.label), text, { face: 'sans', size: this.place.label, fill: this.palette['ink-3'] });
  }

  upright(share: number, stroke: string, dash?: string): string {
    const x = this.x(share);
    return line(x, this.rows.barTop - 4, x, this.rows.bottom, { stroke, ...(dash === undefined ? {} : { dash }) });
  }

  /** A bar by how it ended, with what follows it; `place`: where it does not have the height of its row. */
  bar(bar: Bar, text: string | null, place: BarPlace = { top: this.rows.barTop, height: this.rows.bar }): string {
    const open = bar.state.kind === 'in-flight';
    const { line: stroke, tint } = toneColours(toneOfBar(bar), this.palette);
    const { top: y, height } = place;
    const x = this.x(bar.from);
    const width = Math.max(3, this.x(bar.to) - x);
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
    return shape + this.inBar(bar, text) + this.deadline(bar, stroke);
  }

  /** What stands in a bar; null: nothing fits. */
  inBar(bar: Span, text: string | null): string {
    if (text === null) return '';
    const { label: size } = this.place;
    return textAt(this.x(bar.from) + PAD, baseline(this.rows.agent, size), text, { face: 'sans', size, fill: this.palette.ink });
  }

  /** The longest of these that a bar has room for. */
  barWording({ from, to }: Span, wordings: readonly string[]): string | null {
    return this.fitting(wordings, 'sans', Math.max(3, this.x(to) - this.x(from)) - 2 * PAD);
  }

  deadline({ state, to }: Bar, stroke: string): string {
    const { barTop, bar, agent } = this.rows;
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

  /** Diagonal strokes, each cut where the box ends: a pattern would need an id, and a page may show two posters. */
  hatching(from: number, to: number, { middle, height }: Band = { middle: this.rows.agent, height: 14 }): string {
    const [left, right] = [this.x(from), this.x(to)];
    const top = middle - height / 2;
    let d = '';
    for (let start = left - height; start < right; start += 6) {
      const x1 = Math.max(left, start);
      const x2 = Math.min(right, start + height);
      if (x2 <= x1) continue;
      d += `M${number(x1)} ${number(top + height - (x1 - start))}L${number(x2)} ${number(top + height - (x2 - start))}`;
    }
    return d === '' ? '' : element('path', { d, fill: 'none', stroke: this.palette['ink-3'], 'stroke-width': 1.25 });
  }

  above(text: string, face: Face, wished: number, fill: string): string {
    const width = textWidth(text, face, this.place.label);
    const from = Math.min(Math.max(wished, this.place.from), this.place.to - width);
    const to = from + width;
    if (from < this.place.from || !isPlain(text)) return '';
    if (this.#taken.some((other) => from < other.to + PAD && to > other.from - PAD)) return '';
    this.#taken.push({ from, to });
    return textAt(from, baseline(this.rows.above, this.place.label), text, { face, size: this.place.label, fill });
  }

  guardMark(mark: GuardMark, guardMoves: Words['program']['guardMoves'] = this.words.guardMoves): string {
    const { card, ink } = this.palette;
    const x = this.x(mark.at);
    const y = this.rows.guard;
    const square = (fill: string, stroke: string): string =>
      element('rect', { x: x - 5, y: y - 5, width: 10, height: 10, fill, stroke, 'stroke-width': 1.5 });
    switch (mark.move) {
      case 'claimed':
        return square(card, ink) + this.label(mark, 'guard', guardMoves.claimed(mark.operation), 'plain');
      case 'released':
        return (
          square(card, ink) +
          line(x - 5, y + 5, x + 5, y - 5, { stroke: ink, width: 1.5 }) +
          this.label(mark, 'guard', guardMoves.released(), 'plain')
        );
      case 'recorded':
        return square(ink, ink) + this.label(mark, 'guard', guardMoves.recorded(), 'plain');
      case 'hit':
        return square(this.palette.ok, this.palette.ok) + this.label(mark, 'guard', guardMoves.hit(), 'ok');
    }
  }

  readBack(mark: ReadBackMark): string {
    const { card, ink, ok } = this.palette;
    const x = this.x(mark.at);
    const y = this.rows.guard;
    const d = `M${number(x)} ${number(y - 7)}L${number(x + 7)} ${number(y)}L${number(x)} ${number(y + 7)}L${number(x - 7)} ${number(y)}Z`;
    const diamond = element('path', { d, fill: mark.found ? ok : card, stroke: mark.found ? ok : ink, 'stroke-width': 1.5 });
    return diamond + this.label(mark, 'guard', this.words.readBack(mark.found), mark.found ? 'ok' : 'plain');
  }

  label({ at, side, room }: Mark, row: Row, wordings: readonly string[], tone: Tone): string {
    const family = row === 'gateway' ? 'mono' : 'sans';
    const face: Face = tone === 'plain' ? family : `${family}-strong`;
    const text = this.fitting(wordings, face, room * (this.place.to - this.place.from) - GAP - PAD);
    if (text === null) return '';
    const width = textWidth(text, face, this.place.label);
    const x = side === 'right' ? this.x(at) + GAP : this.x(at) - GAP - width;
    const centre = this.rows[row];
    const plain = row === 'gateway' ? this.palette.ink : this.palette['ink-2'];
    const fill = tone === 'plain' ? plain : toneColours(tone, this.palette).line;
    return (
      element('rect', { x: x - 4, y: centre - this.place.label / 2, width: width + 8, height: this.place.label, fill: this.palette.card }) +
      textAt(x, baseline(centre, this.place.label), text, { face, size: this.place.label, fill })
    );
  }

  /** The longest wording that fits; null where none does. */
  fitting(wordings: readonly string[], face: Face, width: number): string | null {
    return wordings.find((wording) => isPlain(wording) && textWidth(wording, face, this.place.label) <= width) ?? null;
  }
}
