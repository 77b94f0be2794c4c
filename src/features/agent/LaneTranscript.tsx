import { useId } from 'react';
import { contextOf, type Context, type Kept } from '../../core/context.ts';
import { movesMade } from '../../core/move-made.ts';
import { resolvedCalls } from '../../core/resolved-call.ts';
import type { LaneTrace } from '../../core/trace.ts';
import { turnsOf } from '../../core/turns.ts';
import { cursorTime } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { laneName } from '../../words/lane-name.ts';
import { useAgentWords } from '../../words/useAgentWords.ts';
import { useWords } from '../../words/useWords.ts';
import { Counters } from './Counters.tsx';
import { EndView } from './EndView.tsx';
import { TurnView } from './TurnView.tsx';

interface LaneTranscriptProps {
  readonly lane: LaneTrace;
  /** Rows that both lanes share, so that the same turn stands at the same height. */
  readonly rows: number;
  readonly kept: Kept;
}

export function LaneTranscript({ lane, rows, kept }: LaneTranscriptProps) {
  const words = useWords();
  const agent = useAgentWords();
  const id = useId();
  const at = useFigure(cursorTime);
  const { turns, end } = turnsOf(lane);
  const moves = movesMade(lane);
  const context = contextOf(resolvedCalls(lane, at), kept);
  const cleared = clearedIn(context);
  const clearedInTheEnd = clearedIn(contextOf(resolvedCalls(lane, Infinity), kept));
  const name = laneName(words, lane);
  return (
    <section aria-labelledby={id} className="transcript rounded border bg-card" style={{ gridRow: `span ${rows}` }} data-lane={lane.id}>
      <div className="border-b border-hair px-4 pt-3 pb-3">
        <h3 id={id} className="font-semibold" aria-label={agent.transcriptOf(name)}>
          {name}
        </h3>
        <Counters lane={lane} at={at} kept={kept} savedTokens={kept === null ? null : context.savedTokens} />
      </div>
      <ol className="turns" style={{ gridRow: `span ${rows - 1}` }}>
        {turns.map((turn) => (
          <TurnView
            key={turn.action.call}
            lane={lane}
            turn={turn}
            at={at}
            move={moves.get(turn.action.call) ?? null}
            cleared={!clearedInTheEnd.has(turn.action.call) ? 'never' : cleared.has(turn.action.call) ? 'now' : 'later'}
          />
        ))}
        {end !== null && <EndView lane={lane} end={end} at={at} />}
      </ol>
    </section>
  );
}

function clearedIn({ entries }: Context): ReadonlySet<string> {
  return new Set(entries.flatMap(({ call, cleared }) => (cleared ? [call] : [])));
}
