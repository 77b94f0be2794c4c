import type { ResolvedCall } from '../resolved-call.ts';
import { toolUseId, type AnthropicToolResult, anthropicToolResult } from './anthropic.ts';

/**
 * What the model reads where the exception is caught and nothing is said: a failure, an unknown outcome and an empty
 * search all end in these same bytes. Only a usable result comes through.
 */
export function nothingResult(resolved: ResolvedCall): AnthropicToolResult {
  if (resolved.result.usable) return anthropicToolResult(resolved);
  return { type: 'tool_result', tool_use_id: toolUseId(resolved.call), content: '' };
}
