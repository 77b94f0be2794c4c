import { estimateTokens } from './estimate-tokens.ts';
import { observationText } from './format/essay.ts';
import type { ResolvedCall } from './resolved-call.ts';

/** How many results stay as they are, counted from the newest; null: all. */
export type Kept = number | null;

/** What stands in the place of a result that was cleared. */
const CLEARED_TEXT = '[old result cleared]';

export interface ContextEntry {
  readonly call: string;
  /** What the model reads of the call now. */
  readonly text: string;
  readonly cleared: boolean;
}

export interface Context {
  readonly entries: readonly ContextEntry[];
  /** Estimated tokens that clearing takes out. */
  readonly savedTokens: number;
}

/**
 * A context manager that makes room: the text of old successes goes, and every failure stays. That it was tried and did
 * not work is all that keeps a model from trying it again. A text no longer than its stand-in stays too.
 */
export function contextOf(calls: readonly ResolvedCall[], kept: Kept): Context {
  const firstKept = kept === null ? 0 : calls.length - kept;
  const entries = calls.map(({ call, result }, index): ContextEntry => {
    const text = observationText(result);
    const cleared = index < firstKept && result.usable && estimateTokens(text) > estimateTokens(CLEARED_TEXT);
    return { call, text: cleared ? CLEARED_TEXT : text, cleared };
  });
  const savedTokens = entries.reduce((sum, { text }, index) => {
    const result = calls[index]?.result;
    return result === undefined ? sum : sum + estimateTokens(observationText(result)) - estimateTokens(text);
  }, 0);
  return { entries, savedTokens };
}
