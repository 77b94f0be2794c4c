/** The shapes in which an Observation can be looked at; the essay's text is what the others carry, or lose. */
export const READINGS = ['essay', 'anthropic', 'openai', 'mcp', 'nothing', 'everything'] as const;
export type Reading = (typeof READINGS)[number];

export const DEFAULT_READING: Reading = 'essay';
