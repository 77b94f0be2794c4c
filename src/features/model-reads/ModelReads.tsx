import { useEffect, useState, type ComponentType } from 'react';
import { observationText } from '../../core/format/essay.ts';
import { READINGS } from '../../core/reading.ts';
import type { LaneTrace } from '../../core/trace.ts';
import { toneOfCategory } from '../../drawing/category-tone.ts';
import { cursorTime, traceSeen } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { Steady } from '../../ui/Steady.tsx';
import { useWords } from '../../words/useWords.ts';
import { laneReading } from './lane-reading.ts';
import { ReadingHeading } from './ReadingHeading.tsx';
import type { Shape } from './rendering.ts';
import './model-reads.css';

type Loaded =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'here'; readonly Renderings: ComponentType<{ readonly shape: Shape }> }
  | { readonly kind: 'failed' };

/** The last Observation in each lane: the text, and what else the wrapper returns; or the shape in which it is sent. */
export function ModelReads() {
  const words = useWords();
  const reading = useFigure((state) => state.reading);
  const choose = useFigure(({ readingChosen }) => readingChosen);
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'not-yet' });

  // The other shapes come when one is asked for; each asking is another try.
  useEffect(() => {
    if (reading === 'essay') return;
    import('./Renderings.tsx').then(
      ({ Renderings }) => {
        setLoaded({ kind: 'here', Renderings });
      },
      () => {
        setLoaded({ kind: 'failed' });
      },
    );
  }, [reading]);

  return (
    <Card
      heading={words.modelReads}
      aside={
        <div className="model-reads-choice">
          <Select
            label={words.shownAs}
            options={READINGS.map((each) => ({ value: each, label: words.readings[each] }))}
            value={reading}
            onChange={choose}
          />
        </div>
      }
    >
      {reading !== 'essay' && loaded.kind === 'here' ? (
        <loaded.Renderings shape={reading} />
      ) : (
        <>
          {reading !== 'essay' && loaded.kind === 'failed' && (
            <p role="status" className="mb-3">
              {words.readingNotLoaded}
            </p>
          )}
          <EssayTexts />
        </>
      )}
    </Card>
  );
}

function EssayTexts() {
  const trace = useFigure(traceSeen);
  return (
    <div className="model-reads">
      {trace.lanes.map((lane) => (
        <EssayReading key={lane.id} lane={lane} />
      ))}
    </div>
  );
}

function EssayReading({ lane }: { readonly lane: LaneTrace }) {
  const words = useWords();
  const at = useFigure(cursorTime);
  const reading = laneReading(lane, at);
  const result = reading.last?.result;
  return (
    <div className="reading">
      <ReadingHeading lane={lane} reading={reading} />
      <p data-tone={result === undefined ? 'plain' : toneOfCategory(result.category)} className="reading-text font-mono text-label">
        <Steady longest={longestObservation(lane)}>
          {result === undefined ? (
            <span className="text-ink-3">{reading.died ? words.modelDied : words.modelStarts}</span>
          ) : (
            observationText(result)
          )}
        </Steady>
      </p>
      <dl className="reading-fields text-label">
        <Field name={words.fields.category} value={result === undefined ? '–' : words.categories[result.category]} />
        <Field name={words.fields.attempts} value={result === undefined ? '–' : String(result.attempts)} />
        <Field name={words.fields.usable} value={result === undefined ? '–' : words.yesNo(result.usable)} />
        <Field name={words.fields.waited} value={result === undefined ? '–' : words.duration(result.waitedMs)} />
      </dl>
    </div>
  );
}

function longestObservation(lane: LaneTrace): string {
  const texts = lane.events.flatMap((event) => (event.kind === 'observation' ? [observationText(event.result)] : []));
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

function Field({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-3">{name}</dt>
      <dd className="font-mono">{value}</dd>
    </div>
  );
}
