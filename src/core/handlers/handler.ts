import type { Advice } from '../advice.ts';
import type { Backoff } from '../backoff.ts';
import type { ContractProblem } from '../contract.ts';
import type { CallEnd, Effect, Outcome } from '../outcome.ts';
import type { Category } from '../taxonomy.ts';

/**
 * What stands between the loop and its tools, as data: the systems of the source documents differ in these answers and in
 * nothing else. The loop around the attempts, the waits and the gateway are the same for all.
 */
export interface Handler {
  readonly id: HandlerId;
  /** Which document it is from: its number. */
  readonly document: '000' | '001' | '003' | '004';
  /** As the document's code runs, or with its flaws mended. */
  readonly variant: 'as-printed' | 'ablated' | 'repaired';
  /** What its code does wrong, or leaves out; the page has the words. */
  readonly flaws: readonly Flaw[];
  /** Null: the policy of the scenario. */
  readonly retries: OwnRetries | null;
  /**
   * When the retries are used up: it tells the model; sleeps once more for nothing, and tells it; puts the case aside with
   * its state; or lets the exception through.
   */
  readonly afterLast: 'tells' | 'sleeps' | 'parks' | 'raises';
  readonly budget: FailureBudget | null;
  readonly unknownTool: 'told' | 'escapes';
  /** Whether its text says that a result is a page of several, and where the next one is. */
  readonly tellsPages: boolean;
  /** Whether it returns a tool's result within an object of its own. */
  readonly wraps: boolean;
  /** `signature`: only the names of the arguments are looked at, and what is in them reaches the tool. */
  readonly checks: 'contract' | 'signature';
  /** What it makes of an attempt's end. */
  readonly judge: (outcome: Outcome, facts: AttemptFacts) => Verdict;
  /** The text that the model reads. */
  readonly say: (ended: EndedCall) => Said;
}

export type HandlerId =
  | 'execute_tool'
  | 'retry_everything'
  | 'raise_failures'
  | 'call_tool'
  | 'call_tool_repaired'
  | 'typed_failures'
  | 'run_tool'
  | 'run_tool_repaired';

export type Flaw =
  /** Silence on a write is retried like any other transient. */
  | 'retries-silent-writes'
  /** Failures that no retry can clear are retried. */
  | 'retries-everything'
  /** A failure reaches the loop as an exception. */
  | 'raises-failures'
  | 'unknown-tool-escapes'
  | 'unlisted-exceptions-escape'
  /** A KeyError of a bug looks like a lookup that found nothing. */
  | 'bug-looks-empty'
  | 'no-key'
  | 'sleeps-after-last'
  /** A raised 429 or 503 ends the call at once. */
  | 'never-retries-refusals'
  /** A TypeError of the tool's own code is reported as bad parameters. */
  | 'bug-looks-malformed'
  /** A returned `timeout` is sent again without a wait. */
  | 'retries-at-once'
  /** Nothing found is a success like any other. */
  | 'empty-looks-full';

export interface OwnRetries {
  readonly maxRetries: number;
  readonly backoff: Backoff;
}

export interface FailureBudget {
  /** `tool`: failed calls of one run, whatever they were about. `operation`: attempts, with the model's own repeats. */
  readonly per: 'tool' | 'operation';
  readonly limit: number | 'attempts-of-the-policy';
}

export interface AttemptFacts {
  readonly effect: Effect;
  /** The gateway is known to recognise a repeat by its key, and one is sent. */
  readonly keyed: boolean;
  /** A guard stands before the write. */
  readonly guarded: boolean;
}

export interface Verdict {
  readonly category: Category;
  /** `retry-at-once`: without a wait. `look`: the write may have happened; its target is asked first. `raise`: nothing catches it. */
  readonly next: 'done' | 'retry' | 'retry-at-once' | 'feed-back' | 'look' | 'raise';
}

/** A call that is over, as its text tells it. */
export interface EndedCall {
  readonly tool: string;
  readonly effect: Effect;
  readonly category: Category;
  readonly end: CallEnd;
  readonly attempts: number;
  readonly outcome: Outcome | null;
  /** Refused before any attempt. */
  readonly refused: Refused | null;
}

export type Refused =
  | { readonly kind: 'unknown-tool'; readonly known: readonly string[] }
  | { readonly kind: 'malformed'; readonly problems: readonly ContractProblem[] }
  | { readonly kind: 'budget'; readonly limit: number };

export interface Said {
  readonly text: string;
  /** The flag beside the text, where the protocol has one. */
  readonly isError: boolean;
  /** The move that the text names; null: it names none, and the class decides. */
  readonly advice: Advice | null;
}
