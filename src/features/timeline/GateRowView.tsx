import type { GateRow } from '../../drawing/gate-layout.ts';
import { useWords } from '../../words/useWords.ts';
import { Fit } from './Fit.tsx';
import { extent } from './place.ts';

/** The room that a label keeps to the ends of its segment, in ch. */
const PADDING = 1.2;
/** And that of the cross before it. */
const CROSS = 1.7;

/** One gate of a client, as far as the playhead has come. Each state has a texture and a word. */
export function GateRowView({ row, index }: { readonly row: GateRow; readonly index: number }) {
  const { program } = useWords();
  const place = { ['--gate' as string]: index };
  switch (row.kind) {
    case 'breaker':
      return row.segments.map(({ id, phase, from, to }) => (
        <span key={id} data-state={phase.state} className="lane-gate text-label" style={{ ...place, ...extent({ from, to }) }}>
          <Fit wordings={program.breaker(phase)} beside={PADDING} />
        </span>
      ));
    case 'retryQuota':
      return row.segments.map(({ id, phase, share, from, to }) => {
        const isEmpty = phase.cause?.state === 'empty';
        return (
          <span key={id} data-state={isEmpty ? 'empty' : 'tokens'} className="lane-gate text-label" style={{ ...place, ...extent({ from, to }), ['--share' as string]: share }}>
            {isEmpty && <span className="lane-cross" />}
            <Fit wordings={isEmpty ? program.tooFewTokens(phase.tokens) : program.tokens(phase.tokens, row.capacity)} beside={isEmpty ? CROSS + PADDING : PADDING} />
          </span>
        );
      });
  }
}
