import { itemResultsText } from '../core/item-text.ts';
import { formatMoney } from '../core/money.ts';
import type { Outcome } from '../core/outcome.ts';
import type { AttemptEvent, OutcomeEvent, TraceEvent, WaitEvent } from '../core/trace.ts';
import { duration } from './durations.ts';
import type { Words } from './en.ts';

/** What happens in one lane of a program at one moment, as clauses. Dozens of attempts at one moment are counted. */
export function tellProgram(words: Words, events: readonly TraceEvent[]): readonly string[] {
  const calls = [...new Set(events.flatMap((event) => ('call' in event ? [event.call] : [])))];
  const tell = (call: string, name: string): readonly string[] => {
    const own = events.filter((event) => 'call' in event && event.call === call);
    return [...attempts(own, name), ...guardAndLedger(words, own), ...waits(own), ...pages(words, own), ...ends(words, own, name)];
  };
  return alikeInTurn(calls, (call) => tell(call, '').join()).flatMap((group) => {
    const [first = '', ...others] = group;
    if (others.length === 0) return tell(first, words.program.callName(first));
    return tell(first, `${first} to ${others.at(-1) ?? first}, each: `);
  });
}

/** Neighbours of whom the same is said, together. */
function alikeInTurn(calls: readonly string[], said: (call: string) => string): readonly (readonly string[])[] {
  const groups: { readonly said: string; readonly calls: string[] }[] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (last?.said === said(call)) last.calls.push(call);
    else groups.push({ said: said(call), calls: [call] });
  }
  return groups.map((group) => group.calls);
}

function attempts(events: readonly TraceEvent[], name: string): readonly string[] {
  const sent = events.filter((event): event is AttemptEvent => event.kind === 'attempt' && event.sent);
  const over = events.filter((event): event is OutcomeEvent => event.kind === 'outcome');
  const alike = new Map<string, number[]>();
  for (const { outcome, attempt } of over) {
    const text = outcomeText(outcome);
    alike.set(text, [...(alike.get(text) ?? []), attempt]);
  }
  return [
    ...begun(sent.filter(({ admission }) => admission !== 'probe'), name, ''),
    ...begun(sent.filter(({ admission }) => admission === 'probe'), name, ', as a probe'),
    ...[...alike].map(([text, numbers]) => `${name}${numbered(numbers)}: ${text}`),
  ];
}

function begun(sent: readonly AttemptEvent[], name: string, how: string): readonly string[] {
  return sent.length === 0 ? [] : [`${name}${numbered(sent.map(({ attempt }) => attempt))} ${sent.length === 1 ? 'is' : 'are'} sent${how}`];
}

/** `attempt 3`, `attempts 1 to 45`, `attempts 1, 3`. */
function numbered(numbers: readonly number[]): string {
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? first;
  if (numbers.length === 1) return `attempt ${first}`;
  if (numbers.length === 2) return `attempts ${first} and ${last}`;
  return last - first === numbers.length - 1 ? `attempts ${first} to ${last}` : `attempts ${numbers.join(', ')}`;
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'ok':
      if (outcome.items !== undefined) return itemResultsText(outcome.items) ?? 'OK';
      return outcome.replayed === true ? 'OK, the stored answer of an earlier request' : 'OK';
    case 'failed':
      return outcome.error.message;
    case 'unknown':
      return 'no answer in time';
  }
}

function guardAndLedger(words: Words, events: readonly TraceEvent[]): readonly string[] {
  const told = events.flatMap((event): readonly string[] => {
    switch (event.kind) {
      case 'guard':
        return [`guard: ${words.program.guardMoves[event.move](event.operation)[0] ?? ''}`];
      case 'read-back':
        return [event.found ? 'reads back, and finds it' : 'reads back, and finds nothing'];
      case 'posting': {
        const what = event.amountMinor === 0 ? words.program.entries(event.units ?? 1) : formatMoney(event.amountMinor, 'USD');
        return [`the gateway posts ${what}${event.abandoned ? ', after the caller stopped waiting' : ''}`];
      }
      case 'gate':
        return [words.told(event) ?? ''];
      case 'refusal':
        return ['the gateway refuses: more than was captured'];
      case 'action':
      case 'rejected':
      case 'attempt':
      case 'outcome':
      case 'wait':
      case 'page':
      case 'observation':
      case 'loop-warning':
      case 'park':
      case 'alert':
      case 'finish':
      case 'died':
        return [];
    }
  });
  const counts = new Map<string, number>();
  for (const text of told) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count === 1 ? text : `${text}, ${count} times`));
}

function waits(events: readonly TraceEvent[]): readonly string[] {
  const all = events.filter((event): event is WaitEvent => event.kind === 'wait' && event.delayMs > 0);
  return all.map(({ delayMs, source, layer }) => {
    const asked = source === 'retry-after' ? ', as the server asked' : '';
    return `${layer === undefined ? 'waits' : `${layer} waits`} ${duration(delayMs)}${asked}`;
  });
}

function pages({ program }: Words, events: readonly TraceEvent[]): readonly string[] {
  return events.flatMap((event) => (event.kind === 'page' ? [program.page(event)] : []));
}

function ends({ program }: Words, events: readonly TraceEvent[], name: string): readonly string[] {
  return events.flatMap((event) => (event.kind === 'observation' ? [`${name}${program.ended(event.result.disposition)[0] ?? ''}${program.howMuch(event.result)}`] : []));
}
