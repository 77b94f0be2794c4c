import { traceSeen } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import type { Piece } from '../../words/counting.ts';
import { runHeadline } from '../../words/run-headline.ts';
import { useWords } from '../../words/useWords.ts';

/** What the run shows, above everything that shows it. */
export function Headline() {
  const words = useWords();
  const scenario = useFigure(({ run }) => run.scenario);
  const trace = useFigure(traceSeen);
  const { pieces, below } = runHeadline(words, scenario, trace);
  return (
    // index.html names it: with this the page is first painted.
    <div id="headline" className="headline">
      <h1 tabIndex={-1}>
        {pieces.map((piece, index) => (
          <Part key={index} piece={piece} />
        ))}
      </h1>
      <p className="mt-1 text-ink-2">{below.join(' ').trim()}</p>
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
