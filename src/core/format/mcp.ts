import type { Arguments, Json } from '../contract.ts';
import { schemaProblems } from '../json-schema.ts';
import { failureProblem } from '../failure-problem.ts';
import { unwarned } from '../loop-guard.ts';
import type { ToolOutcome } from '../outcome.ts';
import type { ResolvedCall } from '../resolved-call.ts';
import { isToolError } from '../tool-error.ts';
import { outputThrough } from '../tool-outputs.ts';
import { observationText } from './essay.ts';

/** The revision of the Model Context Protocol that this file follows: "Tools", and "Overview" for `_meta` and `resultType`. */
const REVISION = '2026-07-28';

export interface McpRequest {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly method: 'tools/call';
  readonly params: {
    readonly name: string;
    readonly arguments: Arguments;
    /** Required since 2026-07-28, which has no handshake: each request says its version and what its client can do. */
    readonly _meta: {
      readonly 'io.modelcontextprotocol/protocolVersion': string;
      readonly 'io.modelcontextprotocol/clientCapabilities': Readonly<Record<string, never>>;
    };
  };
}

export interface McpResult {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly result: {
    readonly resultType: 'complete';
    /** The text that the model reads. A second block with the JSON is for clients that know no structuredContent. */
    readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
    readonly structuredContent?: Json;
    readonly isError?: true;
  };
}

export interface McpProtocolError {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly error: { readonly code: typeof INVALID_PARAMS; readonly message: string };
}

/**
 * JSON-RPC 2.0's "Invalid params", which MCP gives to an unknown tool. "Method not found", -32601, is for a server that
 * does not know `tools/call` itself.
 */
const INVALID_PARAMS = -32602;

export interface McpExchange {
  readonly request: McpRequest;
  readonly response: McpResult;
  /** What a server may send in place of the response; null where the call was let through. */
  readonly protocolError: McpProtocolError | null;
  /** How structuredContent breaks the outputSchema, which a client should check; null where there is no such content. */
  readonly schemaProblems: readonly string[] | null;
}

export function mcpExchange({ handler, step, tool, args, result }: ResolvedCall): McpExchange {
  const output = outputThrough(handler, tool);
  const answer = result.category === 'empty-result' ? '' : unwarned(result.observation);
  // A failure has no result that could fit, and some clients check one against the schema where isError is set too.
  const structured = output === undefined || isToolError(result) ? null : { value: output.structured(answer, args), schema: output.schema };
  return {
    request: {
      jsonrpc: '2.0',
      id: step,
      method: 'tools/call',
      params: {
        name: tool,
        arguments: args,
        _meta: { 'io.modelcontextprotocol/protocolVersion': REVISION, 'io.modelcontextprotocol/clientCapabilities': {} },
      },
    },
    response: {
      jsonrpc: '2.0',
      id: step,
      result: {
        resultType: 'complete',
        content: [{ type: 'text', text: observationText(result) }],
        ...(structured === null ? {} : { structuredContent: structured.value }),
        ...(isToolError(result) ? { isError: true } : {}),
      },
    },
    protocolError: protocolErrorOf(step, tool, result),
    schemaProblems: structured === null ? null : schemaProblems(structured.schema, structured.value),
  };
}

/**
 * An unknown tool is a protocol error in every revision. Wrong arguments were one up to 2025-06-18; since 2025-11-25
 * (SEP-1303) they are a tool execution error, so that the model can correct itself. A client should pass on the latter,
 * and may keep the former to itself.
 */
function protocolErrorOf(id: number, tool: string, result: ToolOutcome): McpProtocolError | null {
  switch (result.category) {
    case 'unknown-tool':
      return { jsonrpc: '2.0', id, error: { code: INVALID_PARAMS, message: `Unknown tool: ${tool}` } };
    case 'malformed':
      return { jsonrpc: '2.0', id, error: { code: INVALID_PARAMS, message: `Invalid arguments: ${failureProblem(result)}` } };
    case 'ok':
    case 'transient':
    case 'permanent':
    case 'empty-result':
    case 'unknown-outcome':
    case 'business-rejection':
    case 'incomplete':
    case 'denied':
    case 'down':
      return null;
  }
}
