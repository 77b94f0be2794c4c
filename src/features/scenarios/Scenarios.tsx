import { describeClaim } from '../../core/claim.ts';
import { FIGURE_NAME } from '../../core/figure.ts';
import { SCENARIO_GROUPS } from '../../core/named-scenario.ts';
import { NAMED_SCENARIOS } from '../../core/scenarios.ts';
import type { Scenario } from '../../core/scenario.ts';
import { isLocked } from '../../store/frame.ts';
import { shown } from '../../store/url-text.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Select } from '../../ui/Select.tsx';
import type { Words } from '../../words/en.ts';
import { modelLaneName } from '../../words/lane-name.ts';
import { useWords } from '../../words/useWords.ts';
import { OpenScenario } from './OpenScenario.tsx';

/** The first is the figure itself, which its switches make. */
const [, ...NAMED] = NAMED_SCENARIOS;

/** With a dot, which no name of a scenario has. */
const FILE = '.file';

/** The figure, or one of the runs that have a name and a claim, or one's own. */
export function Scenarios() {
  const words = useWords();
  const shows = useFigure(({ settings }) => settings.shows);
  const choose = useFigure(({ scenarioChosen }) => scenarioChosen);
  const locked = useFigure(({ frame }) => isLocked(frame, 'switches', 'scenario'));
  const value = shows.kind === 'figure' ? FIGURE_NAME : shows.kind === 'named' ? shows.name : FILE;
  const preset = NAMED.find(({ scenario }) => scenario.name === value);
  const options = [
    { value: FIGURE_NAME, label: words.scenarioOfSwitches },
    // There is no other way to it from here, so it is there only while it is shown.
    ...(shows.kind === 'file' ? [{ value: FILE, label: words.openScenario.shownAs(shown(shows.scenario.title || shows.scenario.name)) }] : []),
  ];
  const groups = SCENARIO_GROUPS.map((group) => ({
    label: words.scenarioGroups[group],
    options: NAMED.filter((named) => named.group === group).map(({ scenario }) => ({ value: scenario.name, label: words.scenarioTitle(scenario.title) })),
  }));
  return (
    <div className="px-2">
      <Select
        label={words.scenario}
        labelHidden
        options={options}
        groups={groups}
        value={value}
        disabled={locked}
        onChange={(chosen) => {
          if (chosen !== FILE) choose(chosen);
        }}
      />
      <div className="mt-2">
        <OpenScenario />
      </div>
      {preset !== undefined && (
        <>
          <h2 className="mt-4 mb-1 text-label font-semibold text-ink-2">{words.whatItShows}</h2>
          <ul>
            {preset.claims.map((claim) => (
              <li key={JSON.stringify(claim)}>
                {preset.scenario.lanes.length > 1 && `${claimedLane(words, preset.scenario, claim.lane)}: `}
                {describeClaim(claim)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function claimedLane(words: Words, { lanes }: Scenario, id: string): string {
  const lane = lanes.find((each) => each.id === id);
  return lane === undefined ? id : (lane.title ?? modelLaneName(words, lane));
}
