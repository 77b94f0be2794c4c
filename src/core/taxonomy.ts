/** The five classes of failure and the one recovery policy that each has. */
export type FailureCategory = EssayCategory | WiderCategory;

/** The essay's own. */
export type EssayCategory = 'transient' | 'permanent' | 'empty-result' | 'malformed' | 'unknown-tool';

/** What other handlers tell apart besides. */
export type WiderCategory =
  /** A write without an answer. */
  | 'unknown-outcome'
  /** Understood and declined: a rule of the business, not a technical error. */
  | 'business-rejection'
  /** A part of the result, or an old one, that looks like the whole. */
  | 'incomplete'
  /** Permission denied. */
  | 'denied'
  /** The dependency is down for longer. */
  | 'down';

/** `ok`, or the class of the failure. */
export type Category = 'ok' | FailureCategory;

export type Recovery = 'retry' | 'feed-back';

export interface TaxonomyRow {
  readonly category: EssayCategory;
  readonly meaning: string;
  readonly recovery: Recovery;
}

/** The table as the essay's program prints it; the order of the rows is the order of the print. */
export const TAXONOMY: readonly TaxonomyRow[] = [
  { category: 'transient', meaning: 'temporary; might succeed if tried again', recovery: 'retry' },
  { category: 'permanent', meaning: 'will never succeed; a retry only wastes', recovery: 'feed-back' },
  { category: 'empty-result', meaning: 'the call worked but found nothing useful', recovery: 'feed-back' },
  { category: 'malformed', meaning: 'arguments fail the schema (Part 1)', recovery: 'feed-back' },
  { category: 'unknown-tool', meaning: 'not in the action space (Part 1)', recovery: 'feed-back' },
];

const RECOVERY = Object.fromEntries(TAXONOMY.map((row) => [row.category, row.recovery])) as Record<EssayCategory, Recovery>;

/** What execute_tool does about a class of failure. */
export function recoveryOf(category: EssayCategory): Recovery {
  return RECOVERY[category];
}
