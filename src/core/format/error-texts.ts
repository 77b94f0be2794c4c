/** The pair that Claude's docs, "Handle tool calls" (as of November 2026), set against each other. */

/** Names neither the problem nor a next move. */
export const GENERIC_ERROR = 'failed';

/** Names both. */
export const INSTRUCTIVE_ERROR = 'Rate limit exceeded. Retry after 60 seconds.';
