import { barWordings } from '../drawing/bar-words.ts';
import { layoutLane, lookupRow, type GatewayMark, type LaneGeometry, type QuietGroup } from '../drawing/lane-layout.ts';
import type { Words } from '../words/en.ts';
import { drawBar, drawWait } from './bar-drawing.ts';
import type { LanePlace } from './lane-rows.ts';
import { drawGuardMark, drawPosting, drawReadBack, drawRing, drawStem, drawWedge } from './mark-drawing.ts';
import type { Palette } from './palette.ts';
import { Plot, type LanePicture } from './plot.ts';

/** One lane of a model: what the agent saw, what its guard did, what the gateway did. */
export function drawLane(picture: LanePicture, place: LanePlace, words: Words, palette: Palette): string {
  const { lane, at, axis } = picture;
  const looked = lookupRow(lane);
  const names = { agent: words.rows.agent, gates: [], guard: looked === null ? null : words.lookupRows[looked], gateway: words.rows.gateway };
  const plot = new Plot(picture, place, names, words, palette);
  return plot.framed(drawn(plot, layoutLane(lane, at, at, axis)));
}

function drawn(plot: Plot, geometry: LaneGeometry): string {
  const { words } = plot;
  const crowded = geometry.quiet.filter((group) => isCrowded(plot, group));
  const unnamed = new Set(crowded.flatMap(({ id, tools }) => barsOf(geometry, id, tools.length)));
  return [
    ...geometry.waits.map((wait) => drawWait(plot, wait)),
    ...geometry.bars.map((bar) => drawBar(plot, bar, unnamed.has(bar.id) ? [] : barWordings(bar, words))),
    ...geometry.gatewayMarks.map((mark) => drawStem(plot, mark)),
    // The length of a wait first: where there is little room, it is what has to be there.
    ...geometry.waits.map((wait) => plot.aboveMiddle(wait, [words.duration(wait.delayMs)])),
    ...geometry.rejections.map((mark) => drawWedge(plot, mark, words.rejected(mark.tool, mark.category), mark.category)),
    ...crowded.map(({ from, tools }) => plot.aboveFrom(from, words.bar.quietGroup(tools))),
    ...geometry.guardMarks.map((mark) => drawGuardMark(plot, mark, words.guardMoves)),
    ...geometry.readBacks.map((mark) => drawReadBack(plot, mark)),
    ...geometry.gatewayMarks.map((mark) => gatewayMark(plot, mark)),
  ].join('');
}

/** Bars that are too narrow for their names are named together, above them. */
function isCrowded(plot: Plot, { from, width, tools }: QuietGroup): boolean {
  return tools.some((tool) => plot.fittingBar({ from, to: from + width }, plot.words.bar.quiet(tool)) === null);
}

/** The bars of a quiet group: the first, and those that follow it. */
function barsOf({ bars }: LaneGeometry, first: string, count: number): readonly string[] {
  const from = bars.findIndex(({ id }) => id === first);
  return bars.slice(from, from + count).map(({ id }) => id);
}

function gatewayMark(plot: Plot, mark: GatewayMark): string {
  switch (mark.kind) {
    case 'posting':
      return drawPosting(plot, mark, plot.words.posted(mark.amountMinor, mark.again), mark.again);
    case 'refusal':
      return drawRing(plot, mark, plot.words.refusedByGateway, 'permanent');
  }
}
