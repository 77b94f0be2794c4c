import { LANE_CHOICES, SILENCES, SWITCHES, type SwitchRow } from '../../core/figure.ts';
import { recoveryOf } from '../../core/taxonomy.ts';
import { isLocked } from '../../store/frame.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useWords } from '../../words/useWords.ts';

/** The switches are the taxonomy: a failure's name, what happens, its class and the policy of the class. */
export function Faults() {
  const words = useWords();
  return (
    <section aria-labelledby="faults-heading">
      <h2 id="faults-heading" className="mb-1 px-2 text-label font-semibold text-ink-2">
        {words.whatGoesWrong}
      </h2>
      <div>
        {SWITCHES.map((row) => (
          <Fault key={row.id} row={row} />
        ))}
      </div>
      <Lanes />
    </section>
  );
}

function Fault({ row: { id, category } }: { readonly row: SwitchRow }) {
  const words = useWords();
  const on = useFigure((state) => state.settings.on[id]);
  const settings = useFigure((state) => state.settings);
  const flip = useFigure(({ switchFlipped }) => switchFlipped);
  const locked = useFigure(({ frame }) => isLocked(frame, 'switches', id));
  return (
    <Switch
      checked={on}
      disabled={locked}
      onChange={() => {
        flip(id);
      }}
      label={words.switches[id].name}
      description={words.switches[id].what(settings)}
      aside={
        <>
          <Tag tone={category}>{words.categories[category]}</Tag>
          <span>{words.recoveries[recoveryOf(category)]}</span>
        </>
      }
    >
      {id === 'silence' && on ? <WhichSilence /> : undefined}
    </Switch>
  );
}

function Lanes() {
  const words = useWords();
  const lanes = useFigure(({ settings }) => settings.lanes);
  const choose = useFigure(({ lanesChosen }) => lanesChosen);
  const locked = useFigure(({ frame }) => isLocked(frame, 'switches', 'lanes'));
  return (
    <div className="mt-3 px-2">
      <Segmented
        legend={words.lanes}
        options={LANE_CHOICES.map((choice) => ({ value: choice, label: words.laneChoices[choice] }))}
        value={lanes}
        disabled={locked}
        onChange={choose}
      />
    </div>
  );
}

function WhichSilence() {
  const words = useWords();
  const silence = useFigure(({ settings }) => settings.silence);
  const choose = useFigure(({ silenceChosen }) => silenceChosen);
  const locked = useFigure(({ frame }) => isLocked(frame, 'switches', 'silence'));
  return (
    <>
      <Segmented
        legend={words.whichSilence}
        options={SILENCES.map((each) => ({ value: each, label: words.silences[each].name }))}
        value={silence}
        disabled={locked}
        onChange={choose}
      />
      <p className="mt-1 text-label text-ink-3">{words.silenceHint(silence)}</p>
    </>
  );
}
