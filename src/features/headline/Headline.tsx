import { findingOf } from '../../core/finding.ts';
import { isAboutRefund } from '../../core/lone-finding.ts';
import { useFigure } from '../../store/useFigure.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import type { Piece } from '../../words/en.ts';
import { useWords } from '../../words/useWords.ts';

/** The finding of the whole run, in one sentence that is built from it; of lanes that are no pair, what the scenario is called. */
export function Headline() {
  const words = useWords();
  const { scenario, trace } = useFigure(({ run }) => run);
  const finding = findingOf(trace);
  const { title, name, order } = scenario;
  const headline: readonly Piece[] = finding === null ? [{ text: words.scenarioTitle(title === '' ? name : title) }] : words.headline(finding);
  return (
    <div className="headline">
      <h1>
        {headline.map((piece, index) => (
          <Part key={index} piece={piece} />
        ))}
      </h1>
      <p className="mt-1 text-ink-2">
        {finding !== null && words.explanation(finding)}
        {trace.lanes.some((lane) => isAboutRefund(scenario, lane)) && ` ${words.order(order.id, order.capturedMinor, order.refundMinor)}`}
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
