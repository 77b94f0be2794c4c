import { describe, expect, it } from 'vitest';
import type { LaneTrace } from '../../src/core/trace.ts';
import { parseScenario } from '../../src/core/scenario.ts';
import { ALL_TOOLS, behind, striking } from './models.ts';
import { eventsOf, resultOf } from './runs.ts';

type Route = { readonly tool: string; readonly args: object; readonly corrected: object | null };

function route(tool: string, args: object, corrected: object | null = null): Route {
  return { tool, args, corrected };
}

function plan(goals: object[], more: object = {}): object {
  return { controller: 'rules', task: 'The task', goals, ...more };
}

/** In the words of 001 and 003, by the handler whose texts name a move; 000's name none, and the class decides. */
function run(agent: object, more: object = {}, handler: Parameters<typeof behind>[0] = 'execute_tool'): LaneTrace {
  return behind(handler, { tools: ALL_TOOLS, agent, ...more });
}

function calls(lane: LaneTrace): string[] {
  return eventsOf(lane, 'action').map(({ call, tool, args }) => `${call}: ${tool}(${Object.values(args).map(String).join(', ')})`);
}

function end(lane: LaneTrace): string {
  const [finish] = eventsOf(lane, 'finish');
  return finish === undefined ? 'no end' : `${finish.report} | ${finish.answer}`;
}

const GONE = route('get_user', { user_id: 'u-1' });
const FOUND = route('get_user', { user_id: 'u-4821' });
const BY_MAIL = route('search_users', { email: 'ada@example.com' });
const ADA = 'u-4821: ada@example.com, active';
const OF_ORDER = { order_id: 'ORD-5510', amount: 80 };
const HOLD = { id: 'hold', routes: [route('place_hold', OF_ORDER)], undo: route('release_hold', OF_ORDER) };
const PAY = { id: 'pay', routes: [route('process_refund', OF_ORDER)] };
const CLOSED = { kind: 'declined', code: 'closed' };

describe('a model by rules', () => {
  it('[L9] reaches its goals one after the other, and answers with what it found last', () => {
    const lane = run(plan([{ id: 'a', routes: [FOUND] }, { id: 'b', routes: [BY_MAIL] }]));
    expect(calls(lane)).toEqual(['a: get_user(u-4821)', 'b: search_users(ada@example.com)']);
    expect(end(lane)).toBe(`answered | The task: done (${ADA}).`);
  });

  it('[L10] takes another route where the door is closed, and stops behind the last one', () => {
    expect(calls(run(plan([{ id: 'a', routes: [GONE, BY_MAIL] }])))).toEqual(['a: get_user(u-1)', 'a-2: search_users(ada@example.com)']);
    const lane = run(plan([{ id: 'a', routes: [GONE] }]));
    expect(end(lane)).toBe(
      "handed-off | The task: not finished. done: nothing; failed: a ([permanent] 404: no user with id 'u-1'); unknown: nothing; next: a.",
    );
    expect(calls(run(plan([{ id: 'a', routes: [route('no_such_tool', {}), FOUND] }])))).toEqual(['a: no_such_tool()', 'a-2: get_user(u-4821)']);
  });

  it('[L10] a closed door is another route in one document, and never another route in the other', () => {
    const agent = plan([{ id: 'a', routes: [FOUND, BY_MAIL] }]);
    const faults = striking('get_user', { kind: 'http', status: 403 });
    expect(calls(run(agent, { faults }, 'call_tool'))).toEqual(['a: get_user(u-4821)', 'a-2: search_users(ada@example.com)']);
    expect(calls(run(agent, { faults }, 'typed_failures'))).toEqual(['a: get_user(u-4821)']);
  });

  it('[L10] rewrites its arguments once it is told, as often as it may, and starts over on another route', () => {
    const mended = route('get_user', { user_id: 7 }, { user_id: 'u-4821' });
    expect(calls(run(plan([{ id: 'a', routes: [mended] }])))).toEqual(['a: get_user(7)', 'a-2: get_user(u-4821)']);
    const never = route('get_user', { user_id: 7 }, { user_id: 8 });
    for (const maxCorrections of [0, 1, 3]) {
      expect(calls(run(plan([{ id: 'a', routes: [never, BY_MAIL] }], { maxCorrections })))).toHaveLength(1 + maxCorrections);
    }
    expect(calls(run(plan([{ id: 'a', routes: [route('get_user', { user_id: 7 })] }])))).toHaveLength(1);
  });

  it('[L10] stops where a wait would help, or nobody knows', () => {
    expect(end(run(plan([{ id: 'a', routes: [FOUND, BY_MAIL] }]), { faults: striking('get_user', { kind: 'http', status: 503 }) }))).toBe(
      'handed-off | The task: not finished. done: nothing; failed: a ([transient] temporary upstream failure (HTTP 503) (gave up after 3 attempts)); unknown: nothing; next: a.',
    );
  });

  it('[L11] goes on as though it had worked if it is careless, and says what it made up', () => {
    const lane = run(plan([{ id: 'a', routes: [GONE, BY_MAIL], invents: 'she is active' }, { id: 'b', routes: [FOUND] }], { character: 'careless' }));
    expect(calls(lane)).toEqual(['a: get_user(u-1)', 'b: get_user(u-4821)']);
    expect(end(lane)).toBe('invented | The task: she is active.');
  });

  it('[L11] calls again what has failed if it is stubborn, until it works', () => {
    const faults = striking('get_user', { kind: 'http', status: 403 }, { kind: 'http', status: 403 }, null);
    const lane = run(plan([{ id: 'a', routes: [FOUND, BY_MAIL] }], { character: 'stubborn' }), { faults });
    expect(calls(lane)).toEqual(['a: get_user(u-4821)', 'a-2: get_user(u-4821)', 'a-3: get_user(u-4821)']);
    expect(end(lane)).toBe(`answered | The task: done (${ADA}).`);
  });
});

