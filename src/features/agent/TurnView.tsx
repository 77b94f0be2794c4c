import { observationText } from '../../core/format/essay.ts';
import { pythonJson } from '../../core/format/python-json.ts';
import type { MoveMade } from '../../core/move-made.ts';
import type { LaneTrace } from '../../core/trace.ts';
import type { Turn } from '../../core/turns.ts';
import { WHO_CAN_FIX } from '../../core/who-can-fix.ts';
import { toneOfCategory } from '../../drawing/category-tone.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useAgentWords } from '../../words/useAgentWords.ts';
import { useWords } from '../../words/useWords.ts';
import { BelowRow } from './BelowRow.tsx';
import { Entry } from './Entry.tsx';

interface TurnViewProps {
  readonly lane: LaneTrace;
  readonly turn: Turn;
  readonly at: number;
  readonly move: MoveMade | null;
  /** Whether its result is cleared by now, or will be: what is said of it then takes up its room from the start. */
  readonly cleared: 'never' | 'later' | 'now';
}

/** One turn: the thought, the call, what happened below the loop, and the text that came back. */
export function TurnView({ lane, turn: { action, below, observation, loop }, at, move, cleared }: TurnViewProps) {
  const words = useWords();
  const agent = useAgentWords();
  // An attempt is one line with its end; guards and waits have lines of their own.
  const rows = below.filter(({ kind }) => kind !== 'outcome');
  return (
    <li className="turn">
      <h4 data-known={action.at <= at} className="turn-step text-label font-semibold">
        {agent.step(action.step)}
      </h4>
      <Entry lane={lane} event={action} at={at} label={agent.thought}>
        {action.thought}
        <span className="mt-1 block font-mono text-label text-ink">
          <span className="sr-only">{agent.action} </span>
          {action.tool}({pythonJson(action.args)})
        </span>
      </Entry>
      {rows.length > 0 && (
        <ol className="below">
          {rows.map((event) => (
            <li key={event.id}>
              <BelowRow lane={lane} event={event} below={below} at={at} />
            </li>
          ))}
        </ol>
      )}
      {observation !== null && (
        <>
          <Entry lane={lane} event={observation} at={at} label={agent.observation}>
            <span data-tone={toneOfCategory(observation.result.category)} data-cleared={cleared === 'now'} className="observation font-mono text-label">
              {observationText(observation.result)}
            </span>
          </Entry>
          <p data-known={observation.at <= at} className="turn-tags text-label text-ink-2">
            {observation.result.category !== 'ok' && (
              <>
                <Tag tone={toneOfCategory(observation.result.category)}>{words.categories[observation.result.category]}</Tag>
                <span>{agent.canFix(WHO_CAN_FIX[observation.result.category])}</span>
              </>
            )}
            {move !== null && <Tag tone={move === 'go-on' ? 'bad' : 'plain'}>{agent.moves[move]}</Tag>}
            {cleared !== 'never' && <span data-known={cleared === 'now'}>{agent.cleared}</span>}
          </p>
        </>
      )}
      {loop.map((event) => (
        <Entry key={event.id} lane={lane} event={event} at={at}>
          <span className="text-label">{words.told(event)}</span>
        </Entry>
      ))}
    </li>
  );
}
