import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HandlerId } from '../../src/core/handlers/handler.ts';
import { HANDLERS } from '../../src/core/handlers/handlers.ts';
import { simulate } from '../../src/core/simulate.ts';
import type { LaneTrace } from '../../src/core/trace.ts';
import { anyScenario } from './arbitrary-scenario.ts';
import { ALL_TOOLS, behind, call, GET_USER, REFUND, SILENT, striking } from './models.ts';
import { eventsOf, resultOf } from './runs.ts';

/** The texts are those of the documents' code, each worked out by hand from its f-string or its json.dumps. */

const tools = ALL_TOOLS;

function reads(lane: LaneTrace, name = 'call'): string {
  return resultOf(lane, name).observation;
}

function sentAt(lane: LaneTrace): number[] {
  return eventsOf(lane, 'attempt').map(({ at }) => at);
}

function died(lane: LaneTrace): boolean {
  return eventsOf(lane, 'died').length > 0;
}

function postings(lane: LaneTrace): number {
  return eventsOf(lane, 'posting').length;
}

describe('the handlers', () => {
  it('[O1] name the flaws of the documents as printed, and none once they are repaired', () => {
    expect(Object.fromEntries(HANDLERS.map(({ id, document, flaws }) => [id, [document, ...flaws]]))).toEqual({
      execute_tool: ['000', 'retries-silent-writes'],
      retry_everything: ['000', 'retries-everything', 'retries-silent-writes'],
      raise_failures: ['000', 'raises-failures', 'retries-silent-writes'],
      call_tool: ['001', 'retries-silent-writes', 'unknown-tool-escapes', 'unlisted-exceptions-escape', 'bug-looks-empty', 'no-key'],
      call_tool_repaired: ['001'],
      typed_failures: ['003'],
      run_tool: ['004', 'retries-silent-writes', 'sleeps-after-last', 'never-retries-refusals', 'bug-looks-malformed', 'retries-at-once', 'empty-looks-full'],
      run_tool_repaired: ['004'],
    });
  });

  it.each<[HandlerId, number]>([
    ['execute_tool', 2],
    ['retry_everything', 2],
    ['raise_failures', 2],
    ['call_tool', 2],
    ['run_tool', 2],
    ['typed_failures', 1],
    ['call_tool_repaired', 1],
    ['run_tool_repaired', 1],
  ])('[O1] [O16] %s pays %i times where the answer of a refund is lost', (handler, count) => {
    expect(postings(behind(handler, { agent: REFUND, faults: striking('process_refund', SILENT, null) }))).toBe(count);
  });

  it.each<HandlerId>(['call_tool_repaired', 'run_tool_repaired', 'typed_failures'])('[O16] %s repeats no write that may have happened, whatever it was told', (handler) => {
    const applied = { applied: 'with-the-answer' };
    for (const fault of [
      { kind: 'network', phase: 'request', ...applied },
      { kind: 'http', status: 500, ...applied },
      { kind: 'http', status: 504, ...applied },
      { kind: 'error', name: 'timeout', ...applied },
    ]) {
      const lane = behind(handler, { agent: REFUND, faults: striking('process_refund', fault, null) });
      expect([fault, postings(lane), sentAt(lane).length]).toEqual([fault, 1, 1]);
    }
    // A refused connection never left, and it may go again where the handler retries it at all.
    const refused = behind(handler, { agent: REFUND, faults: striking('process_refund', { kind: 'http', status: 503 }, null) });
    expect([postings(refused), resultOf(refused, 'call').disposition]).toEqual([1, 'recovered']);
  });

  it('[O14] put no stack trace and no blank text into an Observation of a failure', () => {
    const bug = { kind: 'bug', type: 'ZeroDivisionError', message: 'division by zero' };
    for (const { id } of HANDLERS) {
      for (const fault of [bug, SILENT, { kind: 'empty' }, { kind: 'http', status: 500 }, { kind: 'declined', code: 'closed' }]) {
        const lane = behind(id, { tools, agent: GET_USER, faults: striking('get_user', fault) });
        for (const { result } of eventsOf(lane, 'observation')) {
          expect(result.observation).not.toMatch(/Traceback|\n|\.ts:\d|\bat \w+ \(/);
          if (!result.usable) expect(result.observation.trim()).not.toBe('');
        }
      }
    }
  });

  it('[O15] let nothing through to the loop, except the three that say so', () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        for (const lane of simulate(scenario).lanes) {
          if (!['direct', 'client', 'call_tool', 'raise_failures'].includes(lane.handler)) expect([lane.handler, died(lane)]).toEqual([lane.handler, false]);
        }
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it('[O17] with retries of their own take only the deadline of an attempt from the policy', () => {
    const policy = { maxRetries: 0, deadlineMs: 100, retryAfter: {}, total: { deadlineMs: 150 } };
    const limited = { kind: 'http', status: 429, headers: { retryAfter: '60' } };
    // 1 s and 2 s, each with half of its second of chance.
    expect(sentAt(behind('call_tool', { tools, policy, agent: GET_USER, faults: striking('get_user', limited) }))).toEqual([0, 1_500, 4_000]);
    expect(sentAt(behind('run_tool', { tools, policy, agent: GET_USER, faults: striking('get_user', SILENT) }))).toEqual([0, 600]);
  });
});

describe('call_tool', () => {
  const user = (faults: object[], agent = GET_USER, handler: HandlerId = 'call_tool') => behind(handler, { tools, agent, faults });

  it.each<[string, object[], object, string, boolean]>([
    ['a result', [], GET_USER, 'u-4821: ada@example.com, active', false],
    ['a 403', striking('get_user', { kind: 'http', status: 403 }), GET_USER, 'Permission denied: 403: refused by the dependency. Do not retry get_user; try another route.', true],
    ['a 404', [], call('get_user', { user_id: 'u-1' }), "Not found: 404: no user with id 'u-1'. This is a real empty result, not a failure.", false],
    ['silence', striking('get_user', SILENT), GET_USER, 'get_user is unreachable. Try a different tool, or stop and report this.', true],
    ['a 503', striking('get_user', { kind: 'http', status: 503 }), GET_USER, 'get_user is unreachable. Try a different tool, or stop and report this.', true],
    ['no id', [], call('get_user', {}), 'Invalid arguments: user_id is required (a non-empty string). Correct them and call get_user again.', true],
  ])('[O2] tells of %s in the words of its code, with its flag', (_, faults, agent, text, isError) => {
    const result = resultOf(user(faults, agent), 'call');
    expect(result.observation).toBe(text);
    expect(result.isError ?? (!result.usable && result.category !== 'empty-result')).toBe(isError);
  });

  it('[O3] sends three times, after 1 to 2 and 2 to 3 seconds, and does not wait after the last', () => {
    const lane = user(striking('get_user', { kind: 'http', status: 503 }));
    expect(sentAt(lane)).toEqual([0, 1_500, 4_000]);
    expect(resultOf(lane, 'call')).toMatchObject({ waitedMs: 4_000, disposition: 'gave-up' });
    expect(eventsOf(lane, 'observation')[0]?.at).toBe(4_000);
  });

  const goal = (id: string, ...routes: object[]) => ({ id, routes });
  const route = (tool: string, args: object, corrected: object | null = null) => ({ tool, args, corrected });

  it('[O4] takes a tool off the table after three failed calls, whatever lies between, and says so to the letter', () => {
    const agent = {
      controller: 'rules',
      task: 'Find them',
      goals: [
        goal('one', route('get_user', { user_id: 'a' }), route('search_users', { email: 'ada@example.com' })),
        // Found in between: the count goes on all the same.
        goal('two', route('get_user', { user_id: 'u-4821' })),
        goal('three', route('get_user', { user_id: 'b' }), route('search_users', { email: 'ada@example.com' })),
        goal('four', route('get_user', { user_id: 'c' }), route('search_users', { email: 'ada@example.com' })),
        goal('five', route('get_user', { user_id: 'u-4821' }), route('search_users', { email: 'ada@example.com' })),
      ],
    };
    const denied = { kind: 'http', status: 403 };
    const lane = behind('call_tool', { tools, agent, faults: striking('get_user', denied, null, denied, denied) });
    expect(resultOf(lane, 'two').usable).toBe(true);
    expect(reads(lane, 'four')).toBe('Permission denied: 403: refused by the dependency. Do not retry get_user; try another route.');
    expect(reads(lane, 'five')).toBe(
      'get_user has failed 3 times and is unavailable for the rest of this run. Use another tool, or finish with what you have.',
    );
    expect(resultOf(lane, 'five').attempts).toBe(0);
    expect(resultOf(lane, 'five-2').usable).toBe(true);
  });

  it('[O4] counts an exhausted call once, wrong arguments once, and nothing found not at all', () => {
    const stubborn = (args: object, faults: object[] = []) =>
      eventsOf(
        behind('call_tool', {
          tools,
          agent: { controller: 'rules', task: 'Find', character: 'stubborn', goals: [goal('user', route('get_user', args))] },
          faults,
          loop: { warnAt: null, stopAt: null, maxSteps: 5 },
        }),
        'observation',
      ).map(({ result }) => result.observation.split(/[:.]/)[0]);
    const off = 'get_user has failed 3 times and is unavailable for the rest of this run';
    const down = 'get_user is unreachable';
    expect(stubborn({ user_id: 'u-4821' }, striking('get_user', { kind: 'http', status: 503 }))).toEqual([down, down, down, off, off]);
    const wrong = 'Invalid arguments';
    expect(stubborn({ user_id: 7 })).toEqual([wrong, wrong, wrong, off, off]);
    expect(stubborn({ user_id: 'u-1' })).toEqual(new Array(5).fill('Not found'));
  });

  it('[O5] lets an unknown tool and an exception that it does not list end the run', () => {
    expect(died(user([], call('no_such_tool', {})))).toBe(true);
    expect(died(user(striking('get_user', { kind: 'bug', type: 'ValueError', message: 'x' })))).toBe(true);
    expect(died(user(striking('get_user', { kind: 'declined', code: 'closed' })))).toBe(true);
  });

  it('[O5] takes a KeyError inside a tool for a real empty result', () => {
    const result = resultOf(user(striking('get_user', { kind: 'bug', type: 'KeyError', message: "'email'" })), 'call');
    expect(result.observation).toBe("Not found: 'email'. This is a real empty result, not a failure.");
    expect(result).toMatchObject({ category: 'empty-result', disposition: 'fed-back', attempts: 1 });
  });

  it('[O6] repaired tells of all three, and calls a bug one', () => {
    const repaired = (faults: object[], agent = GET_USER) => reads(user(faults, agent, 'call_tool_repaired'));
    expect(repaired([], call('no_such_tool', {}))).toBe(`There is no tool no_such_tool. Use one of ${tools.join(', ')}.`);
    expect(repaired(striking('get_user', { kind: 'bug', type: 'ValueError', message: 'x' }))).toBe('get_user failed inside: x. Do not retry it; report this.');
    expect(repaired(striking('get_user', { kind: 'bug', type: 'KeyError', message: "'email'" }))).toBe("get_user failed inside: 'email'. Do not retry it; report this.");
    expect(reads(behind('call_tool_repaired', { agent: REFUND, faults: striking('process_refund', SILENT, null) }))).toBe(
      'process_refund gave no answer. It may have acted: check before you call it again, or report it.',
    );
  });
});

describe('typed failures', () => {
  const typed = (agent: object, faults: object[], more: object = {}) => behind('typed_failures', { tools, agent, faults, ...more });

  it.each<[string, object, object[], string, string, number, string]>([
    ['a read that fails for longer', GET_USER, striking('get_user', { kind: 'http', status: 503 }), 'down', 'parked', 3, '[down] temporary upstream failure (HTTP 503). The dependency stays down: the case is parked with its state, to be resumed.'],
    ['a rate limit', GET_USER, striking('get_user', { kind: 'http', status: 429 }, null), 'ok', 'recovered', 2, 'u-4821: ada@example.com, active'],
    ['a slow read', GET_USER, striking('get_user', { kind: 'slow', latencyMs: 5_000 }, null), 'ok', 'recovered', 2, 'u-4821: ada@example.com, active'],
    ['a write that nobody heard of', REFUND, striking('process_refund', { kind: 'silence', which: 'request-lost' }), 'unknown-outcome', 'handed-off', 1, '[unknown-outcome] no answer within the 2.0s deadline; the outcome is unknown. Nobody knows whether it happened: a person decides. Do not repeat it.'],
    ['invalid input', GET_USER, striking('get_user', { kind: 'http', status: 400 }), 'malformed', 'fed-back', 1, '[malformed] 400: refused by the dependency. Correct the arguments and call again.'],
    ['a business rejection', REFUND, striking('process_refund', { kind: 'declined', code: 'period closed' }), 'business-rejection', 'fed-back', 1, '[business-rejection] declined: period closed. This is a decision, not an error: follow the process for it.'],
    ['a page of several', call('list_payments', { month: '2026-11' }), striking('list_payments', { kind: 'partial', returned: 20, total: 57 }), 'incomplete', 'fed-back', 1, '[incomplete] 20 of 57 records, next page at cursor page-2, read at 0.0s. The result is not whole: do not use it.'],
    ['an empty answer', call('list_payments', { month: '2026-11' }), striking('list_payments', { kind: 'empty' }), 'incomplete', 'fed-back', 1, '[incomplete] an empty answer without a count. The result is not whole: do not use it.'],
    ['permission denied', GET_USER, striking('get_user', { kind: 'http', status: 403 }), 'denied', 'fed-back', 1, '[denied] 403: refused by the dependency. Stop and report it. Do not look for another way to the same data.'],
    ['a crash during a read', GET_USER, striking('get_user', { kind: 'crash' }, null), 'ok', 'recovered', 2, 'u-4821: ada@example.com, active'],
  ])('[O7] answer %s by default', (_, agent, faults, category, disposition, attempts, text) => {
    expect(resultOf(typed(agent, faults), 'call')).toMatchObject({ category, disposition, attempts, observation: text });
  });

  const KEYED = { key: { scope: 'operation' }, gateway: { dedupe: {} } };

  it('[O8] send a write again under its key, then look, then ask a person', () => {
    const lost = striking('process_refund', { kind: 'silence', which: 'request-lost' });
    const lane = typed(REFUND, lost, KEYED);
    // 0, then 2 s of silence and 0.5 s of waiting, then 2 s and 1 s; the last silence ends at 7.5 s.
    expect(sentAt(lane)).toEqual([0, 2_500, 5_500]);
    expect(eventsOf(lane, 'read-back').map(({ at, found }) => [at, found])).toEqual([
      [8_500, false],
      [9_500, false],
      [10_500, false],
    ]);
    expect(resultOf(lane, 'call')).toMatchObject({ category: 'unknown-outcome', disposition: 'handed-off' });
  });

  it('[O8] a key that is known, or a look that finds it, ends it with one posting', () => {
    const first = striking('process_refund', SILENT, null);
    const keyed = typed(REFUND, first, KEYED);
    expect([postings(keyed), resultOf(keyed, 'call').disposition]).toEqual([1, 'recovered']);
    const looked = typed(REFUND, first);
    expect([postings(looked), sentAt(looked).length, reads(looked)]).toEqual([1, 1, 'found by reading back: ORD-5510']);
  });

  it('[O8] ask again where the request before is still under way', () => {
    const late = striking('process_refund', { kind: 'silence', which: 'late', applied: { afterMs: 3_000 } }, null);
    const lane = typed(REFUND, late, KEYED);
    // At 2.5 s it is answered 409, still in progress; at 3.5 s with the stored answer.
    expect(sentAt(lane)).toEqual([0, 2_500, 3_500]);
    expect(eventsOf(lane, 'outcome').map(({ category }) => category)).toEqual(['unknown-outcome', 'unknown-outcome', 'ok']);
    expect(postings(lane)).toBe(1);
  });

  it('[O9] spend one budget, over all layers and repeats of the model', () => {
    const user = { tool: 'get_user', args: { user_id: 'u-4821' }, corrected: null };
    const stubborn = { controller: 'rules', task: 'Find', character: 'stubborn', goals: [{ id: 'user', routes: [user] }] };
    const loop = { warnAt: null, stopAt: null, maxSteps: 4 };
    const denied = striking('get_user', { kind: 'http', status: 403 });
    const results = eventsOf(typed(stubborn, denied, { loop }), 'observation').map(({ result }) => result);
    expect(results.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 0]);
    expect(results[3]?.observation).toBe('[permanent] the budget of 3 attempts for this is used up, repeats by the model included. Stop, and say so.');
    const layer = (name: string) => ({ name, policy: { maxRetries: 2, deadlineMs: 2_000, backoff: { growth: { kind: 'constant', delayMs: 0 } } } });
    const down = typed(GET_USER, striking('get_user', { kind: 'http', status: 503 }), { layers: [layer('inner'), layer('outer')] });
    expect(sentAt(down)).toHaveLength(3);
  });

  it('[O10] park at a total deadline too', () => {
    const lane = typed(GET_USER, striking('get_user', SILENT), { policy: { total: { deadlineMs: 1_000 } } });
    expect(resultOf(lane, 'call')).toMatchObject({ category: 'down', disposition: 'parked', attempts: 1 });
  });
});

describe('run_tool', () => {
  const run = (agent: object, faults: object[] = [], handler: HandlerId = 'run_tool') => behind(handler, { tools, agent, faults });
  const file = (args: object, more: object = {}) => call('read_file', args, more);
  const READ = file({ path: 'policy.md' });

  it.each<[string, object, object[], string]>([
    ['a result', READ, [], '{"ok": true, "result": "# Refund policy"}'],
    ['nothing, which looks like a result', READ, striking('read_file', { kind: 'empty' }), '{"ok": true, "result": ""}'],
    ['an unknown tool', call('rm_rf', {}), [], '{"ok": false, "error": "unknown tool", "name": "rm_rf"}'],
    ['a tool whose name is not ASCII', call('löschen', {}), [], '{"ok": false, "error": "unknown tool", "name": "l\\u00f6schen"}'],
    ['text that is no JSON', file({}, { rawArguments: '{path' }), [], '{"ok": false, "error": "arguments are not JSON"}'],
    ['JSON that is no object', file({}, { rawArguments: '["policy.md"]' }), [], '{"ok": false, "error": "args must be an object"}'],
    ['no text at all, which is an empty object', file({}, { rawArguments: '' }), [], `{"ok": false, "error": "bad parameters", "detail": "read_file() missing 1 required positional argument: 'path'"}`],
    ['two missing arguments', call('process_refund', {}), [], `{"ok": false, "error": "bad parameters", "detail": "process_refund() missing 2 required positional arguments: 'order_id' and 'amount'"}`],
    ['an argument too many, before those that are missing', file({ mode: 'r', size: 1 }), [], `{"ok": false, "error": "bad parameters", "detail": "read_file() got an unexpected keyword argument 'mode'"}`],
    ['a number for a path', file({ path: 7 }), [], '{"ok": false, "error": "bad parameters", "detail": "expected str, bytes or os.PathLike object, not int"}'],
    ['a path that leaves the project', file({ path: '../x' }), [], '{"ok": false, "error": "path escapes the project"}'],
    ['a refusal', READ, striking('read_file', { kind: 'http', status: 403 }), '{"ok": false, "error": "PermissionError", "detail": "403: refused by the dependency"}'],
    ['a bug', READ, striking('read_file', { kind: 'bug', type: 'KeyError', message: "'size'" }), `{"ok": false, "error": "KeyError", "detail": "'size'"}`],
    ['a bug that is a TypeError', READ, striking('read_file', { kind: 'bug', type: 'TypeError', message: 'x is not y' }), '{"ok": false, "error": "bad parameters", "detail": "x is not y"}'],
    ['silence', READ, striking('read_file', SILENT), '{"ok": false, "error": "timeout", "attempt": 2}'],
    ['a timeout that is returned', READ, striking('read_file', { kind: 'error', name: 'timeout' }), '{"ok": false, "error": "timeout"}'],
  ])('[O11] prints %s as json.dumps does', (_, agent, faults, text) => {
    expect(reads(run(agent, faults))).toBe(text);
  });

  it('[O12] retries silence once after 0.5 s, and sleeps 1 s after the last attempt', () => {
    const lane = run(READ, striking('read_file', SILENT));
    expect(sentAt(lane)).toEqual([0, 2_500]);
    expect(eventsOf(lane, 'wait').map(({ at, delayMs, forNothing }) => [at, delayMs, forNothing])).toEqual([
      [2_000, 500, undefined],
      [4_500, 1_000, true],
    ]);
    expect(eventsOf(lane, 'observation')[0]?.at).toBe(5_500);
  });

  it.each([429, 503])('[O12] does not retry a raised %i', (status) => {
    const lane = run(READ, striking('read_file', { kind: 'http', status }));
    expect(sentAt(lane)).toEqual([0]);
    expect(reads(lane)).toBe(`{"ok": false, "error": "ConnectionError", "detail": "temporary upstream failure (HTTP ${status})"}`);
  });

  it('[O12] sends a returned timeout again at once, and counts its sleeps by the attempt', () => {
    const returned = { kind: 'error', name: 'timeout' };
    expect(sentAt(run(READ, striking('read_file', returned)))).toEqual([0, 0]);
    const lane = run(READ, striking('read_file', returned, SILENT));
    expect(eventsOf(lane, 'wait').map(({ delayMs }) => delayMs)).toEqual([1_000]);
  });

  it('[O12] cuts what an exception says at 200 characters, and not what a TypeError says', () => {
    const long = '𝄞'.repeat(100);
    const [, detail = ''] = /"detail": "(.*)"/.exec(reads(run(REFUND, striking('process_refund', { kind: 'declined', code: `${'a'.repeat(99)}${long.slice(0, 100)}` })))) ?? [];
    // `declined: ` and 99 letters leave room for 91 of the 50 signs: each is two escapes of JSON, and one character.
    expect(detail).toBe(`declined: ${'a'.repeat(99)}${'\\ud834\\udd1e'.repeat(50)}`);
    const code = 'b'.repeat(200);
    expect(reads(run(REFUND, striking('process_refund', { kind: 'declined', code })))).toBe(
      `{"ok": false, "error": "ValueError", "detail": "declined: ${'b'.repeat(190)}"}`,
    );
    const name = 'n'.repeat(300);
    expect(reads(run(file({ path: 'x', [name]: 1 })))).toBe(
      `{"ok": false, "error": "bad parameters", "detail": "read_file() got an unexpected keyword argument '${name}'"}`,
    );
  });

  it('[O13] repaired retries what clears, after a wait, and sleeps no longer than it has to', () => {
    const repaired = (faults: object[], agent: object = READ) => run(agent, faults, 'run_tool_repaired');
    for (const fault of [{ kind: 'http', status: 429 }, { kind: 'http', status: 503 }, { kind: 'error', name: 'timeout' }]) {
      expect(sentAt(repaired(striking('read_file', fault)))).toEqual([0, 500]);
    }
    expect(eventsOf(repaired(striking('read_file', SILENT)), 'observation')[0]?.at).toBe(4_500);
    expect(reads(repaired(striking('read_file', { kind: 'empty' })))).toBe('{"ok": false, "error": "not found"}');
    expect(reads(repaired(striking('read_file', { kind: 'bug', type: 'TypeError', message: 'x' })))).toBe('{"ok": false, "error": "TypeError", "detail": "x"}');
    expect(reads(repaired([], file({ path: 7 })))).toBe('{"ok": false, "error": "bad parameters", "detail": "path must be a non-empty string, got the number 7"}');
    expect(reads(repaired(striking('process_refund', SILENT), REFUND))).toBe('{"ok": false, "error": "outcome unknown", "detail": "it may have acted; check before repeating"}');
  });
});

describe('the ablations', () => {
  const missing = call('get_user', { user_id: 'u-1' });

  it('[O18] without classification, what cannot clear is sent to the end of the retries', () => {
    const lane = behind('retry_everything', { tools, agent: missing });
    expect(sentAt(lane)).toEqual([0, 500, 1_500]);
    expect(resultOf(lane, 'call')).toMatchObject({ category: 'permanent', disposition: 'gave-up' });
    expect(sentAt(behind('execute_tool', { tools, agent: missing }))).toEqual([0]);
  });

  it('[O18] without Observations, a failure ends the run, at once or after the retries', () => {
    const fault = (kind: object, more: object = {}) => behind('raise_failures', { tools, agent: GET_USER, faults: striking('get_user', kind), ...more });
    expect([sentAt(fault({ kind: 'http', status: 403 })), died(fault({ kind: 'http', status: 403 }))]).toEqual([[0], true]);
    expect([sentAt(fault({ kind: 'http', status: 503 })), died(fault({ kind: 'http', status: 503 }))]).toEqual([[0, 500, 1_500], true]);
    expect(died(fault(SILENT, { policy: { total: { deadlineMs: 1_000 } } }))).toBe(true);
    expect(died(behind('raise_failures', { tools, agent: call('rm_rf', {}) }))).toBe(true);
    expect(died(behind('raise_failures', { tools, agent: GET_USER }))).toBe(false);
  });
});