describe('the guard of the loop', () => {
  const stubborn = plan([{ id: 'a', routes: [GONE] }], { character: 'stubborn' });

  it('[L12] tells the model at the third time, and ends the run at the fifth', () => {
    const lane = run(stubborn, { loop: {} });
    expect(calls(lane)).toHaveLength(5);
    expect(eventsOf(lane, 'loop-warning').map(({ call, times }) => [call, times])).toEqual([['a-3', 3]]);
    expect(resultOf(lane, 'a-3').observation).toBe(
      "[permanent] 404: no user with id 'u-1' [This call has come to this result 3 times. Do something else, or stop.]",
    );
    expect(resultOf(lane, 'a-4').observation).toBe("[permanent] 404: no user with id 'u-1'");
    expect(end(lane)).toBe('stopped | Not finished: get_user came to the same result 5 times in a row.');
  });

  it('[L12] counts the same result of the same call: what gets on is no loop', () => {
    const texts = [400, 401, 402, 403, 405, 406, 407, 409].map((status) => ({ kind: 'http', status }));
    const lane = run(plan([{ id: 'a', routes: [FOUND] }], { character: 'stubborn' }), { loop: {}, faults: striking('get_user', ...texts, null) });
    expect(calls(lane)).toHaveLength(9);
    expect(end(lane)).toMatch(/^answered/);
  });

  it('[L13] counts calls against the budget of steps, and lets the last words be said', () => {
    const goals = ['a', 'b', 'c'].map((id) => ({ id, routes: [FOUND] }));
    const steps = (maxSteps: number) => end(run(plan(goals), { loop: { warnAt: null, maxSteps } }));
    expect(steps(2)).toBe('stopped | Not finished: the budget of 2 steps is used up.');
    expect(steps(3)).toBe(`answered | The task: done (${ADA}).`);
  });

  it('[L13] ends a model that never stops after 1,000 calls, whatever its file allows', () => {
    const endless = run(plan([{ id: 'a', routes: [route('get_user', {})] }], { character: 'stubborn' }));
    expect(calls(endless)).toHaveLength(1_000);
    expect(end(endless)).toBe('stopped | Not finished: the budget of 1000 steps is used up.');
  });
});

