import { describeClaim, type Claim } from '../core/claim.ts';
import { firstDivergence } from '../core/divergence.ts';
import { observationText } from '../core/format/essay.ts';
import { laneStateAt } from '../core/ledger.ts';
import { isAboutRefund } from '../core/lone-finding.ts';
import { isProgram } from '../core/program.ts';
import { programGravity, programStateAt, programVerdict, type ProgramState } from '../core/program-state.ts';
import type { Scenario } from '../core/scenario.ts';
import { eventsUntil } from '../core/steps.ts';
import type { LaneTrace, ObservationEvent, Trace } from '../core/trace.ts';
import { gravityOf, verdictOf, type Gravity } from '../core/verdict.ts';
import { startOf, type Axis } from '../drawing/axis.ts';
import { axisOf } from '../drawing/axis-of.ts';
import { TONE_OF_GRAVITY } from '../store/verdict-tone.ts';
import { laneName } from '../words/lane-name.ts';
import type { Words } from '../words/en.ts';
import { runHeadline, type RunHeadline } from '../words/run-headline.ts';
import { drawHeadline, layHeadline } from './headline-drawing.ts';
import { drawLane } from './lane-drawing.ts';
import { toneOfCategory } from '../drawing/category-tone.ts';
import { PALETTES, toneColours, type Palette, type Theme, type Tone } from './palette.ts';
import { drawProgramLane } from './program-drawing.ts';
import { baseline, element, escaped, line, textAt } from './svg.ts';
import { clipped, textWidth, wrapped } from './text-width.ts';

/** The size that Open Graph asks for; a poster scales without loss. */
export const POSTER_WIDTH = 1200;
export const POSTER_HEIGHT = 630;

interface Run {
  readonly scenario: Scenario;
  readonly trace: Trace;
}

interface PosterOptions {
  readonly theme?: Theme;
  /** What a named scenario says that it shows: for those who hear the picture, and below a headline that is only a title. */
  readonly claims?: readonly Claim[];
}

const MARGIN = 48;
const TOP = 34;
const FOOTER = 44;
const CARD_PAD = 20;
const LEDGER_WIDTH = 232;
/** From a field's name to its value. */
const FIELD = 80;
/** The room of two lanes; of more, the first two are drawn, and the footer says how many are not. */
export const LANES_AT_MOST = 2;
const LABEL = 16;
/** Where there is one lane, there is room for larger labels. */
const LONE_LABEL = 18;

/** One moment of a run as a picture that stands alone: the finding, the lanes up to the playhead, and the totals. */
export function posterSvg(run: Run, at: number, words: Words, options: PosterOptions = {}): string {
  const { theme = 'light', claims = [] } = options;
  const palette = PALETTES[theme];
  const inner = POSTER_WIDTH - 2 * MARGIN;
  const drawn = drawnOf(run);
  const { lanes } = drawn.trace;
  // There is room beside one lane of a model for what it reads.
  const lone = lanes.length === 1 ? (lanes.find((lane) => !isProgram(lane)) ?? null) : null;

  const found = headlineOf(run, words);
  const explanation = explanationOf(drawn, found, claims, words);
  const headline = layHeadline(found.pieces, inner);
  const headlineEnd = TOP + headline.lines.length * headline.lineHeight;
  const said = explanationLines(explanation, inner);
  const cardTop = headlineEnd + said.length * 26 + 20;
  const cardBottom = POSTER_HEIGHT - FOOTER - 6;

  const description = [...explanation, ...claims.map((claim) => `${claim.lane}: ${describeClaim(claim)}.`)].join(' ');
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: POSTER_WIDTH,
      height: POSTER_HEIGHT,
      viewBox: `0 0 ${POSTER_WIDTH} ${POSTER_HEIGHT}`,
      role: 'img',
    },
    [
      element('title', {}, escaped(posterHeadline(run, words))),
      element('desc', {}, escaped(description)),
      element('rect', { x: 0, y: 0, width: POSTER_WIDTH, height: POSTER_HEIGHT, fill: palette.paper }),
      drawHeadline(headline, MARGIN, TOP, palette),
      ...said.map((text, index) =>
        textAt(MARGIN, baseline(headlineEnd + 19 + index * 26, 19), text, { face: 'sans', size: 19, fill: palette['ink-2'] }),
      ),
      drawCard(drawn, lone, at, { top: cardTop, bottom: cardBottom }, words, palette),
      drawFooter(footerWords(run, drawn, [posterHeadline(run, words), ...explanation], words), words, palette),
    ].join(''),
  );
}

