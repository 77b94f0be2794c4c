import { laneStateAt } from '../../core/ledger.ts';
import { formatAmount } from '../../core/money.ts';
import type { LaneTrace, PostingEvent } from '../../core/trace.ts';
import { gravityOf, verdictOf } from '../../core/verdict.ts';
import { cursorTime } from '../../store/derived.ts';
import { useFigure } from '../../store/useFigure.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import { Card } from '../../ui/Card.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { laneName, ledgerName } from '../../words/lane-name.ts';
import { useWords } from '../../words/useWords.ts';
import { useEntrance } from './useEntrance.ts';
import './ledger.css';

interface LedgerProps {
  readonly lane: LaneTrace;
  /** Rows that are kept free, so that the card keeps its height while entries land. */
  readonly rows: number;
}

/** What really happened at the gateway in one lane, and what the agent makes of it. */
export function Ledger({ lane, rows }: LedgerProps) {
  const words = useWords();
  const at = useFigure(cursorTime);
  const state = laneStateAt(lane, at);
  const guarded = lane.guard.kind !== 'none';
  const verdict = verdictOf(state);
  const tone = TONE_OF_GRAVITY[gravityOf(verdict)];
  const empty = rows - state.entries.length;
  return (
    <Card heading={laneName(words, lane)} label={ledgerName(words, lane)} className="ledger">
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">{words.columns.time}</th>
            <th scope="col">{words.columns.entry}</th>
            <th scope="col">{words.columns.amount}</th>
          </tr>
        </thead>
        <tbody>
          {state.entries.map((entry, index) => (
            <Entry key={entry.id} lane={lane.id} entry={entry} again={state.entries.findIndex(({ operation }) => operation === entry.operation) < index} />
          ))}
          {Array.from({ length: empty }, (_, index) => (
            <tr key={index} className="ledger-row text-label text-ink-3">
              <td colSpan={3}>{state.entries.length === 0 && index === 0 ? words.noEntries(state.status === 'finished') : '\u00a0'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div data-tone={tone} className="mt-2 border-t-2 border-ink pt-2">
        <div className="flex items-baseline justify-between gap-2">
          <span className="text-ink-2">{words.refunded}</span>
          <span className={`font-mono text-total font-semibold ${tone === 'plain' ? '' : 'text-tone'}`}>
            {words.money(state.totalMinor)}
          </span>
        </div>
        <p className="mt-1 flex min-h-6 items-start">
          <span aria-hidden data-count={verdict.count} className={`ledger-shape ledger-shape-${gravityOf(verdict)}`} />
          <Tag tone={tone} strong>
            {words.verdict(verdict, guarded)}
          </Tag>
        </p>
        <p className="mt-2 min-h-8 text-label text-ink-2">{words.belief(state)}</p>
      </div>
    </Card>
  );
}

interface EntryProps {
  readonly lane: string;
  readonly entry: PostingEvent;
  readonly again: boolean;
}

function Entry({ lane, entry, again }: EntryProps) {
  const words = useWords();
  const row = useEntrance(lane, entry.id);
  return (
    <tr ref={row} className={`ledger-row ${again ? 'text-bad' : ''}`}>
      <td className={`w-16 font-mono ${again ? '' : 'text-ink-2'}`}>{words.moment(entry.at)}</td>
      <td className="whitespace-nowrap">{words.entry(entry)}</td>
      <td className="text-right font-mono">{formatAmount(entry.amountMinor)}</td>
    </tr>
  );
}
