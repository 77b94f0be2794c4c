import type { LaneTrace } from '../../core/trace.ts';
import { Steady } from '../../ui/Steady.tsx';
import { useWords } from '../../words/useWords.ts';
import { laneName } from '../../words/lane-name.ts';
import type { LaneReading } from './lane-reading.ts';

/** The lane's name, and whether there is nothing newer to read. */
export function ReadingHeading({ lane, reading: { last, waits } }: { readonly lane: LaneTrace; readonly reading: LaneReading }) {
  const words = useWords();
  const name = laneName(words, lane);
  const waiting = `${name} · ${words.modelWaits}`;
  return (
    <h3 className="text-label text-ink-3">
      <Steady longest={waiting}>{waits && last !== null ? waiting : name}</Steady>
    </h3>
  );
}
