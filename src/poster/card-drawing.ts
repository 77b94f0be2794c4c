import { firstDivergence } from '../core/divergence.ts';
import { isProgram } from '../core/program.ts';
import type { Scenario } from '../core/scenario.ts';
import type { Trace } from '../core/trace.ts';
import { startOf, type Axis } from '../drawing/axis.ts';
import { axisOf } from '../drawing/axis-of.ts';
import { gateRowsOf } from '../drawing/gate-layout.ts';
import type { Words } from '../words/en.ts';
import { laneName } from '../words/lane-name.ts';
import { laneSums } from '../words/lane-sums.ts';
import { drawLane } from './lane-drawing.ts';
import type { Palette } from './palette.ts';
import { drawProgramLane } from './program-drawing.ts';
import { drawReading, drawResult, layReading } from './result-drawing.ts';
import { drawSums, LEDGER_WIDTH, toneOf } from './sums-drawing.ts';
import { baseline, element, line, textAt } from './svg.ts';
import { textWidth } from './text-width.ts';

/** What is drawn of a run, and the scenario that it is of. */
export interface Run {
  readonly scenario: Scenario;
  readonly trace: Trace;
}

export interface CardBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const CARD_PAD = 20;
const LABEL = 16;
/** Where there is one lane, there is room for larger labels. */
const LONE_LABEL = 18;

/** The lanes up to the playhead, one below the other, and beside each what came of it. */
export function drawCard({ scenario, trace }: Run, at: number, box: CardBox, words: Words, palette: Palette): string {
  const { top, bottom } = box;
  const left = box.left + CARD_PAD;
  const right = box.right - CARD_PAD;
  const { lanes } = trace;
  // There is room beside one lane of a model for what it reads.
  const lone = lanes.length === 1 ? (lanes.find((lane) => !isProgram(lane)) ?? null) : null;
  const label = lone === null ? LABEL : LONE_LABEL;
  const gates = lanes.flatMap(gateRowsOf).map((gate) => words.program.gateRows[gate]);
  const rowNames = [...Object.values(words.rows), ...Object.values(words.lookupRows), ...gates].map((name) => textWidth(name, 'sans', label));
  const from = left + Math.max(...rowNames) + 20;
  const to = right - LEDGER_WIDTH - CARD_PAD;
  const axis = axisOf(trace);
  const [first, second] = lanes;
  const parting = first === undefined || second === undefined ? null : firstDivergence(first, second);
  const partsAt = parting !== null && parting <= at ? parting : null;
  const axisHeight = partsAt === null ? 34 : 52;
  const reading = lone === null ? null : layReading(lone, at, right - left - 40, words);
  const below = reading === null ? 0 : reading.height + 20;
  const laneHeight = (bottom - top - axisHeight - 8 - below) / lanes.length;
  const lanesEnd = top + 8 + laneHeight * lanes.length;

  const parts = lanes.flatMap((lane, index) => {
    const laneTop = top + 8 + index * laneHeight;
    const place = { left, from, to, top: laneTop, height: laneHeight, label };
    const column = { x: to + CARD_PAD, middle: laneTop + laneHeight / 2 };
    const sums = laneSums(scenario, lane, at, words);
    const picture = { lane, name: laneName(words, lane), tone: sums === null ? 'plain' : toneOf(sums.gravity), at, axis, partsAt } as const;
    return [
      index === 0 ? '' : line(left, laneTop, right, laneTop, { stroke: palette.hair }),
      (isProgram(lane) ? drawProgramLane : drawLane)(picture, place, words, palette),
      sums === null ? drawResult(lane, at, column, words, palette) : drawSums(sums, column, palette),
    ];
  });

  const small = { face: 'sans', size: label, fill: palette['ink-2'] } as const;
  const x = (share: number): number => from + share * (to - from);
  const ticks = tickLabels(axis, x, box, label, words).map(({ text, from: start }) =>
    textAt(start, baseline(lanesEnd + axisHeight - 18, label), text, { ...small, face: 'mono', fill: palette['ink-3'] }),
  );
  const share = partsAt === null ? 0 : startOf(axis, partsAt);
  return [
    element('rect', { x: box.left, y: top, width: box.right - box.left, height: bottom - top, rx: 8, fill: palette.card, stroke: palette.hair }),
    line(to + CARD_PAD / 2, top + 16, to + CARD_PAD / 2, lanesEnd - 4, { stroke: palette.hair }),
    ...parts,
    ...ticks,
    partsAt === null
      ? ''
      : textAt(x(share) - share * textWidth(words.partHere, 'sans', label), baseline(lanesEnd + 12, label), words.partHere, small),
    reading === null ? '' : drawReading(reading, { left, right, top: lanesEnd + axisHeight }, words, palette),
  ].join('');
}

/** From the last, which has the unit, back: one that would touch the next is left out. */
function tickLabels(axis: Axis, x: (share: number) => number, { left, right }: CardBox, size: number, words: Words) {
  const labels: { readonly text: string; readonly from: number }[] = [];
  let until = right;
  for (const [index, tick] of [...axis.ticks.entries()].reverse()) {
    // Where times are not in proportion, each names its unit.
    const text = words.tick(tick, axis.stops !== undefined || index === axis.ticks.length - 1);
    const width = textWidth(text, 'mono', size);
    const from = Math.max(left, x(startOf(axis, tick)) - width / 2);
    if (from + width > until) continue;
    labels.push({ text, from });
    until = from - size;
  }
  return labels;
}
