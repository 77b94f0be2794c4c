import { findingOf } from '../../core/finding.ts';
import { isAboutRefund } from '../../core/lone-finding.ts';
import { useFigure } from '../../store/useFigure.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import type { Piece } from '../../words/en.ts';
import { useWords } from '../../words/useWords.ts';

/** The finding of the whole run, in one sentence that is built from it. */
export function Headline() {
  const words = useWords();
  const { scenario, trace } = useFigure(({ run }) => run);
  const finding = findingOf(trace);
  if (finding === null) return null;
  const { id, capturedMinor, refundMinor } = scenario.order;
  return (
    <div className="headline">
      <h1>
        {words.headline(finding).map((piece, index) => (
          <Part key={index} piece={piece} />
        ))}
      </h1>
      <p className="mt-1 text-ink-2">
        {words.explanation(finding)}
        {trace.lanes.some((lane) => isAboutRefund(scenario, lane)) && ` ${words.order(id, capturedMinor, refundMinor)}`}
      </p>
    </div>
  );
}

function Part({ piece: { text, gravity } }: { readonly piece: Piece }) {
  if (gravity === undefined) return text;
  return (
    <em data-tone={TONE_OF_GRAVITY[gravity]} className="border-b-3 border-tone not-italic">
      {text}
    </em>
  );
}
