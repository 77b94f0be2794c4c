import { mayHaveActed } from '../ambiguity.ts';
import type { Outcome } from '../outcome.ts';
import type { AttemptFacts, EndedCall, Handler, Said, Verdict } from './handler.ts';
import { OWN_RETRIES } from './own-retries.ts';
import { LOOKUP_ERRORS, raisedBy, TRANSIENT_ERRORS } from './python-error.ts';

/** Failures of one tool in one run, before it is off the table. */
const MAX_FAILURES_PER_TOOL = 3;

/** Document 001: content and an error flag; transients are retried under the tool; every text names the next move. */
export const CALL_TOOL: Handler = {
  id: 'call_tool',
  document: '001',
  variant: 'as-printed',
  flaws: ['retries-silent-writes', 'unknown-tool-escapes', 'unlisted-exceptions-escape', 'bug-looks-empty', 'no-key'],
  retries: OWN_RETRIES.call_tool,
  afterLast: 'tells',
  budget: { per: 'tool', limit: MAX_FAILURES_PER_TOOL },
  unknownTool: 'escapes',
  tellsPages: false,
  wraps: false,
  checks: 'contract',
  judge: asPrinted,
  say,
};

/** The same with its flaws mended: nothing escapes, a bug is called one, and a write is not repeated blindly. */
export const CALL_TOOL_REPAIRED: Handler = {
  ...CALL_TOOL,
  id: 'call_tool_repaired',
  variant: 'repaired',
  flaws: [],
  unknownTool: 'told',
  judge: repaired,
};

function asPrinted(outcome: Outcome): Verdict {
  const raised = raisedBy(outcome);
  if (raised === null) return returned(outcome);
  if (TRANSIENT_ERRORS.includes(raised.type)) return { category: 'transient', next: 'retry' };
  if (raised.type === 'PermissionError') return { category: 'denied', next: 'feed-back' };
  if (LOOKUP_ERRORS.includes(raised.type)) return { category: 'empty-result', next: 'feed-back' };
  return { category: 'permanent', next: 'raise' };
}

function repaired(outcome: Outcome, facts: AttemptFacts): Verdict {
  if (mayHaveActed(outcome, facts.effect) && !facts.keyed && !facts.guarded) return { category: 'unknown-outcome', next: 'feed-back' };
  const raised = raisedBy(outcome);
  // A lookup raises LookupError on purpose; a KeyError is a bug in the tool.
  if (raised !== null && raised.type !== 'LookupError' && LOOKUP_ERRORS.includes(raised.type)) {
    return { category: 'permanent', next: 'feed-back' };
  }
  const verdict = asPrinted(outcome);
  return verdict.next === 'raise' ? { ...verdict, next: 'feed-back' } : verdict;
}

/** Tools of this system raise LookupError where nothing is found, so that an empty text is told apart from a failure. */
function returned(outcome: Outcome): Verdict {
  const empty = outcome.kind === 'ok' && outcome.text.trim() === '';
  return empty ? { category: 'empty-result', next: 'feed-back' } : { category: 'ok', next: 'done' };
}

function say({ tool, category, end, outcome, refused }: EndedCall): Said {
  if (category === 'ok') return { text: outcome?.kind === 'ok' ? outcome.text : '', isError: false, advice: null };
  if (refused !== null) return refusal(tool, refused);
  const message = (outcome === null ? null : raisedBy(outcome))?.message ?? 'nothing';
  if (category === 'empty-result') {
    return { text: `Not found: ${message}. This is a real empty result, not a failure.`, isError: false, advice: 'rewrite' };
  }
  if (category === 'denied') {
    return { text: `Permission denied: ${message}. Do not retry ${tool}; try another route.`, isError: true, advice: 'another-route' };
  }
  if (category === 'unknown-outcome') {
    return { text: `${tool} gave no answer. It may have acted: check before you call it again, or report it.`, isError: true, advice: 'stop' };
  }
  if (end === 'gave-up') {
    return { text: `${tool} is unreachable. Try a different tool, or stop and report this.`, isError: true, advice: 'another-route' };
  }
  return { text: `${tool} failed inside: ${message}. Do not retry it; report this.`, isError: true, advice: 'stop' };
}

function refusal(tool: string, refused: NonNullable<EndedCall['refused']>): Said {
  switch (refused.kind) {
    case 'unknown-tool':
      return { text: `There is no tool ${tool}. Use one of ${refused.known.join(', ')}.`, isError: true, advice: 'another-route' };
    case 'malformed': {
      const problem = refused.problems.map(({ message }) => message).join('; ');
      return { text: `Invalid arguments: ${problem}. Correct them and call ${tool} again.`, isError: true, advice: 'rewrite' };
    }
    case 'budget':
      return {
        text: `${tool} has failed ${refused.limit} times and is unavailable for the rest of this run. Use another tool, or finish with what you have.`,
        isError: true,
        advice: 'another-route',
      };
  }
}
