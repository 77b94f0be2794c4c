import { estimateTokens } from '../../core/estimate-tokens.ts';
import { GENERIC_ERROR, INSTRUCTIVE_ERROR } from '../../core/format/error-texts.ts';
import { observationText } from '../../core/format/essay.ts';
import { type ResolvedCall, resolvedCalls } from '../../core/resolved-call.ts';
import type { LaneTrace } from '../../core/trace.ts';
import { cursorTime, traceSeen } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { Steady } from '../../ui/Steady.tsx';
import { modelLaneName } from '../../words/lane-name.ts';
import { useWords } from '../../words/useWords.ts';
import { laneReading } from './lane-reading.ts';
import { ReadingHeading } from './ReadingHeading.tsx';
import { type Rendering, renderingOf, type Shape } from './rendering.ts';

/** The last Observation in each lane, in the shape in which a protocol carries it or a bad wrapper loses it. */
export function Renderings({ shape }: { readonly shape: Shape }) {
  const words = useWords();
  const trace = useFigure(traceSeen);
  return (
    <>
      <p className="mb-3 text-label text-ink-2">{words.readingNotes[shape]}</p>
      <div className="model-reads">
        {trace.lanes.map((lane) => (
          <LaneRendering key={lane.id} shape={shape} lane={lane} />
        ))}
      </div>
      {(shape === 'nothing' || shape === 'everything') && <ErrorTexts />}
    </>
  );
}

function LaneRendering({ shape, lane }: { readonly shape: Shape; readonly lane: LaneTrace }) {
  const words = useWords();
  const at = useFigure(cursorTime);
  const reading = laneReading(lane, at);
  const { last } = reading;
  const name = modelLaneName(words, lane);
  const rendering = last === null ? null : renderingOf(shape, last);
  const nothing = reading.died ? words.modelDied : words.modelStarts;

  const parts: readonly Part[] = rendering === null ? [{ part: 'result', text: nothing }] : partsOf(rendering);

  const about = (call: ResolvedCall): string => {
    const { sent, schemaProblems } = renderingOf(shape, call);
    const tokens = words.tokens(estimateTokens(sent), estimateTokens(observationText(call.result)));
    return shape === 'mcp' ? `${tokens}; ${words.outputSchema(schemaProblems)}` : tokens;
  };
  // Whatever the playhead is on, nothing below moves.
  const longest = resolvedCalls(lane, Infinity)
    .map(about)
    .reduce((one, other) => (other.length > one.length ? other : one), '');

  return (
    <div className="min-w-0">
      <ReadingHeading lane={lane} reading={reading} />
      <div data-shape={shape} className="rendering mt-0.5 text-label">
        {parts.map(({ part, heading, text }) => (
          <div key={part} data-part={part} data-tone={part === 'result' ? (last?.result.category ?? 'plain') : 'plain'}>
            {heading !== undefined && <h4 className="text-ink-3">{words.readingParts[heading]}</h4>}
            {/* It scrolls by keys too, so it takes the focus and has a name. */}
            <pre
              role="region"
              aria-label={words.readingOf(shape, name, words.readingParts[heading ?? part])}
              tabIndex={0}
              className="rendering-text font-mono"
            >
              {text}
            </pre>
          </div>
        ))}
      </div>
      <p className="mt-1 text-label text-ink-2">
        <Steady longest={longest}>{last === null ? '' : about(last)}</Steady>
      </p>
      <div className="mt-1">
        <Copyable
          text={rendering?.whole ?? nothing}
          label={words.copyReading(name)}
          copiedLabel={words.buttons.copied}
          byHandLabel={words.share.copyByHand}
        />
      </div>
    </div>
  );
}

interface Part {
  readonly part: 'call' | 'result' | 'protocolError';
  /** Left out where there is nothing to tell it from. */
  readonly heading?: 'call' | 'result' | 'executionError' | 'protocolError';
  readonly text: string;
}

function partsOf({ call, result, protocolError }: Rendering): readonly Part[] {
  if (call === null) return [{ part: 'result', text: result }];
  const asked: Part = { part: 'call', heading: 'call', text: call };
  if (protocolError === null) return [asked, { part: 'result', heading: 'result', text: result }];
  return [
    asked,
    { part: 'result', heading: 'executionError', text: result },
    { part: 'protocolError', heading: 'protocolError', text: protocolError },
  ];
}

/** What an error should be: no less than this, and no more. */
function ErrorTexts() {
  const { errorTexts } = useWords();
  return (
    <div className="mt-4 border-t border-hair pt-3 text-label">
      <h3 className="text-ink-3">{errorTexts.heading}</h3>
      <dl className="error-texts mt-1">
        <ErrorText text={GENERIC_ERROR} says={errorTexts.generic} />
        <ErrorText text={INSTRUCTIVE_ERROR} says={errorTexts.instructive} />
      </dl>
    </div>
  );
}

function ErrorText({ text, says }: { readonly text: string; readonly says: string }) {
  const { errorTexts } = useWords();
  return (
    <div>
      <dt className="font-mono">{text}</dt>
      <dd className="text-ink-2">
        {says}, {errorTexts.size(estimateTokens(text))}
      </dd>
    </div>
  );
}