/** The run as far as there is room for it: everything that a poster says is about these lanes. */
function drawnOf({ scenario, trace }: Run): Run {
  return { scenario, trace: { lanes: trace.lanes.slice(0, LANES_AT_MOST) } };
}

/** What the poster says, as one text. */
export function posterHeadline(run: Run, words: Words): string {
  return headlineOf(run, words).pieces.map(({ text }) => text).join('');
}

function headlineOf(run: Run, words: Words): RunHeadline {
  const { scenario, trace } = drawnOf(run);
  return runHeadline(words, scenario, trace);
}

/** Below the headline: what the page says there, or of what is no pair, what is claimed of each lane. */
function explanationOf({ scenario, trace }: Run, found: RunHeadline, claims: readonly Claim[], words: Words): readonly string[] {
  const [first, ...others] = trace.lanes;
  if (first !== undefined && others.length === 0 && !isProgram(first)) {
    return found.isTitle ? found.below : [words.scenarioTitle(scenario.title === '' ? scenario.name : scenario.title)];
  }
  if (!found.isTitle) return found.below;
  const claimed = trace.lanes.flatMap((lane) => {
    const own = claims.filter((claim) => claim.lane === lane.id).map(describeClaim);
    return own.length === 0 ? [] : [`${laneName(words, lane)}: ${own.join(', ')}.`];
  });
  return claimed.length === 0 ? found.below : claimed;
}

/** Its sentences in one line; else a line for each. */
function explanationLines(sentences: readonly string[], width: number): readonly string[] {
  const whole = sentences.join(' ');
  if (textWidth(whole, 'sans', 19) <= width) return [whole];
  return sentences.flatMap((sentence) => wrapped(sentence, 'sans', 19, width, 1));
}

interface Extent {
  readonly top: number;
  readonly bottom: number;
}

