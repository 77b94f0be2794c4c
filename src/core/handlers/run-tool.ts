import { pythonJson } from '../format/python-json.ts';
import { mayHaveActed } from '../ambiguity.ts';
import type { Outcome } from '../outcome.ts';
import type { AttemptFacts, EndedCall, Handler, Said, Verdict } from './handler.ts';
import { OWN_RETRIES } from './own-retries.ts';
import { raisedBy } from './python-error.ts';

/** Longest text of an exception that reaches the model, in Python's characters; that of a TypeError is not cut. */
const DETAIL_AT_MOST = 200;

function cut(text: string): string {
  return Array.from(text).slice(0, DETAIL_AT_MOST).join('');
}

/** Document 004: every end is a small JSON object, and the next thought chooses. */
export const RUN_TOOL: Handler = {
  id: 'run_tool',
  document: '004',
  variant: 'as-printed',
  flaws: ['retries-silent-writes', 'sleeps-after-last', 'never-retries-refusals', 'bug-looks-malformed', 'retries-at-once', 'empty-looks-full'],
  retries: OWN_RETRIES.run_tool,
  afterLast: 'sleeps',
  budget: null,
  unknownTool: 'told',
  tellsPages: false,
  wraps: true,
  checks: 'signature',
  judge: asPrinted,
  say,
};

/** The same with its flaws mended: what its prose promises. */
export const RUN_TOOL_REPAIRED: Handler = {
  ...RUN_TOOL,
  id: 'run_tool_repaired',
  variant: 'repaired',
  flaws: [],
  afterLast: 'tells',
  checks: 'contract',
  judge: repaired,
};

function asPrinted(outcome: Outcome): Verdict {
  if (outcome.kind === 'ok') return { category: 'ok', next: 'done' };
  if (outcome.kind === 'unknown') return { category: 'transient', next: 'retry' };
  // A tool may return its timeout instead of raising it; then the loop goes round at once.
  if (outcome.error.symptoms?.includes('timeout') === true) return { category: 'transient', next: 'retry-at-once' };
  return { category: raisedBy(outcome)?.type === 'TypeError' ? 'malformed' : 'permanent', next: 'feed-back' };
}

function repaired(outcome: Outcome, { effect, keyed, guarded }: AttemptFacts): Verdict {
  if (outcome.kind === 'ok') return outcome.text.trim() === '' ? { category: 'empty-result', next: 'feed-back' } : { category: 'ok', next: 'done' };
  if (mayHaveActed(outcome, effect) && !keyed && !guarded) return { category: 'unknown-outcome', next: 'feed-back' };
  const symptoms = outcome.kind === 'failed' ? (outcome.error.symptoms ?? []) : ['timeout'];
  const clears = ['timeout', '429', '503'].some((symptom) => symptoms.includes(symptom));
  return clears ? { category: 'transient', next: 'retry' } : { category: 'permanent', next: 'feed-back' };
}

function say({ tool, category, attempts, outcome, refused }: EndedCall): Said {
  const told = (fields: Fields, advice: Said['advice']): Said => ({ text: object(fields), isError: !fields.ok, advice });
  const failed = { ok: false };
  if (refused !== null) return told({ ...failed, ...refusal(tool, refused) }, refused.kind === 'malformed' ? 'rewrite' : 'another-route');
  if (outcome?.kind === 'ok') {
    return category === 'empty-result' ? told({ ...failed, error: 'not found' }, 'rewrite') : told({ ok: true, result: outcome.text }, null);
  }
  const raised = outcome === null ? null : raisedBy(outcome);
  const detail = raised?.message ?? '';
  if (category === 'unknown-outcome') return told({ ...failed, error: 'outcome unknown', detail: 'it may have acted; check before repeating' }, 'stop');
  if (category === 'malformed') return told({ ...failed, error: 'bad parameters', detail }, 'rewrite');
  if (outcome?.kind === 'failed' && outcome.error.returned === true) return told({ ...failed, error: outcome.error.message }, 'rewrite');
  if (raised?.type === 'TimeoutError') return told({ ...failed, error: 'timeout', attempt: attempts }, 'stop');
  return told({ ...failed, error: raised?.type ?? 'Error', detail: cut(detail) }, 'another-route');
}

/** Strings, truth values and whole numbers, in the order in which the code writes them. */
type Fields = { readonly ok: boolean } & Readonly<Record<string, string | number | boolean>>;

function object(fields: Fields): string {
  const texts = Object.entries(fields).map(([name, value]) => `${pythonJson(name)}: ${typeof value === 'number' ? value : pythonJson(value)}`);
  return `{${texts.join(', ')}}`;
}

function refusal(tool: string, refused: NonNullable<EndedCall['refused']>): Readonly<Record<string, string>> {
  switch (refused.kind) {
    case 'unknown-tool':
      return { error: 'unknown tool', name: tool };
    case 'malformed':
      if (refused.problems[0]?.field === 'arguments') return { error: refused.problems[0].message };
      return { error: 'bad parameters', detail: refused.problems.map(({ message }) => message).join('; ') };
    case 'budget':
      return { error: 'unavailable', name: tool };
  }
}
