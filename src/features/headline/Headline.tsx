import { findingOf } from '../../core/finding.ts';
import { handlerFindings } from '../../core/handler-finding.ts';
import { isAboutRefund } from '../../core/lone-finding.ts';
import { programFindings } from '../../core/program-finding.ts';
import { traceSeen } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import type { Piece } from '../../words/counting.ts';
import { useWords } from '../../words/useWords.ts';

/** The finding of the whole run, in one sentence that is built from it; of lanes that are no pair, what the scenario is called. */
export function Headline() {
  const words = useWords();
  const scenario = useFigure(({ run }) => run.scenario);
  const trace = useFigure(traceSeen);
  const programs = programFindings(trace);
  if (programs !== null) return <Sentence pieces={words.program.headline(programs)} below={words.scenarioTitle(scenario.title)} />;
  const finding = findingOf(trace);
  const { title, name, order } = scenario;
  const about = trace.lanes.some((lane) => isAboutRefund(scenario, lane)) ? ` ${words.order(order.id, order.capturedMinor, order.refundMinor)}` : '';
  const handlers = handlerFindings(trace);
  if (handlers !== null) return <Sentence pieces={words.handlersHeadline(handlers)} below={`${words.scenarioTitle(title)}.${about}`} />;
  if (finding === null) return <Sentence pieces={[{ text: words.scenarioTitle(title === '' ? name : title) }]} below={about.trim()} />;
  return <Sentence pieces={words.headline(finding)} below={words.explanation(finding) + about} />;
}

function Sentence({ pieces, below }: { readonly pieces: readonly Piece[]; readonly below: string }) {
  return (
    <div className="headline">
      <h1 tabIndex={-1}>
        {pieces.map((piece, index) => (
          <Part key={index} piece={piece} />
        ))}
      </h1>
      <p className="mt-1 text-ink-2">{below}</p>
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
