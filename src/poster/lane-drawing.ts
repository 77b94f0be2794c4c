import type { LaneTrace } from '../core/trace.ts';
import { fraction, type Axis } from '../drawing/axis.ts';
import { barWordings, toneOfBar } from '../drawing/bar-words.ts';
import { layoutLane, lookupRow, type Bar, type GatewayMark, type GuardMark, type LaneGeometry, type Mark, type QuietGroup, type ReadBackMark } from '../drawing/lane-layout.ts';
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

export interface LanePicture {
  readonly lane: LaneTrace;
  readonly name: string;
  /** The colour of its verdict. */
  readonly tone: Tone;
  readonly at: number;
  readonly axis: Axis;
  readonly partsAt: number | null;
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

type Rows = ReturnType<typeof rowsOf>;

/** One lane: what the agent saw, what its guard did, what the gateway did. */
export function drawLane(picture: LanePicture, place: LanePlace, words: Words, palette: Palette): string {
  const { lane, name, tone, at, axis, partsAt } = picture;
  const looked = lookupRow(lane);
  const rows = rowsOf(place, looked !== null);
  const nameSize = NAME * place.label;
  const geometry = layoutLane(lane, at, at, axis);
  const plot = new Plot(place, rows, words, palette, fraction(axis, at));
  return [
    element('rect', { x: place.left, y: rows.name - 8, width: 4, height: 16, fill: tone === 'plain' ? palette.ink : toneColours(tone, palette).line }),
    textAt(place.left + 13, baseline(rows.name, nameSize), name, { face: 'sans-strong', size: nameSize, fill: palette.ink }),
    plot.rowName(words.rows.agent, rows.agent),
    looked === null ? '' : plot.rowName(words.lookupRows[looked], rows.guard),
    plot.rowName(words.rows.gateway, rows.gateway),
    ...axis.ticks.map((tick) => plot.upright(fraction(axis, tick), palette['hair-2'])),
    looked === null ? '' : line(place.from, rows.guard, place.to, rows.guard, { stroke: palette.hair }),
    line(place.from, rows.gateway, place.to, rows.gateway, { stroke: palette['ink-3'], width: 1.5 }),
    partsAt === null ? '' : plot.upright(fraction(axis, partsAt), palette.ink, '1.5 3'),
    plot.drawn(geometry),
    line(plot.x(plot.here), rows.barTop - 10, plot.x(plot.here), rows.bottom, { stroke: palette.accent, width: 2.5 }),
  ].join('');
}

/** The bars of a quiet group: the first, and those that follow it. */
function barsOf({ bars }: LaneGeometry, first: string, count: number): readonly string[] {
  const from = bars.findIndex(({ id }) => id === first);
  return bars.slice(from, from + count).map(({ id }) => id);
}

type Row = 'guard' | 'gateway';

/** The plot of one lane. Labels above its bars are set one after the other, and none over another. */
class Plot {
  readonly here: number;
  readonly #place: LanePlace;
  readonly #rows: Rows;
  readonly #words: Words;
  readonly #palette: Palette;
  readonly #taken: { readonly from: number; readonly to: number }[] = [];

  constructor(place: LanePlace, rows: Rows, words: Words, palette: Palette, here: number) {
    this.#place = place;
    this.#rows = rows;
    this.#words = words;
    this.#palette = palette;
    this.here = here;
  }

  x(share: number): number {
    return this.#place.from + share * (this.#place.to - this.#place.from);
  }

