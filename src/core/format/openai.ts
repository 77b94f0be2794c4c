import type { ResolvedCall } from '../resolved-call.ts';
import { observationText } from './essay.ts';

/**
 * A call in the Chat Completions API of OpenAI. Source: OpenAI API reference, "Chat Completions", and the guide "Function
 * calling", as of November 2026. A tool message has a role, an id and a content, and no flag for an error.
 */
export interface OpenAiToolCall {
  readonly id: string;
  readonly type: 'function';
  /** The arguments are JSON as the model wrote it, in a string. */
  readonly function: { readonly name: string; readonly arguments: string };
}

export type OpenAiMessages = readonly [
  { readonly role: 'assistant'; readonly content: null; readonly tool_calls: readonly [OpenAiToolCall] },
  { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string },
];

export function openAiMessages({ call, tool, args, result }: ResolvedCall): OpenAiMessages {
  // Drawn by the API; here the call's name makes it.
  const id = `call_${call}`;
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } }],
    },
    { role: 'tool', tool_call_id: id, content: observationText(result) },
  ];
}
