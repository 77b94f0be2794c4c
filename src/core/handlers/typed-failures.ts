import { mayHaveActed } from '../ambiguity.ts';
import { cursorText } from '../item-text.ts';
import { failureObservation, hasMore, type Outcome } from '../outcome.ts';
import type { Category } from '../taxonomy.ts';
import { seconds } from '../seconds.ts';
import { problemOf } from './execute-tool.ts';
import type { Advice } from '../advice.ts';
import { recordsOfText } from '../records-text.ts';
import type { AttemptFacts, EndedCall, Handler, Said, Verdict } from './handler.ts';
import { refusalText } from './refusal.ts';

/**
 * Document 003: seven types of failure, each with a default response. A write that nobody heard of is never simply
 * repeated: by the same key where the target documents it, else its target is asked, else a person decides.
 */
export const TYPED_FAILURES: Handler = {
  id: 'typed_failures',
  document: '003',
  variant: 'as-printed',
  flaws: [],
  retries: null,
  afterLast: 'parks',
  budget: { per: 'operation', limit: 'attempts-of-the-policy' },
  unknownTool: 'told',
  tellsPages: true,
  wraps: false,
  checks: 'contract',
  judge,
  say,
};

function judge(outcome: Outcome, { effect, keyed }: AttemptFacts): Verdict {
  const heard = typeOf(outcome);
  if (heard === 'ok') return { category: 'ok', next: 'done' };
  if (heard !== 'transient') return { category: heard, next: 'feed-back' };
  if (!mayHaveActed(outcome, effect) && !isInFlight(outcome)) return { category: 'transient', next: 'retry' };
  return keyed ? { category: 'unknown-outcome', next: 'retry' } : { category: 'unknown-outcome', next: 'look' };
}

/** The request before it, with the same key, is still being worked on. */
function isInFlight(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.error.symptoms?.includes('409-inflight') === true;
}

/** The type before it is asked whether something was written. */
function typeOf(outcome: Outcome): Category {
  switch (outcome.kind) {
    case 'ok':
      return hasMore(outcome.part) || outcome.text.trim() === '' ? 'incomplete' : 'ok';
    case 'unknown':
      return 'transient';
    case 'failed': {
      const { symptoms = [], type } = outcome.error;
      const has = (...any: string[]): boolean => any.some((symptom) => symptoms.includes(symptom));
      if (has('401', '403')) return 'denied';
      if (isInFlight(outcome)) return 'transient';
      if (has('rejected', '409', '422')) return 'business-rejection';
      if (has('400')) return 'malformed';
      return type === 'TransientError' || has('429', '5xx', 'network', 'timeout', 'crash') ? 'transient' : 'permanent';
    }
  }
}

/** The default response to each type, as the text tells it. */
const RESPONSES: Partial<Record<Category, { readonly text: string; readonly advice: Advice }>> = {
  down: { text: 'The dependency stays down: the case is parked with its state, to be resumed.', advice: 'stop' },
  'unknown-outcome': { text: 'Nobody knows whether it happened: a person decides. Do not repeat it.', advice: 'stop' },
  malformed: { text: 'Correct the arguments and call again.', advice: 'rewrite' },
  'business-rejection': { text: 'This is a decision, not an error: follow the process for it.', advice: 'stop' },
  incomplete: { text: 'The result is not whole: do not use it.', advice: 'rewrite' },
  denied: { text: 'Stop and report it. Do not look for another way to the same data.', advice: 'stop' },
  'unknown-tool': { text: 'Use a tool that exists.', advice: 'another-route' },
  permanent: { text: 'No repeat will clear it: choose another way, or stop and say so.', advice: 'another-route' },
};

function say({ tool, category, outcome, refused }: EndedCall): Said {
  if (category === 'ok') return { text: outcome?.kind === 'ok' ? wholeText(outcome) : '', isError: false, advice: null };
  if (refused?.kind === 'budget') {
    return {
      text: failureObservation(category, `the budget of ${refused.limit} attempts for this is used up, repeats by the model included. Stop, and say so.`),
      isError: true,
      advice: 'stop',
    };
  }
  const response = RESPONSES[category];
  const problem = refused === null ? (incompleteText(outcome) ?? problemOf(outcome)) : refusalText(tool, refused);
  return { text: failureObservation(category, `${problem}. ${response?.text ?? ''}`.trim()), isError: true, advice: response?.advice ?? null };
}

/** A part of a result tells how much there is, and where it goes on. */
function incompleteText(outcome: Outcome | null): string | null {
  if (outcome?.kind !== 'ok') return null;
  if (outcome.part === undefined) return 'an empty answer without a count';
  const { returned, total, cursor, readAt } = outcome.part;
  return `${recordsOfText(returned, total)}, next page at cursor ${cursorText(cursor ?? '')}, read at ${seconds(readAt)}s`;
}

/** The last page of several says that it is. */
function wholeText({ text, part }: Extract<Outcome, { kind: 'ok' }>): string {
  if (part === undefined) return text;
  const { total, readAt } = part;
  return `${text}, no page after this${total === null ? '' : `, ${total} in all`}, read at ${seconds(readAt)}s`;
}
