import { formatAmount } from '../../core/money.ts';
import type { ProgramEntry } from '../../core/program-entries.ts';
import { programGravity, programVerdict } from '../../core/program-state.ts';
import type { LaneTrace } from '../../core/trace.ts';
import { cursorTime } from '../../store/derived.ts';
import { programStateAt } from '../../core/program-state.ts';
import { useFigure } from '../../store/useFigure.ts';
import { TONE_OF_GRAVITY } from '../../store/verdict-tone.ts';
import { Card } from '../../ui/Card.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { laneName } from '../../words/lane-name.ts';
import { useWords } from '../../words/useWords.ts';
import { useEntrance } from './useEntrance.ts';
import './ledger.css';

interface ProgramLedgerProps {
  readonly lane: LaneTrace;
  /** Rows that are kept free, so that the card keeps its height while entries land. */
  readonly rows: number;
}

/** What a program really did: every entry, and the sum beside what was asked for. */
export function ProgramLedger({ lane, rows }: ProgramLedgerProps) {
  const words = useWords();
  const at = useFigure(cursorTime);
  const state = programStateAt(lane, at);
  if (state === null) return null;
  const { program } = words;
  const name = laneName(words, lane);
  const verdict = programVerdict(state);
  const gravity = programGravity(verdict);
  const tone = TONE_OF_GRAVITY[gravity];
  const empty = Math.max(0, rows - state.entries.length);
  return (
    <Card heading={name} label={program.ledger(name)} className="ledger">
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">{program.columns.time}</th>
            <th scope="col">{program.columns.entry}</th>
            <th scope="col">{state.hasMoney ? program.columns.amount : program.columns.units}</th>
          </tr>
        </thead>
        <tbody>
          {state.entries.map((entry) => (
            <Entry key={entry.posting.id} lane={lane.id} entry={entry} hasMoney={state.hasMoney} />
          ))}
          {Array.from({ length: empty }, (_, index) => (
            <tr key={index} className="ledger-row text-label text-ink-3">
              <td colSpan={3}>{state.entries.length === 0 && index === 0 ? program.noEntries(state.done && state.inFlight === 0) : '\u00a0'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div data-tone={tone} className="mt-2 border-t-2 border-ink pt-2">
        <div className="flex items-baseline justify-between gap-2">
          <span className="text-ink-2">{program.totalName(state)}</span>
          <span className={`whitespace-nowrap font-mono text-total font-semibold ${tone === 'plain' ? '' : 'text-tone'}`}>{program.total(state)}</span>
        </div>
        {!state.onlyReads && (
          <dl className="flex flex-wrap gap-x-3 text-label text-ink-2">
            <Sum name={program.expectedName} value={program.expected(state)} />
            <Sum name={program.actualName} value={program.actual(state)} />
          </dl>
        )}
        <p className="mt-1 flex min-h-6 items-start">
          <span aria-hidden data-count={state.units} className={`ledger-shape ledger-shape-${gravity}`} />
          <Tag tone={tone} strong>
            {program.verdict(verdict)}
          </Tag>
        </p>
      </div>
    </Card>
  );
}

function Sum({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd className="font-mono">{value}</dd>
    </div>
  );
}

interface EntryProps {
  readonly lane: string;
  readonly entry: ProgramEntry;
  readonly hasMoney: boolean;
}

function Entry({ lane, entry, hasMoney }: EntryProps) {
  const words = useWords();
  const row = useEntrance(lane, entry.posting.id);
  const { posting, again } = entry;
  const note = words.program.entryNote(entry);
  return (
    <tr ref={row} className={`ledger-row ${again ? 'text-bad' : ''}`}>
      <td className={`w-16 pr-3 font-mono whitespace-nowrap ${again ? '' : 'text-ink-2'}`}>{words.moment(posting.at)}</td>
      <td>
        {words.program.entry(posting.operation)}
        {note !== '' && <span className={`text-label ${again ? 'font-semibold' : 'text-ink-2'}`}> · {note}</span>}
      </td>
      <td className="text-right font-mono">{hasMoney ? formatAmount(posting.amountMinor) : words.program.units(posting.units ?? 1)}</td>
    </tr>
  );
}