describe('a case that cannot be finished', () => {
  it('[L14] [L15] is undone, the last first, and handed over with what is done, undone, failed, unknown and next', () => {
    const agent = plan([{ id: 'look', routes: [FOUND] }, HOLD, { ...HOLD, id: 'hold-more' }, PAY, { id: 'tell', routes: [BY_MAIL] }]);
    const lane = run(agent, { faults: striking('process_refund', CLOSED) });
    expect(calls(lane).map((call) => call.split(':')[0])).toEqual(['look', 'hold', 'hold-more', 'pay', 'undo-hold-more', 'undo-hold']);
    expect(end(lane)).toBe(
      'handed-off | The task: not finished. done: look; undone again: hold, hold-more; failed: pay ([permanent] declined: closed); unknown: nothing; next: pay, tell.',
    );
    expect(eventsOf(lane, 'alert')).toEqual([]);
  });

  it('[L15] whose way back fails calls a person, and says that it stands', () => {
    const faults = [...striking('process_refund', CLOSED), ...striking('release_hold', { kind: 'http', status: 403 })];
    const lane = run(plan([HOLD, PAY]), { faults });
    expect(eventsOf(lane, 'alert').map(({ call, tool }) => [call, tool])).toEqual([['undo-hold', 'release_hold']]);
    expect(end(lane)).toBe(
      'handed-off | The task: not finished. done: hold; failed: pay ([permanent] declined: closed), undo-hold ([permanent] 403: refused by the dependency); unknown: nothing; next: pay.',
    );
  });

  it('[L15] is not undone where it may have succeeded, and is told as unknown', () => {
    const faults = striking('process_refund', { kind: 'silence', which: 'request-lost' });
    const lane = run(plan([HOLD, PAY]), { faults }, 'typed_failures');
    expect(calls(lane)).toHaveLength(2);
    expect(end(lane)).toBe('handed-off | The task: not finished. done: hold; failed: nothing; unknown: pay; next: pay.');
  });

  it('[L15] whose way back nobody heard of is unknown too', () => {
    const faults = [...striking('process_refund', CLOSED), ...striking('release_hold', { kind: 'silence', which: 'request-lost' })];
    const lane = run(plan([HOLD, PAY]), { faults }, 'typed_failures');
    expect(end(lane)).toContain('done: hold; failed: pay ([business-rejection] declined: closed. This is a decision, not an error: follow the process for it.); unknown: undo-hold; next: pay.');
    expect(eventsOf(lane, 'alert')).toHaveLength(1);
  });
});

describe('a parked case', () => {
  const DOWN = [{ tool: 'get_user', during: { fromMs: 0, toMs: 30_000 }, fault: { kind: 'http', status: 503 } }];
  const agent = plan([{ id: 'a', routes: [FOUND] }]);

  it('[L16] sleeps with its state, and its call is made again under a budget of its own', () => {
    const lane = run(agent, { faults: DOWN, loop: { resumeAfterMs: 60_000 } }, 'typed_failures');
    // Attempts at 0, 0.5 and 1.5 s.
    expect(eventsOf(lane, 'park').map(({ at, until }) => [at, until])).toEqual([[1_500, 61_500]]);
    expect(eventsOf(lane, 'action').map(({ at, call, step }) => [at, call, step])).toEqual([
      [0, 'a', 1],
      [61_500, 'a-resumed', 1],
    ]);
    expect(resultOf(lane, 'a').disposition).toBe('parked');
    expect(end(lane)).toBe(`answered | The task: done (${ADA}).`);
  });

  it('[L15] [L16] that is not resumed is handed over, and nothing of it is undone', () => {
    const faults = striking('process_refund', { kind: 'http', status: 503 });
    const lane = run(plan([HOLD, PAY]), { faults }, 'typed_failures');
    expect(calls(lane)).toHaveLength(2);
    expect(end(lane)).toMatch(/^handed-off \| The task: not finished\. done: hold; failed: pay \(\[down\] .*\); unknown: nothing; next: pay\.$/);
  });
});

it.each([
  ['undo-hold', ['hold']],
  ['hold-resumed', ['hold']],
  ['hold-2', ['hold']],
])('[S12] a goal may not be called %s beside %j, since a call of another has that name', (id, others) => {
  const agent = plan([...others, id].map((each) => ({ id: each, routes: [FOUND] })));
  const file = { version: 1, name: 'a', policy: { maxRetries: 0, deadlineMs: null, backoff: { growth: { kind: 'constant', delayMs: 0 } } }, agent, lanes: [{ id: 'a', guard: { kind: 'none' }, handler: 'execute_tool' }] };
  const parsed = parseScenario(file);
  expect(parsed.ok ? [] : parsed.problems).toEqual([{ path: 'agent.goals', message: 'Expected goals whose calls have different names' }]);
  const alone = { ...file, agent: plan([{ id: 'step-2', routes: [FOUND] }, { id: 'hold-2x', routes: [FOUND] }]) };
  expect(parseScenario(alone).ok).toBe(true);
});
