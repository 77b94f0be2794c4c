import { observationText } from '../../core/format/essay.ts';
import type { LaneTrace, ObservationEvent } from '../../core/trace.ts';
import { toneOfCategory } from '../../drawing/category-tone.ts';
import { cursorTime, traceSeen } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Card } from '../../ui/Card.tsx';
import { Steady } from '../../ui/Steady.tsx';
import { laneName } from '../../words/lane-name.ts';
import { useWords } from '../../words/useWords.ts';
import './model-reads.css';

/** The last Observation in each lane: the text, and what else the wrapper returns. */
export function ModelReads() {
  const words = useWords();
  const trace = useFigure(traceSeen);
  return (
    <Card heading={words.modelReads}>
      <div className="model-reads">
        {trace.lanes.map((lane) => (
          <Reading key={lane.id} lane={lane} />
        ))}
      </div>
    </Card>
  );
}

function Reading({ lane }: { readonly lane: LaneTrace }) {
  const words = useWords();
  const at = useFigure(cursorTime);
  const known = lane.events.filter((event) => event.at <= at);
  const last = known.findLast((event): event is ObservationEvent => event.kind === 'observation');
  const open = known.findLast((event) => event.kind === 'action' || event.kind === 'observation')?.kind === 'action';
  const result = last?.result;
  const died = known.some(({ kind }) => kind === 'died');
  const name = laneName(words, lane);
  const waiting = `${name} · ${words.modelWaits}`;
  return (
    <div className="reading">
      <h3 className="text-label text-ink-3">
        <Steady longest={waiting}>{open && last !== undefined ? waiting : name}</Steady>
      </h3>
      <p data-tone={result === undefined ? 'plain' : toneOfCategory(result.category)} className="reading-text font-mono text-label">
        <Steady longest={longestObservation(lane)}>
          {result === undefined ? <span className="text-ink-3">{died ? words.modelDied : words.modelStarts}</span> : observationText(result)}
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
