import type { LaneTrace } from '../../core/trace.ts';
import { Steady } from '../../ui/Steady.tsx';
import { useWords } from '../../words/useWords.ts';
import { laneName } from '../../words/lane-name.ts';
import type { LaneReading } from './lane-reading.ts';

/** The lane's name, and whether there is nothing newer to read. */
export function ReadingHeading({ lane, reading: { last, waits, died } }: { readonly lane: LaneTrace; readonly reading: LaneReading }) {
  const words = useWords();
  const name = laneName(words, lane);
  const waiting = `${name} · ${words.modelWaits}`;
  const why = waits ? waiting : died ? `${name} · ${words.modelGone}` : name;
  return (
    <h3 className="text-label text-ink-3">
      <Steady longest={waiting}>{last === null ? name : why}</Steady>
    </h3>
  );
}
