import type { Flaw, Handler } from '../core/handlers/handler.ts';
import type { MoveMade } from '../core/move-made.ts';
import type { TimeoutNext, WhoCanTell } from '../core/timeout-meaning.ts';
import { hasMore, type Effect, type Outcome } from '../core/outcome.ts';
import type { Report } from '../core/trace.ts';
import type { TurnCost } from '../core/turn-cost.ts';
import type { WaitsBelow } from '../core/waits-below.ts';
import type { Fixer } from '../core/who-can-fix.ts';
import { counted } from './counting.ts';
import { moment } from './durations.ts';

/** The words of the Agent view, which are loaded with it. */

const documents: Record<Handler['document'], string> = {
  '000': '“When Tools Fail”',
  '001': '“When a tool call goes wrong”',
  '003': '“What an agent should do when its tools fail”',
  '004': '“Handling Tool Failures”',
};

const variants: Record<Handler['variant'], string> = { 'as-printed': 'as printed', ablated: 'with one part taken out', repaired: 'repaired' };

const flaws: Record<Flaw, string> = {
  'retries-silent-writes': 'A write that nobody answered is sent again, like any other transient.',
  'retries-everything': 'What no retry can clear is retried too.',
  'raises-failures': 'A failure reaches the loop as an exception.',
  'unknown-tool-escapes': 'A tool that does not exist raises a KeyError, which nothing catches.',
  'unlisted-exceptions-escape': 'An exception that its list does not name ends the run.',
  'bug-looks-empty': 'A KeyError of a bug reads like a lookup that found nothing.',
  'no-key': 'It has no idempotency key, though its text asks for one.',
  'sleeps-after-last': 'It sleeps once more after its last attempt, for nothing.',
  'never-retries-refusals': 'A raised 429 or 503 ends the call at once, though its text says to retry it.',
  'bug-looks-malformed': 'A TypeError of the tool’s own code is reported as bad parameters.',
  'retries-at-once': 'A timeout that the tool returns is sent again without a wait.',
  'empty-looks-full': 'Nothing found is a success like any other.',
};

const fixers: Record<Fixer, string> = { time: 'time', model: 'the model', operator: 'the operator', person: 'a person' };

const moves: Record<MoveMade, string> = {
  'retried-below': 'retried below the loop',
  retry: 'the model sends it again',
  rewrite: 'the model rewrites the arguments',
  'another-route': 'the model takes another route',
  stop: 'the model stops and says so',
  'go-on': 'the model goes on as though it had worked: never right',
};

const reports: Record<Report, string> = {
  refunded: 'reports: refunded',
  failed: 'reports: failed',
  'not-attempted': 'reports: not attempted',
  answered: 'answers',
  invented: 'invented: no result says this',
  'handed-off': 'handed to a person',
  stopped: 'stopped from outside',
};

const tells: Record<WhoCanTell, string> = {
  'nobody-has-to': '',
  nobody: 'nobody can tell whether it acted',
  'gateway-records': 'the gateway’s records can tell',
  key: 'its key can tell',
};

function timeoutNext(next: TimeoutNext): string {
  switch (next.kind) {
    case 'retried':
      return 'sent again';
    case 'retried-blindly':
      return 'sent again blindly';
    case 'retried-behind-guard':
      return 'sent again, and the guard answers for it';
    case 'retried-with-key':
      return 'sent again under its key';
    case 'checked-first':
      return 'checked first, not sent again';
    case 'told':
      return next.category === 'unknown-outcome' ? 'not sent again: the model reads that the outcome is unknown' : `not sent again: ${next.category}, for the model to read`;
    case 'run-dies':
      return 'an exception, and the run dies';
  }
}

function attemptEnd(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'ok':
      return outcome.text.trim() === '' ? 'answered, and empty' : hasMore(outcome.part) ? 'answered, in part' : 'answered';
    case 'failed':
      return outcome.error.message;
    case 'unknown':
      return outcome.effect === 'write' ? 'no answer: outcome unknown' : 'no answer in time';
  }
}

/** Thousands apart: `1,593`. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

function tokens(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'token' : 'tokens'}`;
}

/** Milliseconds as they are: the other unit of the comparison is tokens. */
function milliseconds(ms: number): string {
  return `${grouped(Math.round(ms))} ms`;
}

export const agent = {
  transcript: 'Transcript',
  transcriptOf: (name: string): string => `Transcript, ${name}`,
  transcriptNote: 'What the model decided and read. Indented: what went on below the loop, of which it sees nothing.',
  step: (step: number): string => `Step ${step}`,
  thought: 'Thought',
  action: 'Action',
  observation: 'Observation',
  answer: 'Answer',
  end: 'End',
  clear: 'Clear old results',
  clearing: { never: 'Never', keep: 'Keep the last 3' },
  clearNote: 'A context manager makes room by clearing old results. Failures stay: that it was tried is what keeps the model from trying it again.',
  cleared: 'cleared: the next turn reads “[old result cleared]”',
  saved: (count: number): string => (count === 0 ? 'nothing to clear yet' : `saves about ${tokens(count)} in each turn from here`),

  below: 'Waited below the loop',
  belowNote: ({ count }: WaitsBelow): string => (count === 0 ? 'no wait so far' : `${counted(count, 'wait')}, no tokens`),
  milliseconds,
  turns: 'Model turns',
  turnsNote: ({ tokensInAll, tokensOfLast }: TurnCost): string => `about ${tokens(tokensInAll)} sent in all, ${grouped(tokensOfLast)} in the last turn`,
  countersNote:
    'Each model turn sends the growing transcript again. Tokens are an estimate, characters / 4, without the task’s instructions and the descriptions of the tools.',

  fromTo: (since: number, at: number): string => `${moment(since)}–${moment(at)} s`,
  attempt: (attempt: number): string => `attempt ${attempt}`,
  underWay: 'under way',
  attemptEnd,
  usable: 'usable',
  canFix: (fixer: Fixer): string => `${fixers[fixer]} can fix it`,
  moves,
  reports,
  died: 'The exception reached the loop: the run dies.',

  handlers: 'What stands between the loop and the tools',
  bothLanes: 'Both lanes',
  direct: 'nothing',
  directNote: 'The call goes straight to the tool, and the first exception ends the run.',
  from: (document: Handler['document'], variant: Handler['variant']): string => `${documents[document]}, ${variants[variant]}`,
  flaws,
  noFlaws: 'No flaw that these runs show.',
  repairedAs: (name: string): string => `Repaired: ${name}`,
  useRepaired: (name: string): string => `Use ${name}`,
  compareAll: 'Compare the handlers on this fault',

  tools: 'What a timeout means',
  toolsNote: 'Each handler was asked about an attempt that nobody answered.',
  tool: 'tool',
  effects: { read: 'reads', write: 'writes' } satisfies Record<Effect, string>,
  timeoutNext,
  tells,

  failures: 'Who can fix it',
  failuresNote: 'Failures so far, by class. Where a failure came from decides who can do something about it.',
  noFailures: 'Nothing fails in this run.',
  failureClass: 'class',
  fixer: 'who can fix it',
  fixers,
};
