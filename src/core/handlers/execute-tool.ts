import { classify, failureObservation, type Outcome } from '../outcome.ts';
import { seconds } from '../seconds.ts';
import { recoveryOf } from '../taxonomy.ts';
import type { EndedCall, Handler, Said, Verdict } from './handler.ts';
import { refusalText } from './refusal.ts';

/** Document 000: one taxonomy, one recovery for each class, and a failure is an Observation. */
export const EXECUTE_TOOL: Handler = {
  id: 'execute_tool',
  document: '000',
  variant: 'as-printed',
  flaws: ['retries-silent-writes'],
  retries: null,
  afterLast: 'tells',
  budget: null,
  unknownTool: 'told',
  tellsPages: false,
  wraps: false,
  checks: 'contract',
  judge,
  say,
};

/** Without classification: whatever fails is tried again. */
export const RETRY_EVERYTHING: Handler = {
  ...EXECUTE_TOOL,
  id: 'retry_everything',
  variant: 'ablated',
  flaws: ['retries-everything', 'retries-silent-writes'],
  judge(outcome) {
    const { category } = judge(outcome);
    return { category, next: category === 'ok' ? 'done' : 'retry' };
  },
};

/** Without error-as-observation: what the retries do not clear is raised into the loop. */
export const RAISE_FAILURES: Handler = {
  ...EXECUTE_TOOL,
  id: 'raise_failures',
  variant: 'ablated',
  flaws: ['raises-failures', 'retries-silent-writes'],
  afterLast: 'raises',
  unknownTool: 'escapes',
  judge(outcome) {
    const { category, next } = judge(outcome);
    return { category, next: next === 'feed-back' ? 'raise' : next };
  },
};

function judge(outcome: Outcome): Verdict {
  const category = classify(outcome);
  if (category === 'ok') return { category, next: 'done' };
  return { category, next: recoveryOf(category) };
}

function say({ tool, category, outcome, end, attempts, refused }: EndedCall): Said {
  if (category === 'ok') return { text: outcome?.kind === 'ok' ? outcome.text : '', isError: false, advice: null };
  const problem = refused === null ? problemOf(outcome) + endText(end, attempts) : refusalText(tool, refused);
  return { text: failureObservation(category, problem), isError: category !== 'empty-result', advice: null };
}

/** What a caller can say of a failure: only what it saw. */
export function problemOf(outcome: Outcome | null): string {
  switch (outcome?.kind) {
    case 'ok':
      return 'the call succeeded but found nothing useful';
    case 'failed':
      return outcome.error.message;
    case 'unknown':
      return outcome.effect === 'read'
        ? `exceeded the ${seconds(outcome.deadlineMs)}s deadline`
        : `no answer within the ${seconds(outcome.deadlineMs)}s deadline; the outcome is unknown`;
    case undefined:
      return 'no answer';
  }
}

function endText(end: EndedCall['end'], attempts: number): string {
  switch (end) {
    case 'succeeded':
    case 'fed-back':
    case 'rejected':
      return '';
    case 'gave-up':
      return ` (gave up after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'})`;
    case 'unknown':
      return ' (whether it happened is unknown)';
    case 'crashed':
      return ' (the caller ended with it)';
    case 'aborted':
      return ' (stopped by the user)';
    case 'parked':
      return ' (parked, to be resumed)';
    case 'handed-off':
      return ' (handed to a person)';
    case 'never-ends':
      return ' (nothing ends the waiting)';
  }
}
