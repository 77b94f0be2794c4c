import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/contract.ts';
import { estimateTokens } from '../../src/core/estimate-tokens.ts';
import { anthropicMessages } from '../../src/core/format/anthropic.ts';
import { GENERIC_ERROR, INSTRUCTIVE_ERROR } from '../../src/core/format/error-texts.ts';
import { observationText } from '../../src/core/format/essay.ts';
import { everythingText, STACK_TRACE_LINES } from '../../src/core/format/everything.ts';
import { mcpExchange } from '../../src/core/format/mcp.ts';
import { nothingResult } from '../../src/core/format/nothing.ts';
import { openAiMessages } from '../../src/core/format/openai.ts';
import { SWITCHES } from '../../src/core/figure.ts';
import { HANDLERS } from '../../src/core/handlers/handlers.ts';
import { schemaProblems } from '../../src/core/json-schema.ts';
import { warned } from '../../src/core/loop-guard.ts';
import { type ResolvedCall, resolvedCalls } from '../../src/core/resolved-call.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { simulate } from '../../src/core/simulate.ts';
import { outputThrough, TOOL_OUTPUTS } from '../../src/core/tool-outputs.ts';
import { TOOLS } from '../../src/core/tools.ts';
import type { LaneTrace } from '../../src/core/trace.ts';
import { anyEssayScenario, anyScenario } from './arbitrary-scenario.ts';
import { bothLanes, figureWith, oneCall, oneRefund, onlyLane } from './runs.ts';

function onlyCall(lane: LaneTrace): ResolvedCall {
  const [call, ...more] = resolvedCalls(lane, Infinity);
  if (call === undefined || more.length > 0) throw new Error('not one call');
  return call;
}

function named(name: string): ResolvedCall {
  const found = NAMED_SCENARIOS.find(({ scenario }) => scenario.name === name);
  if (found === undefined) throw new Error(`no scenario ${name}`);
  return onlyCall(onlyLane(found.scenario));
}

function meeting(kind: 'empty', tool: string, args: Parameters<typeof oneCall>[1]): Scenario {
  return oneCall(tool, args, { faults: [{ tool, requests: { from: 1, to: 1 }, fault: { kind } }] });
}

const SILENCE = { kind: 'silence', which: 'answer-lost' } as const;
const SILENT = bothLanes(oneRefund([SILENCE, SILENCE, SILENCE]));

interface Case {
  readonly what: string;
  readonly resolved: ResolvedCall;
  readonly input: Json;
  /** As the arguments of the OpenAI call: a string. */
  readonly args: string;
  readonly text: string;
  readonly isError: boolean;
  /** Of the MCP result; left out where there is none. */
  readonly structuredContent?: Json;
  readonly problems?: readonly string[];
  /** The message of the MCP protocol error. */
  readonly protocolError?: string;
}

