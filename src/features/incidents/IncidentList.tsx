import { useId } from 'react';
import { HARMS } from '../../core/harm.ts';
import { isLocked } from '../../store/frame.ts';
import { NO_FILTER, passes, type IncidentFilter } from '../../store/incident-filter.ts';
import { INCIDENTS, type ShelvedIncident } from '../../store/incident-shelf.ts';
import { useFigure } from '../../store/useFigure.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import type { LaneNumbers } from '../../core/incident-entry.ts';
import { Button } from '../../ui/Button.tsx';
import { InPageLink } from '../../ui/InPageLink.tsx';
import { Select } from '../../ui/Select.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useWords } from '../../words/useWords.ts';
import { Source } from './Source.tsx';
import { useIncidentLink } from './useIncidentLink.ts';
import './incidents.css';

const KINDS = [...new Set(INCIDENTS.map(({ incident }) => incident.kind))];
const BASES = ['reported', 'partly-reported', 'reconstructed'] as const;
/** No choice, as the value of a select. */
const ALL = 'all';

/** Every incident there is, by its kind: what was reported, and how it should have gone, in numbers. */
export function IncidentList() {
  const words = useWords();
  const { incidents } = words.program;
  const filter = useFigure(({ incidentFilter }) => incidentFilter);
  const change = useFigure(({ incidentsFiltered }) => incidentsFiltered);
  const found = INCIDENTS.filter((each) => passes(filter, each));
  const having = (harm: (typeof HARMS)[number]): number => INCIDENTS.filter(({ harms }) => harms.includes(harm)).length;
  return (
    <div className="incidents">
      <div className="headline">
        <h1 tabIndex={-1}>{incidents.heading(INCIDENTS.length, having('more-than-asked'), having('said-done'))}</h1>
        <p className="mt-1 text-ink-2">{incidents.explanation}</p>
      </div>
      <Filters filter={filter} onChange={change} />
      <p role="status" className="text-label text-ink-2">
        {incidents.found(found.length, INCIDENTS.length)}
      </p>
      {found.length === 0 && (
        <p className="flex flex-wrap items-center gap-3">
          {incidents.none}
          <Button
            onClick={() => {
              change(NO_FILTER);
            }}
          >
            {incidents.clear}
          </Button>
        </p>
      )}
      {KINDS.map((kind) => (
        <Group key={kind} kind={kind} found={found.filter(({ incident }) => incident.kind === kind)} />
      ))}
    </div>
  );
}

interface FiltersProps {
  readonly filter: IncidentFilter;
  readonly onChange: (filter: Partial<IncidentFilter>) => void;
}

/** Each choice says how many there are beside the other choices. */
function Filters({ filter, onChange }: FiltersProps) {
  const words = useWords();
  const { incidents, harms, bases } = words.program;
  const options = <Name extends string>(key: 'kind' | 'basis' | 'harm', names: readonly Name[], name: (each: Name) => string) => {
    const others = INCIDENTS.filter((each) => passes({ ...filter, [key]: null }, each));
    const count = (value: Name): number => others.filter((each) => passes({ ...filter, [key]: value }, each)).length;
    return [
      { value: ALL as string, label: incidents.all(others.length) },
      ...names.map((value) => ({ value, label: incidents.option(name(value), count(value)) })),
    ];
  };
  const chosen = <Name extends string>(names: readonly Name[], value: string): Name | null => names.find((name) => name === value) ?? null;
  return (
    <form
      role="search"
      aria-label={incidents.filters}
      className="incident-filters"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <TextField type="search" label={incidents.search} value={filter.text} onChange={(text) => onChange({ text })} />
      <Select label={incidents.kind} options={options('kind', KINDS, (kind) => kind)} value={filter.kind ?? ALL} onChange={(kind) => onChange({ kind: chosen(KINDS, kind) })} />
      <Select label={incidents.basis} options={options('basis', BASES, (basis) => bases[basis].name)} value={filter.basis ?? ALL} onChange={(basis) => onChange({ basis: chosen(BASES, basis) })} />
      <Select label={incidents.harm} options={options('harm', HARMS, (harm) => harms[harm])} value={filter.harm ?? ALL} onChange={(harm) => onChange({ harm: chosen(HARMS, harm) })} />
    </form>
  );
}

function Group({ kind, found }: { readonly kind: string; readonly found: readonly ShelvedIncident[] }) {
  const words = useWords();
  const id = useId();
  if (found.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 font-semibold">
        {words.program.incidents.group(kind, found.length)}
      </h2>
      <ul className="rounded border bg-card">
        {found.map((each) => (
          <Row key={each.name} shelved={each} />
        ))}
      </ul>
    </section>
  );
}

function Row({ shelved: { name, title, incident, harms, reported, right } }: { readonly shelved: ShelvedIncident }) {
  const words = useWords();
  const { program } = words;
  const choose = useFigure(({ scenarioChosen }) => scenarioChosen);
  const locked = useFigure(({ frame }) => isLocked(frame, 'switches', 'scenario'));
  const linkTo = useIncidentLink();
  return (
    <li className="incident-row" data-incident={name}>
      <div className="min-w-0">
        <h3>
          {locked ? (
            <span className="font-semibold">{title}</span>
          ) : (
            <InPageLink query={linkTo(name)} className="incident-link" onFollow={() => choose(name)}>
              {title}
            </InPageLink>
          )}
        </h3>
        <p className="text-label wrap-anywhere text-ink-3">
          <Source text={incident.source} /> · {program.bases[incident.basis].name}
        </p>
        <p className="mt-1 flex flex-wrap gap-1">
          {harms.map((harm) => (
            <Tag key={harm} tone="plain">
              {program.harms[harm]}
            </Tag>
          ))}
        </p>
      </div>
      <dl className="incident-numbers text-label">
        <Numbers name={program.incidents.reported} lane={reported} />
        <Numbers name={program.incidents.right} lane={right} />
      </dl>
    </li>
  );
}

function Numbers({ name, lane }: { readonly name: string; readonly lane: LaneNumbers }) {
  const words = useWords();
  const tone = TONE_OF_GRAVITY[lane.gravity];
  return (
    <div data-tone={tone}>
      <dt className="text-ink-3">{name}</dt>
      <dd className={`font-mono ${tone === 'plain' ? '' : 'text-tone'}`}>{words.program.incidents.numbers(lane)}</dd>
    </div>
  );
}
