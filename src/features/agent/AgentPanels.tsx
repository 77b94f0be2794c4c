import { FailureTable } from './FailureTable.tsx';
import { HandlerCards } from './HandlerCards.tsx';
import { ToolTable } from './ToolTable.tsx';
import { Transcripts } from './Transcripts.tsx';
import './agent.css';

/** The run as its model went through it, and what stood between it and its tools. */
export function AgentPanels() {
  return (
    <div className="agent">
      <Transcripts />
      <HandlerCards />
      <div className="agent-tables">
        <ToolTable />
        <FailureTable />
      </div>
    </div>
  );
}
