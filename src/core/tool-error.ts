import type { ToolOutcome } from './outcome.ts';

/**
 * Whether a protocol's error flag is set. An empty result is none: the call worked, and the text says what it found.
 * An unknown outcome is one, since a flag has two values and this is not a result; that it is unknown, the text says.
 */
export function isToolError({ usable, category, isError }: Pick<ToolOutcome, 'usable' | 'category' | 'isError'>): boolean {
  return isError ?? (!usable && category !== 'empty-result');
}
