import type { LaneTrace, TraceEvent } from '../../core/trace.ts';
import { toneOfCategory } from '../../drawing/category-tone.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useAgentWords } from '../../words/useAgentWords.ts';
import { useWords } from '../../words/useWords.ts';
import { Entry } from './Entry.tsx';

interface BelowRowProps {
  readonly lane: LaneTrace;
  readonly event: TraceEvent;
  readonly below: readonly TraceEvent[];
  readonly at: number;
}

/** What went on below the loop: an attempt with its end, a wait, the guard, a look at the gateway. */
export function BelowRow({ lane, event, below, at }: BelowRowProps) {
  const words = useWords();
  const agent = useAgentWords();
  if (event.kind !== 'attempt') {
    return (
      <Entry lane={lane} event={event} at={at} className={event.kind === 'wait' ? 'entry-wait' : ''}>
        {words.told(event)}
      </Entry>
    );
  }
  const ended = below.find((other) => other.kind === 'outcome' && other.attempt === event.attempt);
  if (ended?.kind !== 'outcome') {
    return (
      <Entry lane={lane} event={event} at={at}>
        {agent.attempt(event.attempt)}: {agent.underWay}
      </Entry>
    );
  }
  const open = ended.at > at;
  const { outcome, category } = ended;
  // The end takes up its room from the start, so that nothing moves when it comes.
  return (
    <Entry lane={lane} event={open ? event : ended} at={at} since={event.at} until={ended.at}>
      <span className="attempt">
        {open && (
          <span>
            {agent.attempt(event.attempt)}: {agent.underWay}
          </span>
        )}
        <span aria-hidden={open} className={open ? 'invisible' : ''}>
          {agent.attempt(event.attempt)}: {agent.attemptEnd(outcome)}{' '}
          {category !== 'ok' && (
            <Tag tone={outcome.kind === 'unknown' && outcome.effect === 'write' ? 'unknown' : toneOfCategory(category)}>{words.categories[category]}</Tag>
          )}
        </span>
      </span>
    </Entry>
  );
}
