import type { LaneTrace } from '../../core/trace.ts';
import { timeoutMeaning, type TimeoutMeaning } from '../../core/timeout-meaning.ts';
import { REFUND_TOOLS, TOOLS, type Tool } from '../../core/tools.ts';
import { traceSeen } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { laneName } from '../../words/lane-name.ts';
import { useAgentWords } from '../../words/useAgentWords.ts';
import { useWords } from '../../words/useWords.ts';
import { TableCard } from './TableCard.tsx';

/** Every tool of the run, and what a timeout of it means: where for a write nobody knows, start there. */
export function ToolTable() {
  const words = useWords();
  const agent = useAgentWords();
  const scenario = useFigure(({ run }) => run.scenario);
  const { lanes } = useFigure(traceSeen);
  const tools = (scenario.tools ?? REFUND_TOOLS).flatMap((name) => TOOLS.get(name) ?? []);
  // Writes first: there it matters.
  const sorted = [...tools.filter(({ effect }) => effect === 'write'), ...tools.filter(({ effect }) => effect === 'read')];
  return (
    <TableCard id="tools-heading" heading={agent.tools} note={agent.toolsNote}>
      <thead>
        <tr>
          <th scope="col">{agent.tool}</th>
          {lanes.map((lane) => (
            <th key={lane.id} scope="col">
              {laneName(words, lane)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.map((tool) => (
          <tr key={tool.name}>
            <th scope="row">
              <span className="font-mono">{tool.name}</span> <span className="block font-normal text-ink-2">{agent.effects[tool.effect]}</span>
            </th>
            {lanes.map((lane) => (
              <Meaning key={lane.id} lane={lane} tool={tool} />
            ))}
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}

function Meaning({ lane, tool }: { readonly lane: LaneTrace; readonly tool: Tool }) {
  const agent = useAgentWords();
  const scenario = useFigure(({ run }) => run.scenario);
  const setting = scenario.lanes.find(({ id }) => id === lane.id);
  if (setting === undefined) return <td />;
  const meaning = timeoutMeaning(scenario, setting, tool);
  return (
    <td data-tone={toneOf(meaning)}>
      {agent.timeoutNext(meaning.next)}
      <span className="block text-tone">{agent.tells[meaning.whoCanTell]}</span>
    </td>
  );
}

function toneOf({ whoCanTell }: TimeoutMeaning): 'bad' | 'plain' {
  return whoCanTell === 'nobody' ? 'bad' : 'plain';
}
