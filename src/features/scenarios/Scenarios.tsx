import { describeClaim } from '../../core/claim.ts';
import { FIGURE_NAME } from '../../core/figure.ts';
import { NAMED_SCENARIOS } from '../../core/scenarios.ts';
import type { Scenario } from '../../core/scenario.ts';
import { isLocked } from '../../store/frame.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../words/useWords.ts';

/** The first is the figure itself, which its switches make. */
const [, ...NAMED] = NAMED_SCENARIOS;

/** The figure, or one of the runs that have a name and a claim. */
export function Scenarios() {
  const words = useWords();
  const shows = useFigure(({ settings }) => settings.shows);
  const choose = useFigure(({ scenarioChosen }) => scenarioChosen);
  const locked = useFigure(({ frame }) => isLocked(frame, 'switches', 'scenario'));
  const name = shows.kind === 'named' ? shows.name : FIGURE_NAME;
  const shown = NAMED.find(({ scenario }) => scenario.name === name);
  const options = [
    { value: FIGURE_NAME, label: words.scenarioOfSwitches },
    ...NAMED.map(({ scenario }) => ({ value: scenario.name, label: words.scenarioTitle(scenario.title) })),
  ];
  return (
    <div className="px-2">
      <Select
        label={words.scenario}
        labelHidden
        options={options}
        value={name}
        disabled={locked}
        onChange={choose}
      />
      {shown !== undefined && (
        <>
          <h2 className="mt-4 mb-1 text-label font-semibold text-ink-2">{words.whatItShows}</h2>
          <ul>
            {shown.claims.map((claim) => (
              <li key={claim.lane + claim.kind}>
                {shown.scenario.lanes.length > 1 && `${words.laneName(isGuarded(shown.scenario, claim.lane))}: `}
                {describeClaim(claim)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function isGuarded({ lanes }: Scenario, id: string): boolean {
  return lanes.find((lane) => lane.id === id)?.guard.kind !== 'none';
}
