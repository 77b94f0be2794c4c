import type { Json } from '../../core/contract.ts';
import { anthropicMessages } from '../../core/format/anthropic.ts';
import { everythingText } from '../../core/format/everything.ts';
import { mcpExchange } from '../../core/format/mcp.ts';
import { nothingResult } from '../../core/format/nothing.ts';
import { openAiMessages } from '../../core/format/openai.ts';
import { shortJson } from '../../core/format/short-json.ts';
import type { Reading } from '../../core/reading.ts';
import type { ResolvedCall } from '../../core/resolved-call.ts';

export type Shape = Exclude<Reading, 'essay'>;

/** A call in one shape, as text to be read. */
export interface Rendering {
  /** What asks for the call; null where a shape is a result only. */
  readonly call: string | null;
  readonly result: string;
  /** MCP alone: what may be sent in place of the result; null where nothing may. */
  readonly protocolError: string | null;
  /** MCP alone: how structuredContent breaks its schema; null where there is none. */
  readonly schemaProblems: readonly string[] | null;
  /** Call and result as they are sent, without the spaces that are there for people. */
  readonly sent: string;
  /** Call and result together, to be copied. */
  readonly whole: string;
}

export function renderingOf(shape: Shape, resolved: ResolvedCall): Rendering {
  switch (shape) {
    case 'anthropic':
      return messages(anthropicMessages(resolved));
    case 'openai':
      return messages(openAiMessages(resolved));
    case 'mcp': {
      const { request, response, protocolError, schemaProblems } = mcpExchange(resolved);
      const [call, result] = [read(request), read(response)];
      return {
        call,
        result,
        protocolError: protocolError === null ? null : read(protocolError),
        schemaProblems,
        // Two messages and no array: MCP has no batches since 2025-06-18.
        sent: `${JSON.stringify(request)}\n${JSON.stringify(response)}`,
        whole: `${call}\n\n${result}`,
      };
    }
    case 'nothing': {
      const block = nothingResult(resolved);
      return { ...RESULT_ONLY, result: read(block), sent: JSON.stringify(block), whole: read(block) };
    }
    case 'everything': {
      const text = everythingText(resolved);
      return { ...RESULT_ONLY, result: text, sent: text, whole: text };
    }
  }
}

const RESULT_ONLY = { call: null, protocolError: null, schemaProblems: null } as const;

function messages(both: readonly [object, object]): Rendering {
  const [asked, answered] = both;
  return {
    call: read(asked),
    result: read(answered),
    protocolError: null,
    schemaProblems: null,
    sent: JSON.stringify(both),
    whole: read(both),
  };
}

/** What is left out of a message is not there: only JSON is left. */
function read(message: object): string {
  return shortJson(JSON.parse(JSON.stringify(message)) as Json);
}
