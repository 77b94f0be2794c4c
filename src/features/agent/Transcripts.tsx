import { useState } from 'react';
import type { Kept } from '../../core/context.ts';
import { turnsOf } from '../../core/turns.ts';
import { traceSeen } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { useAgentWords } from '../../words/useAgentWords.ts';
import { LaneTranscript } from './LaneTranscript.tsx';

/** As the choice says it. */
const KEEPS: Readonly<Record<'never' | 'keep', Kept>> = { never: null, keep: 3 };

/** Both transcripts, turn beside turn. */
export function Transcripts() {
  const agent = useAgentWords();
  const trace = useFigure(traceSeen);
  const [clearing, setClearing] = useState<keyof typeof KEEPS>('never');
  // The heading, every turn, the end: in each lane as many rows as in the longer one.
  const rows = Math.max(...trace.lanes.map((lane) => turnsOf(lane).turns.length)) + 2;
  return (
    <section aria-labelledby="transcript-heading">
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="transcript-heading" className="font-semibold">
          {agent.transcript}
        </h2>
        <p className="mr-auto text-label text-ink-3">{agent.transcriptNote}</p>
        <div className="transcript-choice">
          <Segmented
            legend={agent.clear}
            options={[
              { value: 'never', label: agent.clearing.never },
              { value: 'keep', label: agent.clearing.keep },
            ]}
            value={clearing}
            onChange={setClearing}
          />
        </div>
      </div>
      <div className="transcripts">
        {trace.lanes.map((lane) => (
          <LaneTranscript key={lane.id} lane={lane} rows={rows} kept={KEEPS[clearing]} />
        ))}
      </div>
      <p className="mt-2 text-label text-ink-3">
        {agent.countersNote} {clearing === 'keep' && agent.clearNote}
      </p>
    </section>
  );
}
