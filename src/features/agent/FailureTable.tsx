import { failuresSeen } from '../../core/failures-seen.ts';
import { WHO_CAN_FIX } from '../../core/who-can-fix.ts';
import { toneOfCategory } from '../../drawing/category-tone.ts';
import { cursorTime, traceSeen } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Tag } from '../../ui/Tag.tsx';
import { laneName } from '../../words/lane-name.ts';
import { useAgentWords } from '../../words/useAgentWords.ts';
import { useWords } from '../../words/useWords.ts';
import { TableCard } from './TableCard.tsx';

/** The classes that this run meets, in the order in which it meets them, and who can do something about each. */
export function FailureTable() {
  const words = useWords();
  const agent = useAgentWords();
  const { lanes } = useFigure(traceSeen);
  const at = useFigure(cursorTime);
  const categories = [...new Set(lanes.flatMap((lane) => [...failuresSeen(lane, Infinity).keys()]))];
  const counts = lanes.map((lane) => ({ lane, seen: failuresSeen(lane, at) }));
  return (
    <TableCard id="failures-heading" heading={agent.failures} note={categories.length === 0 ? agent.noFailures : agent.failuresNote}>
      <thead>
        <tr>
          <th scope="col">{agent.failureClass}</th>
          <th scope="col">{agent.fixer}</th>
          {lanes.map((lane) => (
            <th key={lane.id} scope="col" className="text-right">
              {laneName(words, lane)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {categories.map((category) => (
          <tr key={category}>
            <th scope="row">
              <Tag tone={toneOfCategory(category)}>{words.categories[category]}</Tag>
            </th>
            <td>{agent.fixers[WHO_CAN_FIX[category]]}</td>
            {counts.map(({ lane, seen }) => (
              <td key={lane.id} className="text-right font-mono">
                {seen.get(category) ?? 0}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}