  rowName(text: string, centre: number): string {
    return textAt(this.#place.left, baseline(centre, this.#place.label), text, { face: 'sans', size: this.#place.label, fill: this.#palette['ink-3'] });
  }

  upright(share: number, stroke: string, dash?: string): string {
    const x = this.x(share);
    return line(x, this.#rows.barTop - 4, x, this.#rows.bottom, { stroke, ...(dash === undefined ? {} : { dash }) });
  }

  drawn(geometry: LaneGeometry): string {
    const { barTop, bar, gateway } = this.#rows;
    const ink = this.#palette['ink-2'];
    const crowded = geometry.quiet.filter((group) => this.#isCrowded(group));
    const unnamed = new Set(crowded.flatMap(({ id, tools }) => barsOf(geometry, id, tools.length)));
    return [
      ...geometry.waits.map(({ from, to }) => this.#hatching(from, Math.min(to, this.here))),
      ...geometry.bars.map((each) => this.#bar(each, unnamed.has(each.id))),
      ...geometry.gatewayMarks.map(({ at }) =>
        line(this.x(at), barTop + bar, this.x(at), gateway, { stroke: this.#palette['ink-3'], dash: '1.5 3' }),
      ),
      // The length of a wait first: where there is little room, it is what has to be there.
      ...geometry.waits.map(({ from, to, delayMs }) => {
        const text = this.#words.duration(delayMs);
        const width = textWidth(text, 'mono', this.#place.label);
        return this.#above(text, 'mono', (this.x(from) + this.x(to) - width) / 2, ink);
      }),
      ...geometry.rejections.map((rejection) => {
        const { line: stroke } = toneColours(rejection.category, this.#palette);
        const wordings = this.#words.rejected(rejection.tool, rejection.category);
        const text = this.#fitting(wordings, 'sans', rejection.room * (this.#place.to - this.#place.from) - 4);
        const width = text === null ? 0 : textWidth(text, 'sans', this.#place.label);
        const x = this.x(rejection.at);
        return this.#wedge(x, stroke) + (text === null ? '' : this.#above(text, 'sans', rejection.side === 'right' ? x : x - width, stroke));
      }),
      ...crowded.map(({ from, tools }) => this.#above(this.#words.bar.quietGroup(tools), 'sans', this.x(from), ink)),
      ...geometry.guardMarks.map((mark) => this.#guardMark(mark)),
      ...geometry.readBacks.map((mark) => this.#readBack(mark)),
      ...geometry.gatewayMarks.map((mark) => this.#gatewayMark(mark)),
    ].join('');
  }

  /** Bars that are too narrow for their names are named together, above them. */
  #isCrowded({ width, tools }: QuietGroup): boolean {
    const own = width * (this.#place.to - this.#place.from) - 2 * PAD;
    return tools.some((tool) => this.#fitting(this.#words.bar.quiet(tool), 'sans', own) === null);
  }

  #bar(bar: Bar, unnamed: boolean): string {
    const tone = toneOfBar(bar);
    const open = bar.state.kind === 'in-flight';
    const { line: stroke, tint } = toneColours(tone, this.#palette);
    const { barTop: y, bar: height, agent } = this.#rows;
    const x = this.x(bar.from);
    const width = Math.max(3, this.x(bar.to) - x);
    const text = unnamed ? null : this.#fitting(barWordings(bar, this.#words), 'sans', width - 2 * PAD);
    const shape =
      bar.state.kind === 'answered'
        ? element('rect', { x, y, width, height, rx: 3, fill: tint, stroke, 'stroke-width': 1.5 })
        : element('path', {
            d: `M${number(x + width)} ${number(y)}L${number(x)} ${number(y)}L${number(x)} ${number(y + height)}L${number(x + width)} ${number(y + height)}`,
            fill: open ? this.#palette.card : tint,
            stroke: open ? this.#palette['ink-3'] : stroke,
            'stroke-width': 1.5,
            'stroke-dasharray': open ? undefined : '5 3',
          });
    const label =
      text === null ? '' : textAt(x + PAD, baseline(agent, this.#place.label), text, { face: 'sans', size: this.#place.label, fill: this.#palette.ink });
    return shape + label + this.#deadline(bar, stroke);
  }

  #deadline({ state, to }: Bar, stroke: string): string {
    const { barTop, bar, agent } = this.#rows;
    switch (state.kind) {
      case 'in-flight': {
        if (state.deadline === null) return '';
        const [from, until] = [this.x(to), this.x(state.deadline)];
        const faint = this.#palette['ink-3'];
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
  #hatching(from: number, to: number): string {
    const [left, right] = [this.x(from), this.x(to)];
    const height = 14;
    const top = this.#rows.agent - height / 2;
    let d = '';
    for (let start = left - height; start < right; start += 6) {
      const x1 = Math.max(left, start);
      const x2 = Math.min(right, start + height);
      if (x2 <= x1) continue;
      d += `M${number(x1)} ${number(top + height - (x1 - start))}L${number(x2)} ${number(top + height - (x2 - start))}`;
    }
    return d === '' ? '' : element('path', { d, fill: 'none', stroke: this.#palette['ink-3'], 'stroke-width': 1.25 });
  }

  #above(text: string, face: Face, wished: number, fill: string): string {
    const width = textWidth(text, face, this.#place.label);
    const from = Math.min(Math.max(wished, this.#place.from), this.#place.to - width);
    const to = from + width;
    if (from < this.#place.from || !isPlain(text)) return '';
    if (this.#taken.some((other) => from < other.to + PAD && to > other.from - PAD)) return '';
    this.#taken.push({ from, to });
    return textAt(from, baseline(this.#rows.above, this.#place.label), text, { face, size: this.#place.label, fill });
  }

  /** A call that never became an attempt: a bar without length, notched. */
  #wedge(x: number, fill: string): string {
    const { barTop: top, bar: height } = this.#rows;
    const points = [
      [x - 4, top],
      [x + 4, top],
      [x + 1, top + height / 2],
      [x + 4, top + height],
      [x - 4, top + height],
      [x - 1, top + height / 2],
    ];
    return element('path', { d: `M${points.map((point) => point.map(number).join(' ')).join('L')}Z`, fill });
  }

  #guardMark(mark: GuardMark): string {
    const { guardMoves } = this.#words;
    const { card, ink } = this.#palette;
    const x = this.x(mark.at);
    const y = this.#rows.guard;
    const square = (fill: string, stroke: string): string =>
      element('rect', { x: x - 5, y: y - 5, width: 10, height: 10, fill, stroke, 'stroke-width': 1.5 });
    switch (mark.move) {
      case 'claimed':
        return square(card, ink) + this.#label(mark, 'guard', guardMoves.claimed(mark.operation), 'plain');
      case 'released':
        return (
          square(card, ink) +
          line(x - 5, y + 5, x + 5, y - 5, { stroke: ink, width: 1.5 }) +
          this.#label(mark, 'guard', guardMoves.released(), 'plain')
        );
      case 'recorded':
        return square(ink, ink) + this.#label(mark, 'guard', guardMoves.recorded(), 'plain');
      case 'hit':
        return square(this.#palette.ok, this.#palette.ok) + this.#label(mark, 'guard', guardMoves.hit(), 'ok');
    }
  }

  #readBack(mark: ReadBackMark): string {
    const { card, ink, ok } = this.#palette;
    const x = this.x(mark.at);
    const y = this.#rows.guard;
    const d = `M${number(x)} ${number(y - 7)}L${number(x + 7)} ${number(y)}L${number(x)} ${number(y + 7)}L${number(x - 7)} ${number(y)}Z`;
    const diamond = element('path', { d, fill: mark.found ? ok : card, stroke: mark.found ? ok : ink, 'stroke-width': 1.5 });
    return diamond + this.#label(mark, 'guard', this.#words.readBack(mark.found), mark.found ? 'ok' : 'plain');
  }

  #gatewayMark(mark: GatewayMark): string {
    const { card, ink, bad } = this.#palette;
    const circle = { cx: this.x(mark.at), cy: this.#rows.gateway };
    switch (mark.kind) {
      case 'posting': {
        const disc = element('circle', { ...circle, r: 8, fill: mark.again ? bad : ink });
        return disc + this.#label(mark, 'gateway', this.#words.posted(mark.amountMinor, mark.again), mark.again ? 'bad' : 'plain');
      }
      case 'refusal':
        return (
          element('circle', { ...circle, r: 7, fill: card, stroke: bad, 'stroke-width': 2 }) +
          this.#label(mark, 'gateway', this.#words.refusedByGateway, 'permanent')
        );
    }
  }

  #label({ at, side, room }: Mark, row: Row, wordings: readonly string[], tone: Tone): string {
    const family = row === 'gateway' ? 'mono' : 'sans';
    const face: Face = tone === 'plain' ? family : `${family}-strong`;
    const text = this.#fitting(wordings, face, room * (this.#place.to - this.#place.from) - GAP - PAD);
    if (text === null) return '';
    const width = textWidth(text, face, this.#place.label);
    const x = side === 'right' ? this.x(at) + GAP : this.x(at) - GAP - width;
    const centre = this.#rows[row];
    const plain = row === 'gateway' ? this.#palette.ink : this.#palette['ink-2'];
    const fill = tone === 'plain' ? plain : toneColours(tone, this.#palette).line;
    return (
      element('rect', { x: x - 4, y: centre - this.#place.label / 2, width: width + 8, height: this.#place.label, fill: this.#palette.card }) +
      textAt(x, baseline(centre, this.#place.label), text, { face, size: this.#place.label, fill })
    );
  }

  /** The longest wording that fits; null where none does. */
  #fitting(wordings: readonly string[], face: Face, width: number): string | null {
    return wordings.find((wording) => isPlain(wording) && textWidth(wording, face, this.#place.label) <= width) ?? null;
  }
}
