import type { LaneTrace } from '../core/trace.ts';
import { isProgram } from '../core/program.ts';
import { fraction, startOf, type Axis } from '../drawing/axis.ts';
import { barWordings } from '../drawing/bar-words.ts';
import { gateRowsOf } from '../drawing/gate-layout.ts';
import { layoutLane, lookupRow, type GatewayMark, type LaneGeometry, type QuietGroup } from '../drawing/lane-layout.ts';
import { layoutProgram } from '../drawing/program-layout.ts';
import type { Words } from '../words/en.ts';
import { toneColours, type Palette, type Tone } from './palette.ts';
import { PAD, Plot, rowsOf, type LanePlace } from './plot.ts';
import { drawnProgram } from './program-drawing.ts';
import { baseline, element, line, number, textAt } from './svg.ts';
import { clipped, textWidth } from './text-width.ts';

export interface LanePicture {
  readonly lane: LaneTrace;
  readonly name: string;
  /** The colour of its verdict. */
  readonly tone: Tone;
  readonly at: number;
  readonly axis: Axis;
  readonly partsAt: number | null;
}

/** How far a lane's name is larger than its labels. */
const NAME = 1.2;

/** One lane: what the agent or a program's caller saw, what its gates and its guard did, what the gateway did. */
export function drawLane(picture: LanePicture, place: LanePlace, words: Words, palette: Palette): string {
  const { lane, name, tone, at, axis, partsAt } = picture;
  const looked = lookupRow(lane);
  const program = isProgram(lane);
  const gates = program ? gateRowsOf(lane) : [];
  const writes = !program || lane.operations?.some(({ effect }) => effect === 'write') === true;
  const rows = rowsOf(place, looked !== null, gates);
  const nameSize = NAME * place.label;
  const plot = new Plot(place, rows, words, palette, fraction(axis, at));
  return [
    element('rect', { x: place.left, y: rows.name - 8, width: 4, height: 16, fill: tone === 'plain' ? palette.ink : toneColours(tone, palette).line }),
    textAt(place.left + 13, baseline(rows.name, nameSize), clipped(name, 'sans-strong', nameSize, place.to - place.left - 13), { face: 'sans-strong', size: nameSize, fill: palette.ink }),
    plot.rowName(program ? words.rows.caller : words.rows.agent, rows.agent),
    ...gates.map((gate, index) => plot.rowName(words.program.gateRows[gate], rows.gates[index]?.middle ?? 0)),
    looked === null ? '' : plot.rowName(words.lookupRows[looked], rows.guard),
    writes ? plot.rowName(words.rows.gateway, rows.gateway) : '',
    ...axis.ticks.map((tick) => plot.upright(startOf(axis, tick), palette['hair-2'])),
    looked === null ? '' : line(place.from, rows.guard, place.to, rows.guard, { stroke: palette.hair }),
    writes ? line(place.from, rows.gateway, place.to, rows.gateway, { stroke: palette['ink-3'], width: 1.5 }) : '',
    partsAt === null ? '' : plot.upright(startOf(axis, partsAt), palette.ink, '1.5 3'),
    program ? drawnProgram(plot, layoutProgram(lane, at, at, axis)) : drawn(plot, layoutLane(lane, at, at, axis)),
    line(plot.x(plot.here), rows.barTop - 10, plot.x(plot.here), rows.bottom, { stroke: palette.accent, width: 2.5 }),
  ].join('');
}

/** The bars of a quiet group: the first, and those that follow it. */
function barsOf({ bars }: LaneGeometry, first: string, count: number): readonly string[] {
  const from = bars.findIndex(({ id }) => id === first);
  return bars.slice(from, from + count).map(({ id }) => id);
}

function drawn(plot: Plot, geometry: LaneGeometry): string {
  const { barTop, bar, gateway } = plot.rows;
  const ink = plot.palette['ink-2'];
  const crowded = geometry.quiet.filter((group) => isCrowded(plot, group));
  const unnamed = new Set(crowded.flatMap(({ id, tools }) => barsOf(geometry, id, tools.length)));
  return [
    ...geometry.waits.map(({ from, to }) => plot.hatching(from, Math.min(to, plot.here))),
    ...geometry.bars.map((each) => plot.bar(each, unnamed.has(each.id) ? null : plot.barWording(each, barWordings(each, plot.words)))),
    ...geometry.gatewayMarks.map(({ at }) =>
      line(plot.x(at), barTop + bar, plot.x(at), gateway, { stroke: plot.palette['ink-3'], dash: '1.5 3' }),
    ),
    // The length of a wait first: where there is little room, it is what has to be there.
    ...geometry.waits.map(({ from, to, delayMs }) => {
      const text = plot.words.duration(delayMs);
      const width = textWidth(text, 'mono', plot.place.label);
      return plot.above(text, 'mono', (plot.x(from) + plot.x(to) - width) / 2, ink);
    }),
    ...geometry.rejections.map((rejection) => {
      const { line: stroke } = toneColours(rejection.category, plot.palette);
      const wordings = plot.words.rejected(rejection.tool, rejection.category);
      const text = plot.fitting(wordings, 'sans', rejection.room * (plot.place.to - plot.place.from) - 4);
      const width = text === null ? 0 : textWidth(text, 'sans', plot.place.label);
      const x = plot.x(rejection.at);
      return wedge(plot, x, stroke) + (text === null ? '' : plot.above(text, 'sans', rejection.side === 'right' ? x : x - width, stroke));
    }),
    ...crowded.map(({ from, tools }) => plot.above(plot.words.bar.quietGroup(tools), 'sans', plot.x(from), ink)),
    ...geometry.guardMarks.map((mark) => plot.guardMark(mark)),
    ...geometry.readBacks.map((mark) => plot.readBack(mark)),
    ...geometry.gatewayMarks.map((mark) => gatewayMark(plot, mark)),
  ].join('');
}

/** Bars that are too narrow for their names are named together, above them. */
function isCrowded(plot: Plot, { width, tools }: QuietGroup): boolean {
  const own = width * (plot.place.to - plot.place.from) - 2 * PAD;
  return tools.some((tool) => plot.fitting(plot.words.bar.quiet(tool), 'sans', own) === null);
}

/** A call that never became an attempt: a bar without length, notched. */
function wedge({ rows }: Plot, x: number, fill: string): string {
  const { barTop: top, bar: height } = rows;
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

function gatewayMark(plot: Plot, mark: GatewayMark): string {
  const { card, ink, bad } = plot.palette;
  const circle = { cx: plot.x(mark.at), cy: plot.rows.gateway };
  switch (mark.kind) {
    case 'posting': {
      const disc = element('circle', { ...circle, r: 8, fill: mark.again ? bad : ink });
      return disc + plot.label(mark, 'gateway', plot.words.posted(mark.amountMinor, mark.again), mark.again ? 'bad' : 'plain');
    }
    case 'refusal':
      return (
        element('circle', { ...circle, r: 7, fill: card, stroke: bad, 'stroke-width': 2 }) +
        plot.label(mark, 'gateway', plot.words.refusedByGateway, 'permanent')
      );
  }
}
