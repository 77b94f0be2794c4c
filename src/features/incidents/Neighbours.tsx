import { INCIDENT_NAMES } from '../../core/incident-names.ts';
import { isLocked } from '../../store/frame.ts';
import { useFigure } from '../../store/useFigure.ts';
import { InPageLink } from '../../ui/InPageLink.tsx';
import { useWords } from '../../words/useWords.ts';
import { useIncidentLink, useListLink } from './useIncidentLink.ts';
import './incidents.css';

/** From an incident back to the list, and to the ones beside it. */
export function Neighbours() {
  const words = useWords();
  const { incidents } = words.program;
  const name = useFigure(({ run }) => (run.scenario.incident === undefined ? null : run.scenario.name));
  const locked = useFigure(({ frame }) => isLocked(frame, 'switches', 'scenario'));
  const choose = useFigure(({ viewChosen }) => viewChosen);
  const list = useListLink();
  const index = INCIDENT_NAMES.indexOf(name ?? '');
  if (index === -1 || locked) return null;
  return (
    <nav aria-label={incidents.steps} className="neighbours flex flex-wrap items-center gap-x-4 text-label text-ink-2">
      <InPageLink query={list} className="incident-step" onFollow={() => choose('incidents')}>
        {incidents.back}
      </InPageLink>
      <span className="ml-auto" />
      <Neighbour name={INCIDENT_NAMES[index - 1]} label={incidents.previous} />
      <span className="font-mono">{incidents.place(index, INCIDENT_NAMES.length)}</span>
      <Neighbour name={INCIDENT_NAMES[index + 1]} label={incidents.next} />
    </nav>
  );
}

function Neighbour({ name, label }: { readonly name: string | undefined; readonly label: string }) {
  const choose = useFigure(({ scenarioChosen }) => scenarioChosen);
  const linkTo = useIncidentLink();
  const { incident } = useWords().program.incidents;
  const text = (
    <>
      {label}
      <span className="sr-only"> {incident}</span>
    </>
  );
  if (name === undefined) return <span className="incident-step text-ink-3">{text}</span>;
  return (
    <InPageLink query={linkTo(name)} className="incident-step" onFollow={() => choose(name)}>
      {text}
    </InPageLink>
  );
}
