import { observationText } from '../core/format/essay.ts';
import type { ToolOutcome } from '../core/outcome.ts';
import { eventsUntil } from '../core/steps.ts';
import type { LaneTrace, ObservationEvent } from '../core/trace.ts';
import { toneOfCategory } from '../drawing/category-tone.ts';
import type { Words } from '../words/en.ts';
import { toneColours, type Palette, type Tone } from './palette.ts';
import { LEDGER_WIDTH, type Column } from './sums-drawing.ts';
import { baseline, element, line, textAt } from './svg.ts';
import { textWidth, wrapped } from './text-width.ts';

/** What a model's last call came to by then, and whether its run died. */
function lastCall(lane: LaneTrace, at: number): { readonly result: ToolOutcome | undefined; readonly died: boolean } {
  const known = eventsUntil(lane, at);
  return {
    result: known.findLast((event): event is ObservationEvent => event.kind === 'observation')?.result,
    died: known.some(({ kind }) => kind === 'died'),
  };
}

/** From a field's name to its value. */
const FIELD = 80;

/** What a call came to that is no refund: a ledger would have nothing to say of it. */
export function drawResult(lane: LaneTrace, at: number, { x, middle }: Column, words: Words, palette: Palette): string {
  const { result, died } = lastCall(lane, at);
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

export interface Reading {
  readonly lines: readonly string[];
  readonly height: number;
  readonly tone: Tone;
}

const READING = { label: 18, size: 20, lineHeight: 28, heading: 44, pad: 10, lines: 4 };

/** Where there is one lane, there is room for the text that the model reads of its last call. */
export function layReading(lane: LaneTrace, at: number, width: number, words: Words): Reading {
  const { result, died } = lastCall(lane, at);
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

export function drawReading({ lines, tone }: Reading, { left, right, top }: Box, words: Words, palette: Palette): string {
  const { label, size, lineHeight, heading, pad } = READING;
  const boxTop = top + heading;
  const height = lines.length * lineHeight + 2 * pad;
  return [
    line(left, top, right, top, { stroke: palette.hair }),
    textAt(left, baseline(top + heading / 2, label), words.modelReads, { face: 'sans-strong', size: label, fill: palette.ink }),
    element('rect', { x: left, y: boxTop, width: right - left, height, fill: palette.paper }),
    element('rect', { x: left, y: boxTop, width: 4, height, fill: toneColours(tone, palette).line }),
    ...lines.map((each, index) =>
      textAt(left + 20, baseline(boxTop + pad + (index + 0.5) * lineHeight, size), each, { face: 'mono', size, fill: palette.ink }),
    ),
  ].join('');
}
