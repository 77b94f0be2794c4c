import { countText, cursorText, extentText, itemResultsText, itemsText, tallyText } from '../item-text.ts';
import { laneStateAt } from '../ledger.ts';
import { formatMoney } from '../money.ts';
import type { Outcome } from '../outcome.ts';
import type { Scenario } from '../scenario.ts';
import { seconds } from '../seconds.ts';
import type { LaneTrace, TraceEvent } from '../trace.ts';
import type { TextLine } from './text-line.ts';

/** A program's operations, told by a narrator who sees both sides, each line with its time. */
export function operationLines(scenario: Scenario, lane: LaneTrace): readonly TextLine[] {
  const title = scenario.lanes.find(({ id }) => id === lane.id)?.title;
  const lines = lane.events.flatMap((event) => {
    const text = told(event, scenario);
    return text === null ? [] : [{ text: `  ${`${seconds(event.at)}s`.padStart(8)}  ${text}`, at: event.at }];
  });
  const heading = { text: `LANE: ${lane.id}${title === undefined ? '' : ` (${title})`}`, at: 0 };
  return [heading, ...lines, ledgerLine(scenario, lane)];
}

function ledgerLine({ order: { currency } }: Scenario, lane: LaneTrace): TextLine {
  const at = lane.events.at(-1)?.at ?? 0;
  const { entries, totalMinor } = laneStateAt(lane, at);
  const count = entries.reduce((sum, { units = 1 }) => sum + units, 0);
  const money = totalMinor === 0 ? '' : ` -> ${formatMoney(totalMinor, currency)}`;
  return { text: `  ledger: ${count} ${count === 1 ? 'entry' : 'entries'}${money}.`, at };
}

function told(event: TraceEvent, { order: { currency } }: Scenario): string | null {
  switch (event.kind) {
    case 'attempt':
      return `${event.call} attempt ${event.attempt} is ${event.sent ? 'sent' : 'not sent'}${event.items === undefined ? '' : ` with ${itemsText(event.items)}`}${event.admission === 'probe' ? ', as a probe' : ''}`;
    case 'outcome':
      return `${event.call} attempt ${event.attempt} -> ${outcomeText(event.outcome)}`;
    case 'wait': {
      const whose = event.layer === undefined ? '' : ` (${event.layer})`;
      const source = event.source === 'retry-after' ? ', as the server asked' : '';
      return `  waits ${seconds(event.delayMs)}s${source}, then retry ${event.retry}/${event.maxRetries ?? '∞'}${whose}`;
    }
    case 'posting': {
      const what = event.amountMinor === 0 ? `the effect of ${event.operation}` : formatMoney(event.amountMinor, currency);
      const units = event.units === undefined ? '' : `, ${event.units} at once`;
      return `  the gateway posts ${what}${units}${event.items === undefined ? '' : `, ${itemsText(event.items)}`}${event.spoiled === true ? ', not as it was meant' : ''}${event.abandoned ? ', late' : ''}`;
    }
    case 'refusal':
      return '  the gateway refuses: more than was captured';
    case 'guard':
      return `  guard: ${event.operation} ${event.move}`;
    case 'read-back':
      return `  reads back: ${event.operation} ${event.found ? 'found' : 'not found'}`;
    case 'gate':
      if (event.gate === 'retry-quota') return `  retry quota: ${event.state}, ${event.tokens} left`;
      return `  breaker: ${event.state}${event.state === 'open' ? `, until ${seconds(event.until)}s` : ''}`;
    case 'page': {
      const { call, itemsSoFar, total, cursor } = event;
      const next = cursor === null ? 'no next page' : `the next page is at cursor ${cursorText(cursor)}`;
      return `${call} ends: ${total === null ? countText(itemsSoFar) : `${itemsSoFar} of ${countText(total)}`} so far, ${next}`;
    }
    case 'observation': {
      const { disposition, attempts, extent, tally } = event.result;
      const told = [...(extent === undefined ? [] : [extentText(extent)]), ...(tally === undefined ? [] : [tallyText(tally)])];
      return `${event.call} ends: ${[`${disposition} after ${attempts} attempt(s)`, ...told].join(', told: ')}`;
    }
    case 'loop-warning':
    case 'park':
    case 'alert':
    case 'action':
    case 'rejected':
    case 'finish':
    case 'died':
      return null;
  }
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'ok': {
      // The status of a batch is no success of its items.
      const some = outcome.items === undefined ? null : itemResultsText(outcome.items);
      return some === null ? `OK: ${outcome.text === '' ? '(nothing)' : outcome.text}` : `answered: ${some}`;
    }
    case 'failed':
      return outcome.error.message;
    case 'unknown':
      return `no answer within ${seconds(outcome.deadlineMs)}s`;
  }
}