const CASES: readonly Case[] = [
  {
    what: 'ok',
    resolved: onlyCall(onlyLane(oneCall('lookup_order', { order_id: 'ORD-5510' }))),
    input: { order_id: 'ORD-5510' },
    args: '{"order_id":"ORD-5510"}',
    text: 'ORD-5510: $240.00 captured, delivered, returnable',
    isError: false,
    structuredContent: { order_id: 'ORD-5510', captured: 240, currency: 'USD', status: 'delivered', returnable: true },
    problems: [],
  },
  {
    what: 'recovered',
    resolved: named('flaky-then-succeeds'),
    input: { query: "today's order count" },
    args: '{"query":"today\'s order count"}',
    text: 'the dependency recovered and returned the data (score=0.91)  (resolved after 3 attempts)',
    isError: false,
    structuredContent: { total: 1, passages: [{ text: 'the dependency recovered and returned the data', score: 0.91 }] },
    problems: [],
  },
  {
    what: 'transient, gave up',
    resolved: named('timeout'),
    input: { query: "today's order count" },
    args: '{"query":"today\'s order count"}',
    text: '[transient] exceeded the 2.0s deadline (gave up after 3 attempts)',
    isError: true,
  },
  {
    what: 'permanent',
    resolved: named('permanent'),
    input: { index: 'archive', query: 'order history' },
    args: '{"index":"archive","query":"order history"}',
    text: "[permanent] 404: index 'archive' does not exist",
    isError: true,
  },
  {
    what: 'empty',
    resolved: named('empty-result'),
    input: { query: 'refund window 30 days' },
    args: '{"query":"refund window 30 days"}',
    text: '[empty-result] the call succeeded but found nothing useful',
    isError: false,
    structuredContent: { total: 0, passages: [] },
    problems: [],
  },
  {
    what: 'malformed',
    resolved: named('malformed'),
    input: { order_id: 'ORD-5510', amount: '80 dollars' },
    args: '{"order_id":"ORD-5510","amount":"80 dollars"}',
    text: '[malformed] amount must be a number greater than 0 with at most two decimals, got the string "80 dollars"',
    isError: true,
    protocolError:
      'Invalid arguments: amount must be a number greater than 0 with at most two decimals, got the string "80 dollars"',
  },
  {
    what: 'unknown tool',
    resolved: onlyCall(onlyLane(oneCall('issue_refund', { order_id: 'ORD-5510' }))),
    input: { order_id: 'ORD-5510' },
    args: '{"order_id":"ORD-5510"}',
    text: "[unknown-tool] there is no tool 'issue_refund'; there are search_policy, lookup_order, flaky_lookup, slow_lookup, search_index, process_refund",
    isError: true,
    protocolError: 'Unknown tool: issue_refund',
  },
  {
    what: 'a write whose outcome is unknown',
    resolved: onlyCall(SILENT.unguarded),
    input: { order_id: 'ORD-5510', amount: 80 },
    args: '{"order_id":"ORD-5510","amount":80}',
    text: '[transient] no answer within the 2.0s deadline; the outcome is unknown (gave up after 3 attempts)',
    isError: true,
  },
  {
    what: 'a write that the guard answers from its record',
    resolved: onlyCall(SILENT.guarded),
    input: { order_id: 'ORD-5510', amount: 80 },
    args: '{"order_id":"ORD-5510","amount":80}',
    text: 'already refunded $80.00 to ORD-5510 (idempotent skip; no double-charge)  (resolved after 2 attempts)',
    isError: false,
    structuredContent: { status: 'already_refunded', order_id: 'ORD-5510', amount: 80, currency: 'USD' },
    problems: [],
  },
  {
    what: 'an empty answer where something had to be found',
    resolved: onlyCall(onlyLane(meeting('empty', 'lookup_order', { order_id: 'ORD-5510' }))),
    input: { order_id: 'ORD-5510' },
    args: '{"order_id":"ORD-5510"}',
    text: '[empty-result] the call succeeded but found nothing useful',
    isError: false,
    structuredContent: {},
    problems: ['order_id is required', 'captured is required', 'currency is required', 'status is required', 'returnable is required'],
  },
];

/** What would be sent: undefined fields and their like do not survive it. */
function sent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe('a call in each protocol', () => {
  it.each(CASES)('[M2] [M3] Anthropic: $what', ({ resolved, input, text, isError }) => {
    expect(sent(anthropicMessages(resolved))).toEqual([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_call', name: resolved.tool, input }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_call', content: text, ...(isError ? { is_error: true } : {}) }],
      },
    ]);
  });

  it.each(CASES)('[M2] [M4] OpenAI: $what', ({ resolved, args, text }) => {
    expect(sent(openAiMessages(resolved))).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_call', type: 'function', function: { name: resolved.tool, arguments: args } }],
      },
      { role: 'tool', tool_call_id: 'call_call', content: text },
    ]);
  });

  it.each(CASES)('[M2] [M3] [M5] [M6] [M7] MCP: $what', ({ resolved, input, text, isError, structuredContent, problems, protocolError }) => {
    const { request, response, protocolError: error, schemaProblems: found } = mcpExchange(resolved);
    expect(sent(request)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: resolved.tool,
        arguments: input,
        _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} },
      },
    });
    expect(sent(response)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        resultType: 'complete',
        content: [{ type: 'text', text }],
        ...(structuredContent === undefined ? {} : { structuredContent }),
        ...(isError ? { isError: true } : {}),
      },
    });
    expect(sent(error)).toEqual(
      protocolError === undefined ? null : { jsonrpc: '2.0', id: 1, error: { code: -32602, message: protocolError } },
    );
    expect(found).toEqual(problems ?? null);
  });

  it('[M5] ids are those of the call: its name, and its step', () => {
    const [lane] = simulate(figureWith(['silence'])).lanes;
    if (lane === undefined) throw new Error('no lane');
    const calls = resolvedCalls(lane, Infinity);
    expect(calls.map((call) => anthropicMessages(call)[1].content[0].tool_use_id)).toEqual([
      'toolu_policy',
      'toolu_order',
      'toolu_index',
      'toolu_refund',
    ]);
    expect(calls.map((call) => mcpExchange(call).response.id)).toEqual([1, 2, 3, 4]);
  });

  it('[M1] resolved calls are those whose Observation is there', () => {
    const { unguarded } = bothLanes(figureWith(['silence']));
    const at = (time: number) => resolvedCalls(unguarded, time).map(({ call }) => call);
    expect(at(0)).toEqual([]);
    expect(at(299.999)).toEqual([]);
    expect(at(300)).toEqual(['policy']);
    expect(at(1_200)).toEqual(['policy', 'order', 'index']);
  });
});

