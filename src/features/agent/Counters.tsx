import type { Kept } from '../../core/context.ts';
import type { LaneTrace } from '../../core/trace.ts';
import { turnCost } from '../../core/turn-cost.ts';
import { waitsBelow } from '../../core/waits-below.ts';
import { Steady } from '../../ui/Steady.tsx';
import { useAgentWords } from '../../words/useAgentWords.ts';

interface CountersProps {
  readonly lane: LaneTrace;
  readonly at: number;
  readonly kept: Kept;
  /** Null: nothing is cleared. */
  readonly savedTokens: number | null;
}

/** What a retry costs where it is made: milliseconds below the loop, or a model's turn over all that was said so far. */
export function Counters({ lane, at, kept, savedTokens }: CountersProps) {
  const agent = useAgentWords();
  const waits = waitsBelow(lane, at);
  const cost = turnCost(lane, at, kept);
  return (
    <dl className="counters mt-2">
      <div>
        <dt className="text-label text-ink-3">{agent.below}</dt>
        <dd>
          <span className="block font-mono text-lead">{agent.milliseconds(waits.waitedMs)}</span>
          <span className="text-label text-ink-2">
            <Steady longest={agent.belowNote(waitsBelow(lane, Infinity))}>{agent.belowNote(waits)}</Steady>
          </span>
        </dd>
      </div>
      <div>
        <dt className="text-label text-ink-3">{agent.turns}</dt>
        <dd>
          <span className="block font-mono text-lead">{cost.turns}</span>
          <span className="text-label text-ink-2">
            <Steady longest={agent.turnsNote(turnCost(lane, Infinity, kept))}>{agent.turnsNote(cost)}</Steady>
          </span>
          {savedTokens !== null && <span className="block text-label text-ink-2">{agent.saved(savedTokens)}</span>}
        </dd>
      </div>
    </dl>
  );
}
