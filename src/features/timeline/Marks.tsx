import type { Tone } from '../../ui/Tag.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/useWords.ts';
import { Fit } from './Fit.tsx';
import type { GatewayMark, GuardMark, Mark, ReadBackMark, Rejection } from '../../drawing/lane-layout.ts';
import type { EndMark, ProgramPosting } from '../../drawing/program-layout.ts';
import { extent, percent } from './place.ts';

/** A label clears its ground by 0.25rem on both sides: 8 px of a 12 px font, whose ch is 7.2 px. */
const LABEL_PADDING = 1.2;

interface MarkViewProps {
  readonly mark: Mark;
  readonly row: 'agent' | 'guard' | 'gateway';
  readonly tone: Tone;
  /** The shape says what the colour says. */
  readonly shape: 'disc' | 'ring' | 'open-square' | 'filled-square' | 'slash' | 'wedge' | 'open-diamond' | 'filled-diamond' | 'flag';
  readonly wordings: readonly string[];
  readonly strong?: boolean;
}

function MarkView({ mark, row, tone, shape, wordings, strong = false }: MarkViewProps) {
  const { at, side, room } = mark;
  const place = side === 'right' ? { from: at, to: at + room } : { from: at - room, to: at };
  return (
    <>
      <span
        data-tone={tone}
        data-row={row}
        data-event={mark.id}
        className={`lane-mark lane-mark-${shape}`}
        style={{ left: percent(at) }}
      />
      <span
        data-tone={tone}
        data-row={row}
        data-side={side}
        className={`lane-label text-label text-tone ${row === 'gateway' ? 'font-mono' : ''} ${strong ? 'font-semibold' : ''}`}
        style={extent(place)}
      >
        <Fit wordings={wordings} font={row === 'gateway' ? 'mono' : 'sans'} beside={LABEL_PADDING} />
      </span>
    </>
  );
}

export function RejectionView({ rejection }: { readonly rejection: Rejection }) {
  const words = useWords();
  const { tool, category } = rejection;
  return <MarkView mark={rejection} row="agent" tone={category} shape="wedge" wordings={words.rejected(tool, category)} />;
}

interface GuardMarkViewProps {
  readonly mark: GuardMark;
  readonly moves?: Words['program']['guardMoves'];
}

export function GuardMarkView({ mark, moves }: GuardMarkViewProps) {
  const words = useWords();
  const guardMoves = moves ?? words.guardMoves;
  switch (mark.move) {
    case 'claimed':
      return <MarkView mark={mark} row="guard" tone="plain" shape="open-square" wordings={guardMoves.claimed(mark.operation)} />;
    case 'released':
      return <MarkView mark={mark} row="guard" tone="plain" shape="slash" wordings={guardMoves.released()} />;
    case 'recorded':
      return <MarkView mark={mark} row="guard" tone="plain" shape="filled-square" wordings={guardMoves.recorded()} />;
    case 'hit':
      return <MarkView mark={mark} row="guard" tone="ok" shape="filled-square" wordings={guardMoves.hit()} strong />;
  }
}

export function GatewayMarkView({ mark }: { readonly mark: GatewayMark }) {
  const words = useWords();
  switch (mark.kind) {
    case 'posting': {
      const { amountMinor, again } = mark;
      const tone = again ? 'bad' : 'plain';
      return <MarkView mark={mark} row="gateway" tone={tone} shape="disc" wordings={words.posted(amountMinor, again)} strong={again} />;
    }
    case 'refusal':
      return <MarkView mark={mark} row="gateway" tone="permanent" shape="ring" wordings={words.refusedByGateway} />;
  }
}

export function PostingView({ mark }: { readonly mark: ProgramPosting }) {
  const { program } = useWords();
  const { again, deleted, posting } = mark.entry;
  // What is there in vain is a ring: no money's worth stands behind it.
  const shape = deleted || posting.spoiled === true ? 'ring' : 'disc';
  return <MarkView mark={mark} row="gateway" tone={again || posting.spoiled === true ? 'bad' : 'plain'} shape={shape} wordings={program.posted(mark.entry)} strong={again} />;
}

export function ReadBackView({ mark }: { readonly mark: ReadBackMark }) {
  const words = useWords();
  const { found } = mark;
  return <MarkView mark={mark} row="guard" tone={found ? 'ok' : 'plain'} shape={found ? 'filled-diamond' : 'open-diamond'} wordings={words.readBack(found)} />;
}

/** Where the caller was told what came of its call. */
export function EndMarkView({ mark }: { readonly mark: EndMark }) {
  const { program } = useWords();
  return <MarkView mark={mark} row="agent" tone="plain" shape="flag" wordings={program.ended(mark.disposition)} />;
}
