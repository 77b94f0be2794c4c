import type { Scenario } from '../../core/scenario.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useWords } from '../../words/useWords.ts';
import { Source } from './Source.tsx';
import './incidents.css';

/** What the report says of the incident that is seen; nothing where the run is none. */
export function Story() {
  const incident = useFigure(({ run }) => run.scenario.incident);
  const title = useFigure(({ run }) => run.scenario.title);
  return incident === undefined ? null : <Told title={title} incident={incident} />;
}

interface ToldProps {
  readonly title: string;
  readonly incident: NonNullable<Scenario['incident']>;
}

function Told({ title, incident: { kind, basis, what, why, lesson, source } }: ToldProps) {
  const words = useWords();
  const { incidents, bases } = words.program;
  return (
    <section aria-labelledby="story-heading" className="story">
      <p className="text-label text-ink-2">{kind}</p>
      <h2 id="story-heading" className="font-serif text-lead font-medium">
        {title}
      </h2>
      <p className="mt-2">
        <Tag tone="plain">{bases[basis].name}</Tag> <span className="text-label text-ink-2">{bases[basis].what}</span>
      </p>
      <h3 className="mt-4 text-label font-semibold text-ink-2">{incidents.what}</h3>
      <p>{what}</p>
      <h3 className="mt-3 text-label font-semibold text-ink-2">{incidents.why}</h3>
      <p>{why}</p>
      <h3 className="mt-3 text-label font-semibold text-ink-2">{incidents.lesson}</h3>
      <p>{lesson}</p>
      <h3 className="mt-3 text-label font-semibold text-ink-2">{incidents.source}</h3>
      <p className="text-label wrap-anywhere text-ink-2">
        <Source text={source} />
      </p>
    </section>
  );
}
