import { programStateAt } from '../core/program-state.ts';
import { lookupRow } from '../drawing/lane-layout.ts';
import { programBarWords } from '../drawing/program-bar-words.ts';
import { layoutProgram, type ProgramGeometry, type ProgramPosting } from '../drawing/program-layout.ts';
import type { Words } from '../words/en.ts';
import type { Palette } from './palette.ts';
import { hereIn, Plot, type LanePicture, type LanePlace } from './plot.ts';

/** One lane of a program: what its caller saw and was told, and what the gateway did. */
export function drawProgramLane(picture: LanePicture, place: LanePlace, words: Words, palette: Palette): string {
  const { lane, at, axis } = picture;
  const looked = lookupRow(lane);
  const writes = programStateAt(lane, at)?.onlyReads === false;
  const plot = new Plot(place, looked !== null, hereIn(picture), words, palette);
  const names = { agent: words.rows.caller, guard: looked === null ? null : words.lookupRows[looked], gateway: writes ? words.rows.gateway : null };
  return plot.framed(picture, names, drawn(plot, layoutProgram(lane, at, at, axis)));
}

function drawn(plot: Plot, { bars, waits, guardMarks, readBacks, postings, ends, endless }: ProgramGeometry): string {
  const { program } = plot.words;
  return [
    ...waits.map(({ from, to }) => plot.hatching(from, to)),
    ...bars.map((bar) => plot.bar(bar, programBarWords(bar, plot.words), bar.count)),
    ...postings.map(({ at }) => plot.stem(at)),
    endless === null ? '' : plot.endless(endless, program.endless),
    // What a caller was told first: of waits there may be many, and they are much alike.
    ...ends.map((mark) => plot.flag(mark, program.ended(mark.disposition))),
    ...waits.map((wait) => plot.waitLabel(wait, program.wait(wait.delayMs, wait.asked, wait.layer))),
    ...guardMarks.map((mark) => plot.guardMark(mark, program.guardMoves)),
    ...readBacks.map((mark) => plot.readBack(mark)),
    ...postings.map((mark) => posted(plot, mark)),
  ].join('');
}

function posted(plot: Plot, mark: ProgramPosting): string {
  const { again, deleted, posting } = mark.entry;
  const spoiled = posting.spoiled === true;
  const wordings = plot.words.program.posted(mark.entry);
  // What is there in vain is a ring, as on the page.
  return deleted || spoiled ? plot.ring(mark, wordings, again || spoiled ? 'bad' : 'plain') : plot.posting(mark, wordings, again);
}
