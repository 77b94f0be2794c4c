import { programStateAt } from '../core/program-state.ts';
import { gateRowsOf } from '../drawing/gate-layout.ts';
import { lookupRow } from '../drawing/lane-layout.ts';
import { programBarWords } from '../drawing/program-bar-words.ts';
import { layoutProgram, type ProgramGeometry, type ProgramPosting } from '../drawing/program-layout.ts';
import type { Words } from '../words/en.ts';
import { drawBar, drawEndless, drawWait } from './bar-drawing.ts';
import { drawGate } from './gate-drawing.ts';
import type { LanePlace } from './lane-rows.ts';
import { drawAdmission, drawFlag, drawGuardMark, drawPosting, drawReadBack, drawRing, drawStem } from './mark-drawing.ts';
import type { Palette } from './palette.ts';
import { Plot, type LanePicture } from './plot.ts';

/** One lane of a program: what its caller saw and was told, what its client's gates let through, and what the gateway did. */
export function drawProgramLane(picture: LanePicture, place: LanePlace, words: Words, palette: Palette): string {
  const { lane, at, axis } = picture;
  const looked = lookupRow(lane);
  const writes = programStateAt(lane, at)?.onlyReads === false;
  const names = {
    agent: words.rows.caller,
    gates: gateRowsOf(lane),
    guard: looked === null ? null : words.lookupRows[looked],
    gateway: writes ? words.rows.gateway : null,
  };
  const plot = new Plot(picture, place, names, words, palette);
  return plot.framed(drawn(plot, layoutProgram(lane, at, at, axis)));
}

function drawn(plot: Plot, { bars, waits, gates, guardMarks, readBacks, postings, ends, endless }: ProgramGeometry): string {
  const { program } = plot.words;
  return [
    ...waits.map((wait) => drawWait(plot, wait)),
    ...bars.map((bar) => drawBar(plot, bar, programBarWords(bar, plot.words))),
    ...postings.map((mark) => drawStem(plot, mark)),
    ...plot.rows.gates.flatMap((band) => gates.filter(({ kind }) => kind === band.gate).map((row) => drawGate(plot, row, band))),
    ...bars.map((bar) => drawAdmission(plot, bar)),
    endless === null ? '' : drawEndless(plot, endless, program.endless),
    // What a caller was told first: of waits there may be many, and they are much alike.
    ...ends.map((mark) => drawFlag(plot, mark, program.ended(mark.disposition))),
    ...waits.map((wait) => plot.aboveMiddle(wait, program.wait(wait.delayMs, wait.asked, wait.layer))),
    ...guardMarks.map((mark) => drawGuardMark(plot, mark, program.guardMoves)),
    ...readBacks.map((mark) => drawReadBack(plot, mark)),
    ...postings.map((mark) => posted(plot, mark)),
  ].join('');
}

function posted(plot: Plot, mark: ProgramPosting): string {
  const { again, deleted, posting } = mark.entry;
  const spoiled = posting.spoiled === true;
  const wordings = plot.words.program.posted(mark.entry);
  // What is there in vain is a ring, as on the page.
  return deleted || spoiled ? drawRing(plot, mark, wordings, again || spoiled ? 'bad' : 'plain') : drawPosting(plot, mark, wordings, again);
}
