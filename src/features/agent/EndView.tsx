import type { DiedEvent, FinishEvent, LaneTrace } from '../../core/trace.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useAgentWords } from '../../words/useAgentWords.ts';
import { Entry } from './Entry.tsx';

interface EndViewProps {
  readonly lane: LaneTrace;
  readonly end: FinishEvent | DiedEvent;
  readonly at: number;
}

/** The last words of a run. An invented answer is marked as one. */
export function EndView({ lane, end, at }: EndViewProps) {
  const agent = useAgentWords();
  const known = end.at <= at;
  if (end.kind === 'died') {
    return (
      <li className="turn">
        <Entry lane={lane} event={end} at={at} label={agent.end}>
          <span data-tone="bad" className="text-tone">
            {agent.died}
          </span>
        </Entry>
      </li>
    );
  }
  return (
    <li className="turn">
      <h4 data-known={known} className="turn-step text-label font-semibold">
        {agent.step(end.step)}
      </h4>
      <Entry lane={lane} event={end} at={at} label={agent.thought}>
        {end.thought}
        <span className="mt-1 block text-ink">
          <span className="text-label text-ink-3">{agent.answer} </span>
          {end.answer}
        </span>
      </Entry>
      <p data-known={known} className="turn-tags">
        <Tag tone={end.report === 'invented' ? 'bad' : 'plain'}>{agent.reports[end.report]}</Tag>
      </p>
    </li>
  );
}