function drawCard({ scenario, trace }: Run, lone: LaneTrace | null, at: number, { top, bottom }: Extent, words: Words, palette: Palette): string {
  const left = MARGIN + CARD_PAD;
  const right = POSTER_WIDTH - MARGIN - CARD_PAD;
  const label = lone === null ? LABEL : LONE_LABEL;
  const rowNames = [...Object.values(words.rows), ...Object.values(words.lookupRows)].map((name) => textWidth(name, 'sans', label));
  const from = left + Math.max(...rowNames) + 20;
  const to = right - LEDGER_WIDTH - CARD_PAD;
  const axis = axisOf(trace);
  const { lanes } = trace;
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
    const sums = sumsOf(scenario, lane, at, words);
    const picture = { lane, name: laneName(words, lane), tone: sums === null ? 'plain' : toneOf(sums.gravity), at, axis, partsAt } as const;
    return [
      index === 0 ? '' : line(left, laneTop - 3, right, laneTop - 3, { stroke: palette.hair }),
      (isProgram(lane) ? drawProgramLane : drawLane)(picture, place, words, palette),
      sums === null ? drawResult(lane, at, column, words, palette) : drawSums(sums, column, palette),
    ];
  });

  const small = { face: 'sans', size: label, fill: palette['ink-2'] } as const;
  const x = (share: number): number => from + share * (to - from);
  const ticks = tickLabels(axis, x, label, words).map(({ text, from: start }) =>
    textAt(start, baseline(lanesEnd + axisHeight - 18, label), text, { ...small, face: 'mono', fill: palette['ink-3'] }),
  );
  const share = partsAt === null ? 0 : startOf(axis, partsAt);
  return [
    element('rect', { x: MARGIN, y: top, width: POSTER_WIDTH - 2 * MARGIN, height: bottom - top, rx: 8, fill: palette.card, stroke: palette.hair }),
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
function tickLabels(axis: Axis, x: (share: number) => number, size: number, words: Words) {
  const labels: { readonly text: string; readonly from: number }[] = [];
  let until = POSTER_WIDTH - MARGIN;
  for (const [index, tick] of [...axis.ticks.entries()].reverse()) {
    // Where times are not in proportion, each names its unit.
    const text = words.tick(tick, axis.stops !== undefined || index === axis.ticks.length - 1);
    const width = textWidth(text, 'mono', size);
    const from = Math.max(MARGIN, x(startOf(axis, tick)) - width / 2);
    if (from + width > until) continue;
    labels.push({ text, from });
    until = from - size;
  }
  return labels;
}

function toneOf(gravity: Gravity): Tone {
  return TONE_OF_GRAVITY[gravity];
}

interface Column {
  readonly x: number;
  readonly middle: number;
}

/** What really happened at the gateway, beside its lane: the total, how it stands against what was said, and what was said. */
interface Sums {
  readonly name: string;
  readonly total: string;
  readonly gravity: Gravity;
  readonly count: number;
  readonly verdict: string;
  /** In one line where they fit. */
  readonly told: readonly string[];
}

/** Null: nothing that the lane does is entered anywhere. */
function sumsOf(scenario: Scenario, lane: LaneTrace, at: number, words: Words): Sums | null {
  const program = programStateAt(lane, at);
  if (program !== null) return programSums(program, words);
  if (!isAboutRefund(scenario, lane)) return null;
  const state = laneStateAt(lane, at);
  const verdict = verdictOf(state);
  return {
    name: words.refunded,
    total: words.money(state.totalMinor),
    gravity: gravityOf(verdict),
    count: verdict.count,
    verdict: words.verdict(verdict, lane.guard.kind !== 'none'),
    told: [],
  };
}

function programSums(state: ProgramState, { program }: Words): Sums {
  const verdict = programVerdict(state);
  return {
    name: program.totalName(state),
    total: program.total(state),
    gravity: programGravity(verdict),
    count: state.units,
    verdict: program.verdict(verdict),
    told: [`${program.toldName}: ${program.told(state.told)}`, `${program.attemptsName}: ${state.attempts}`],
  };
}

function drawSums({ name, total, gravity, count, verdict, told }: Sums, { x, middle }: Column, palette: Palette): string {
  const tone = toneOf(gravity);
  const colour = tone === 'plain' ? palette.ink : toneColours(tone, palette).line;
  const lines = wrapped(verdict, 'sans-strong', 18, LEDGER_WIDTH - 28, 2);
  const whole = told.join(' · ');
  const said = textWidth(whole, 'sans', 16) <= LEDGER_WIDTH ? [whole] : told.map((each) => clipped(each, 'sans', 16, LEDGER_WIDTH));
  // What a caller was told needs room too: then everything is closer together.
  const isTold = told.length > 0;
  const { large, toTotal, toVerdict, toTold } = isTold ? { large: 34, toTotal: 41, toVerdict: 76, toTold: 78 } : { large: 40, toTotal: 46, toVerdict: 88, toTold: 76 };
  const height = toTold + lines.length * 24 + (isTold ? said.length * 20 : 0);
  const size = Math.min(large, (LEDGER_WIDTH * large) / textWidth(total, 'mono-strong', large));
  const top = middle - height / 2;
  return [
    textAt(x, baseline(top + 10, 17), clipped(name, 'sans', 17, LEDGER_WIDTH), { face: 'sans', size: 17, fill: palette['ink-2'] }),
    textAt(x, baseline(top + toTotal, size), total, { face: 'mono-strong', size, fill: colour }),
    drawShape(gravity, count, { x: x + 9, middle: top + toVerdict }, palette),
    ...lines.map((text, index) =>
      textAt(x + 28, baseline(top + toVerdict + index * 24, 18), text, { face: 'sans-strong', size: 18, fill: tone === 'plain' ? palette['ink-2'] : colour }),
    ),
    ...said.map((text, index) =>
      textAt(x, baseline(top + toTold + lines.length * 24 + index * 20, 16), text, { face: 'sans', size: 16, fill: palette['ink-2'] }),
    ),
  ].join('');
}

/** Once disc, more than once diamond, never but said paid ring, once but said failed half disc, in flight dashed ring. */
function drawShape(gravity: Gravity, count: number, { x, middle: y }: Column, palette: Palette): string {
  const { line: tone } = toneColours(toneOf(gravity), palette);
  const r = 7;
  const ring = (stroke: string, dash?: string): string =>
    element('circle', { cx: x, cy: y, r, fill: 'none', stroke, 'stroke-width': 2, 'stroke-dasharray': dash });
  switch (gravity) {
    case 'right':
      return element('circle', { cx: x, cy: y, r: r + 1, fill: tone });
    case 'wrong':
      return count === 0 ? ring(tone) : element('path', { d: `M${x} ${y - 9}L${x + 9} ${y}L${x} ${y + 9}L${x - 9} ${y}Z`, fill: tone });
    case 'misreported':
      // An arc of SVG, from above to below: its left half.
      return ring(tone) + element('path', { d: `M${x} ${y - r}A${r} ${r} 0 0 0 ${x} ${y + r}Z`, fill: tone });
    case 'unknown':
      return ring(tone, '4 3');
    case 'neutral':
      return ring(palette['ink-3']);
  }
}

function lastObservation(lane: LaneTrace, at: number): ObservationEvent | undefined {
  return eventsUntil(lane, at).findLast((event): event is ObservationEvent => event.kind === 'observation');
}

/** What a call came to that is no refund: a ledger would have nothing to say of it. */
function drawResult(lane: LaneTrace, at: number, { x, middle }: Column, words: Words, palette: Palette): string {
  const result = lastObservation(lane, at)?.result;
  const died = eventsUntil(lane, at).some(({ kind }) => kind === 'died');
  if (died) return textAt(x, baseline(middle, 30), words.runDied, { face: 'sans-strong', size: 30, fill: palette.bad });
  if (result === undefined) return '';
  const { line: colour } = toneColours(toneOfCategory(result.category), palette);
  const fields = [
    [words.fields.category, words.categories[result.category]],
    [words.fields.attempts, String(result.attempts)],
    [words.fields.waited, words.duration(result.waitedMs)],
  ] as const;
  const top = middle - 60;
  return [
    textAt(x, baseline(top + 16, 30), words.dispositions[result.disposition], { face: 'sans-strong', size: 30, fill: colour }),
    ...fields.flatMap(([name, value], index) => {
      const y = baseline(top + 58 + index * 27, 17);
      return [
        textAt(x, y, name, { face: 'sans', size: 17, fill: palette['ink-3'] }),
        // A class of two words is too wide for the type of the others.
        textAt(x + FIELD, y, value, { face: textWidth(value, 'mono', 17) <= LEDGER_WIDTH - FIELD ? 'mono' : 'sans', size: 17, fill: palette.ink }),
      ];
    }),
  ].join('');
}

interface Reading {
  readonly lines: readonly string[];
  readonly height: number;
  readonly tone: Tone;
}

const READING = { size: 20, lineHeight: 28, heading: 44, pad: 10, lines: 4 };

/** Where there is one lane, there is room for the text that the model reads of its last call. */
function layReading(lane: LaneTrace, at: number, width: number, words: Words): Reading {
  const result = lastObservation(lane, at)?.result;
  const died = eventsUntil(lane, at).some(({ kind }) => kind === 'died');
  const text = result !== undefined ? observationText(result) : died ? words.modelDied : words.modelStarts;
  const lines = wrapped(text, 'mono', READING.size, width, READING.lines);
  const height = READING.heading + lines.length * READING.lineHeight + 2 * READING.pad;
  return { lines, height, tone: result === undefined ? 'plain' : toneOfCategory(result.category) };
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

function drawReading({ lines, tone }: Reading, { left, right, top }: Box, words: Words, palette: Palette): string {
  const { size, lineHeight, heading, pad } = READING;
  const boxTop = top + heading;
  const height = lines.length * lineHeight + 2 * pad;
  return [
    line(left, top, right, top, { stroke: palette.hair }),
    textAt(left, baseline(top + heading / 2, LONE_LABEL), words.modelReads, { face: 'sans-strong', size: LONE_LABEL, fill: palette.ink }),
    element('rect', { x: left, y: boxTop, width: right - left, height, fill: palette.paper }),
    element('rect', { x: left, y: boxTop, width: 4, height, fill: toneColours(tone, palette).line }),
    ...lines.map((each, index) =>
      textAt(left + 20, baseline(boxTop + pad + (index + 0.5) * lineHeight, size), each, { face: 'mono', size, fill: palette.ink }),
    ),
  ].join('');
}

/** What the poster does not say elsewhere: the run's own title, lanes that are not drawn, and an axis that is not to scale. */
function footerWords({ scenario, trace }: Run, drawn: Run, said: readonly string[], words: Words): string {
  const title = words.scenarioTitle(scenario.title);
  const hidden = Math.max(trace.lanes.length, scenario.lanes.length) - drawn.trace.lanes.length;
  const isToScale = axisOf(drawn.trace).stops === undefined;
  const parts = [said.some((text) => text.startsWith(title)) ? '' : title, hidden > 0 ? words.moreLanes(hidden) : '', isToScale ? '' : words.program.notToScale];
  return parts.filter((text) => text !== '').join(' · ');
}

function drawFooter(aside: string, words: Words, palette: Palette): string {
  const middle = POSTER_HEIGHT - FOOTER / 2;
  const name = words.productName;
  const room = POSTER_WIDTH - 2 * MARGIN - textWidth(name, 'serif', 20) - 40;
  const shown = clipped(aside, 'sans', 17, room);
  return [
    textAt(MARGIN, baseline(middle, 20), name, { face: 'serif', size: 20, fill: palette.ink }),
    textAt(POSTER_WIDTH - MARGIN - textWidth(shown, 'sans', 17), baseline(middle, 17), shown, {
      face: 'sans',
      size: 17,
      fill: palette['ink-3'],
    }),
  ].join('');
}
