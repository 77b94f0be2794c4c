import { describeClaim, type Claim } from '../core/claim.ts';
import { isProgram } from '../core/program.ts';
import { axisOf } from '../drawing/axis-of.ts';
import type { Words } from '../words/en.ts';
import { runHeadline, type RunHeadline } from '../words/run-headline.ts';
import { drawCard, type Run } from './card-drawing.ts';
import { drawHeadline, layHeadline } from './headline-drawing.ts';
import { PALETTES, type Palette, type Theme } from './palette.ts';
import { baseline, element, escaped, textAt } from './svg.ts';
import { clipped, textWidth, wrapped } from './text-width.ts';

/** The size that Open Graph asks for; a poster scales without loss. */
export const POSTER_WIDTH = 1200;
export const POSTER_HEIGHT = 630;

interface PosterOptions {
  readonly theme?: Theme;
  /** What a named scenario says that it shows: for those who hear the picture, and below a headline that is only a title. */
  readonly claims?: readonly Claim[];
}

const MARGIN = 48;
const TOP = 34;
const FOOTER = 44;
/** The room of two lanes; of more, the first two are drawn, and the footer says how many are not. */
export const LANES_AT_MOST = 2;

/** One moment of a run as a picture that stands alone: the finding, the lanes up to the playhead, and the totals. */
export function posterSvg(run: Run, at: number, words: Words, options: PosterOptions = {}): string {
  const { theme = 'light', claims = [] } = options;
  const palette = PALETTES[theme];
  const inner = POSTER_WIDTH - 2 * MARGIN;
  const drawn = drawnOf(run);

  const found = headlineOf(run, words);
  const explanation = explanationOf(drawn, found, words);
  const headline = layHeadline(found.pieces, inner);
  const headlineEnd = TOP + headline.lines.length * headline.lineHeight;
  const said = explanationLines(explanation, inner);
  const card = { left: MARGIN, right: POSTER_WIDTH - MARGIN, top: headlineEnd + said.length * 26 + 20, bottom: POSTER_HEIGHT - FOOTER - 6 };

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
      drawCard(drawn, at, card, words, palette),
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

/** Below the headline: what the page says there; of a lone lane its title, which says more. */
function explanationOf({ scenario, trace }: Run, found: RunHeadline, words: Words): readonly string[] {
  const [first, ...others] = trace.lanes;
  const isLone = first !== undefined && others.length === 0 && !isProgram(first);
  return isLone ? [words.scenarioTitle(scenario.title === '' ? scenario.name : scenario.title)] : found.below;
}

/** Its sentences in one line; else a line for each. */
function explanationLines(sentences: readonly string[], width: number): readonly string[] {
  const whole = sentences.join(' ');
  if (textWidth(whole, 'sans', 19) <= width) return [whole];
  return sentences.flatMap((sentence) => wrapped(sentence, 'sans', 19, width, 1));
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
