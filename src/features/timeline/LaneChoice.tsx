import { useShallow } from 'zustand/react/shallow';
import { traceSeen } from '../../store/derived.ts';
import { isLocked } from '../../store/frame.ts';
import { pairWith } from '../../store/lane-pair.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Select } from '../../ui/Select.tsx';
import { laneName } from '../../words/lane-name.ts';
import { useWords } from '../../words/useWords.ts';

/** Which two lanes are seen, where there are more. */
export function LaneChoice() {
  const words = useWords();
  const lanes = useFigure(({ run }) => run.trace.lanes);
  const [upper, lower] = useFigure(useShallow((state) => traceSeen(state).lanes.map(({ id }) => id)));
  const compare = useFigure(({ lanesCompared }) => lanesCompared);
  const locked = useFigure(({ frame }) => isLocked(frame, 'lanes'));
  if (upper === undefined || lower === undefined || lanes.length < 3) return null;
  const options = lanes.map((lane) => ({ value: lane.id, label: laneName(words, lane) }));
  const { laneChoice } = words.program;
  return (
    <fieldset className="lane-choice px-4 pt-3">
      <legend className="sr-only">{laneChoice.legend}</legend>
      <Select label={laneChoice.upper} labelHidden options={options} value={upper} disabled={locked} onChange={(id) => compare(pairWith([upper, lower], 'upper', id))} />
      <Select label={laneChoice.lower} labelHidden options={options} value={lower} disabled={locked} onChange={(id) => compare(pairWith([upper, lower], 'lower', id))} />
    </fieldset>
  );
}
