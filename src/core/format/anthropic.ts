import type { Arguments } from '../contract.ts';
import type { ResolvedCall } from '../resolved-call.ts';
import { isToolError } from '../tool-error.ts';
import { observationText } from './essay.ts';

/**
 * A call in the Messages API of Anthropic. Sources: Claude docs, "Handle tool calls" and the API reference of Messages,
 * as of November 2026 (API version 2023-06-01).
 */
export interface AnthropicToolUse {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: Arguments;
}

export interface AnthropicToolResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string;
  /** Optional, and "set to true if the tool execution resulted in an error"; so it is true or left out. */
  readonly is_error?: true;
}

export type AnthropicMessages = readonly [
  { readonly role: 'assistant'; readonly content: readonly [AnthropicToolUse] },
  /** The results come first in the message that follows at once. */
  { readonly role: 'user'; readonly content: readonly [AnthropicToolResult] },
];

export function anthropicMessages(resolved: ResolvedCall): AnthropicMessages {
  const { call, tool, args } = resolved;
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id: toolUseId(call), name: tool, input: args }] },
    { role: 'user', content: [anthropicToolResult(resolved)] },
  ];
}

export function anthropicToolResult({ call, result }: ResolvedCall): AnthropicToolResult {
  return {
    type: 'tool_result',
    tool_use_id: toolUseId(call),
    content: observationText(result),
    ...(isToolError(result) ? { is_error: true } : {}),
  };
}

/** The API draws its ids; here the call's name makes one, so that it is the same each time. */
export function toolUseId(call: string): string {
  return `toolu_${call}`;
}
