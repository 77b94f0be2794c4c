/** The five classes of failure and the one recovery policy that each has. */
export type FailureCategory = 'transient' | 'permanent' | 'empty-result' | 'malformed' | 'unknown-tool';

/** `ok`, or the class of the failure. */
export type Category = 'ok' | FailureCategory;

export type Recovery = 'retry' | 'feed-back';

export interface TaxonomyRow {
  readonly category: FailureCategory;
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

const RECOVERY = Object.fromEntries(TAXONOMY.map((row) => [row.category, row.recovery])) as Record<
  FailureCategory,
  Recovery
>;

/** What execute_tool does about a class of failure. */
export function recoveryOf(category: FailureCategory): Recovery {
  return RECOVERY[category];
}