/** Every call of any run that a file may ask for. */
const anyCall = anyScenario.map(callsIn);
/** Where no handler puts its own words around a result, and no fault takes the tool's place. */
const anyPlainCall = anyEssayScenario.map(callsIn);

function callsIn(scenario: Scenario): readonly ResolvedCall[] {
  return simulate(scenario).lanes.flatMap((lane) => resolvedCalls(lane, Infinity));
}

describe('any call of any run', () => {
  it('[M1] [M2] [M3] [M4] [M6] is told by each protocol as it was, and agrees about the flag', () => {
    fc.assert(
      fc.property(anyCall, (calls) => {
        for (const call of calls) {
          const [use, result] = anthropicMessages(call);
          const [asked, answered] = openAiMessages(call);
          const { request, response, protocolError, schemaProblems: problems } = mcpExchange(call);
          for (const message of [use, result, asked, answered, request, response]) expect(sent(message)).toEqual(message);
          const texts = [result.content[0].content, answered.content, response.result.content[0].text];
          expect(texts).toEqual([observationText(call.result), observationText(call.result), observationText(call.result)]);
          expect(JSON.parse(asked.tool_calls[0].function.arguments)).toEqual(call.args);
          expect(Object.keys(answered)).toEqual(['role', 'tool_call_id', 'content']);

          const { usable, category, isError } = call.result;
          // A handler may set the flag of its own.
          const failed = isError ?? (!usable && category !== 'empty-result');
          expect(result.content[0].is_error).toBe(failed ? true : undefined);
          expect(response.result.isError).toBe(failed ? true : undefined);
          expect(protocolError !== null).toBe(category === 'malformed' || category === 'unknown-tool');
          expect(problems === null).toBe(failed);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('[M9] [M10] is the same nothing, or forty lines, where it gave nothing usable', () => {
    fc.assert(
      fc.property(anyCall, (calls) => {
        for (const call of calls) {
          const text = everythingText(call);
          if (call.result.usable) {
            expect(nothingResult(call)).toEqual(anthropicMessages(call)[1].content[0]);
            expect(text).toBe(observationText(call.result));
          } else {
            expect(nothingResult(call)).toEqual({ type: 'tool_result', tool_use_id: `toolu_${call.call}`, content: '' });
            expect(text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)).toHaveLength(STACK_TRACE_LINES);
          }
          expect(everythingText(call)).toBe(text);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('[M8] what a tool answers of itself fits its outputSchema', () => {
    expect([...TOOL_OUTPUTS.keys()]).toEqual([...TOOLS.keys()]);
    fc.assert(
      fc.property(anyPlainCall, (calls) => {
        for (const call of calls) {
          if (call.result.category === 'ok' && call.result.observation !== '') expect(mcpExchange(call).schemaProblems).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** Every named run of a model and the figure under each of its switches, through every handler, with a guard and without. */
const THROUGH_EVERY_HANDLER: readonly (readonly [name: string, scenario: Scenario])[] = [
  ...NAMED_SCENARIOS.filter(({ scenario }) => scenario.agent.controller !== 'operations').map(({ scenario }) => [scenario.name, scenario] as const),
  ...SWITCHES.map(({ id }) => [`the figure with ${id}`, figureWith([id])] as const),
].map(([name, scenario]) => [
  name,
  {
    ...scenario,
    lanes: [
      ...scenario.lanes,
      ...HANDLERS.flatMap(({ id }): Scenario['lanes'] => [
        { id: `bare-${id.replaceAll('_', '-')}`, guard: { kind: 'none' }, handler: id },
        { id: `kept-${id.replaceAll('_', '-')}`, guard: { kind: 'memory', key: 'order_id' }, handler: id },
      ]),
      { id: 'bare-direct', guard: { kind: 'none' }, handler: 'direct' },
    ],
  },
]);

describe('the outputSchemas', () => {
  it.each(THROUGH_EVERY_HANDLER)('[M7] [M8] fit what is no error, and an error has nothing that could break them: %s, through every handler', (_, scenario) => {
    // Somebody else's validator: schemaProblems is what is held here.
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    const results = { structured: 0, errors: 0 };
    for (const call of callsIn(scenario)) {
      const { response, schemaProblems: problems } = mcpExchange(call);
      const { structuredContent, isError } = response.result;
      const output = outputThrough(call.handler, call.tool);
      if (isError === true || output === undefined) {
        results.errors += 1;
        expect(structuredContent).toBeUndefined();
        continue;
      }
      results.structured += 1;
      const fits = ajv.validate(output.schema, structuredContent);
      expect(fits, `${call.handler}, ${call.call}: ${call.result.observation}: ${ajv.errorsText()}`).toBe(true);
      expect(problems).toEqual([]);
    }
    expect(results.structured + results.errors).toBeGreaterThan(0);
  });

  it('[M7] [M8] through run_tool it is the object that run_tool returns, and its text is that object', () => {
    const scenario = { ...oneCall('lookup_order', { order_id: 'ORD-5510' }), lanes: [{ id: 'run-tool', guard: { kind: 'none' } as const, handler: 'run_tool' as const }] };
    const call = onlyCall(onlyLane(scenario));
    const { response, schemaProblems: problems } = mcpExchange(call);
    const returned = { ok: true, result: 'ORD-5510: $240.00 captured, delivered, returnable' };
    expect(response.result.structuredContent).toEqual(returned);
    expect(JSON.parse(response.result.content[0].text)).toEqual(returned);
    expect(problems).toEqual([]);
    // The tool's own schema would refuse it, and so would this one a half of it.
    expect(schemaProblems(TOOL_OUTPUTS.get('lookup_order')?.schema ?? { type: 'boolean' }, returned)).not.toEqual([]);
    const envelope = outputThrough('run_tool', 'lookup_order')?.schema ?? { type: 'boolean' };
    expect(schemaProblems(envelope, { ok: true })).toEqual(['the value fits none of: result is required; error is required and ok must be false']);
    expect(schemaProblems(envelope, { ok: false, result: 'x' })).not.toEqual([]);
    expect(outputThrough('run_tool', 'issue_refund')).toBeUndefined();
  });

  it('[M8] a write that was found by reading back is as it was asked for', () => {
    const form = (tool: string, text: string) => TOOL_OUTPUTS.get(tool)?.structured(text, { order_id: 'ORD-5510', amount: 80 });
    expect(form('process_refund', 'found by reading back: ORD-5510')).toEqual({ status: 'already_refunded', order_id: 'ORD-5510', amount: 80, currency: 'USD' });
    expect(form('place_hold', 'found by reading back: place_hold ORD-5510')).toEqual({ status: 'held', order_id: 'ORD-5510', amount: 80 });
  });

  it('[M8] a last page says how many there are in all, where its handler does', () => {
    const form = (text: string) => TOOL_OUTPUTS.get('list_payments')?.structured(text, { month: '2026-11' });
    expect(form('20 records')).toEqual({ returned: 20 });
    expect(form('17 records, no page after this, 57 in all, read at 1.25s')).toEqual({ returned: 17, total: 57, has_more: false });
    expect(form('17 records, no page after this, read at 1.0s')).toEqual({ returned: 17, has_more: false });
    expect(form('17 records, more to come')).toEqual({});
  });

  it('[M8] the loop’s warning is no part of the answer', () => {
    const tool = 'lookup_order';
    const call = onlyCall(onlyLane(oneCall(tool, { order_id: 'ORD-5510' })));
    const result = warned(call.result, 3);
    expect(result.observation).not.toBe(call.result.observation);
    expect(mcpExchange({ ...call, result }).response.result.structuredContent).toEqual(mcpExchange(call).response.result.structuredContent);
  });

  it('[M7] [M8] an answer in no known form is refused, by its required fields', () => {
    const asked = { index: 'orders', query: 'ORD-5510', order_id: 'ORD-5510', amount: 80 };
    for (const [name, { schema, structured }] of TOOL_OUTPUTS) {
      const searches = ['search_policy', 'flaky_lookup', 'slow_lookup', 'search_index', 'get_user', 'search_users'].includes(name);
      // Whatever a file or a page holds is its content.
      const holdsAnything = ['read_file', 'http_get'].includes(name);
      expect(schemaProblems(schema, structured('maintenance until 4 pm', asked)).length > 0, name).toBe(!holdsAnything);
      expect(schemaProblems(schema, structured('', asked)).length > 0, name).toBe(!searches);
    }
  });

  it('[M8] puts each text in its form', () => {
    const form = (tool: string, text: string) => TOOL_OUTPUTS.get(tool)?.structured(text, {});
    expect(form('search_index', "1 record in 'orders' for ORD-5510; no earlier refund on it")).toEqual({
      index: 'orders',
      order_id: 'ORD-5510',
      total: 1,
      earlier_refunds: 0,
    });
    expect(form('process_refund', 'refunded $49.99 to ORD-5510')).toEqual({
      status: 'refunded',
      order_id: 'ORD-5510',
      amount: 49.99,
      currency: 'USD',
    });
  });
});

describe('the two bad ways', () => {
  it('[M9] a failure, an unknown outcome and an empty search are the same bytes', () => {
    const nothing = '{"type":"tool_result","tool_use_id":"toolu_call","content":""}';
    const unusable = CASES.filter(({ resolved }) => !resolved.result.usable);
    expect(unusable.map(({ resolved }) => JSON.stringify(nothingResult(resolved)))).toEqual(unusable.map(() => nothing));
    expect(unusable.length).toBe(7);
  });

  it('[M10] begins as such a trace begins, quotes the call, and ends with the exception', () => {
    const lines = everythingText(onlyCall(SILENT.unguarded)).split('\n');
    expect(lines).toHaveLength(40);
    expect(lines[0]).toBe('Traceback (most recent call last):');
    expect(lines.slice(9, 11)).toEqual([
      '  File "agent/loop.py", line 74, in act',
      '    return self.tools.call(move)  # process_refund(**{"order_id": "ORD-5510", "amount": 80.0})',
    ]);
    expect(lines[18]).toBe('    return inner(tool, arguments)  # attempt 3');
    expect(lines[39]).toBe(
      'agent.errors.TransientError: no answer within the 2.0s deadline; the outcome is unknown (gave up after 3 attempts)',
    );
  });

  it('[M10] a call that the contract refuses is raised by the check, one that was sent below the tool', () => {
    expect(everythingText(named('malformed'))).toContain('agent/contract/report.py');
    expect(everythingText(named('malformed'))).not.toContain('agent/client/');
    expect(everythingText(named('permanent'))).toContain('agent/client/reply.py');
  });

  it('[M10] what a call quotes makes no line more', () => {
    const call = onlyCall(onlyLane(oneCall('lookup_order', { order_id: 'ORD\n-1\r\n\u2028\u0085' })));
    expect(everythingText(call).split(/[\n\r\u2028\u0085]/)).toHaveLength(40);
  });
});

it('[M11] tokens are a quarter of the characters, rounded up', () => {
  expect(['', 'a', 'abcd', 'abcde', 'x'.repeat(400)].map(estimateTokens)).toEqual([0, 1, 1, 2, 100]);
  expect([GENERIC_ERROR, INSTRUCTIVE_ERROR].map(estimateTokens)).toEqual([2, 11]);
});
