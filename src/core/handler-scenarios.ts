import type { Claim } from './claim.ts';
import { DEFAULT_SETTINGS, figureScenario } from './figure.ts';
import type { HandlerId } from './handlers/handler.ts';
import { handlerLane } from './handlers/handler-lane.ts';
import type { NamedScenario } from './named-scenario.ts';
import type { LaneSetting, Scenario } from './scenario.ts';

/** The systems of the four documents on one fault, each in a lane of its own. */

const figure = figureScenario(DEFAULT_SETTINGS);

type Agent = Scenario['agent'];

/** The first two are seen first: one that goes by a taxonomy of five, and one that tells seven apart. */
const FOUR: readonly HandlerId[] = ['execute_tool', 'typed_failures', 'call_tool', 'run_tool'];

function run(name: string, title: string, agent: Agent, changed: Partial<Scenario>, claims: readonly Claim[]): NamedScenario {
  // What is told by rules is about the model; one call is about what stands before its tool.
  const group = agent.controller === 'rules' ? 'loop' : 'handlers';
  return { group, scenario: { ...figure, name, title, agent, faults: [], lanes: FOUR.map(handlerLane), ...changed }, claims };
}

function oneCall(tool: string, args: Extract<Agent, { controller: 'single-call' }>['args']): Agent {
  return { controller: 'single-call', tool, args };
}

const REFUND = oneCall('process_refund', { order_id: figure.order.id, amount: 80 });
const RUN_TOOL: readonly LaneSetting[] = [handlerLane('run_tool'), handlerLane('run_tool_repaired')];

function strike(tool: string, from: number, to: number | null, fault: Scenario['faults'][number]['fault']): Scenario['faults'][number] {
  return { tool, requests: { from, to }, fault };
}

const PAYMENTS: Partial<Scenario> = { tools: ['list_payments'] };
/** 20, 20 and 17. */
const THREE_PAGES: NonNullable<Scenario['listing']> = { items: 57, size: 20, tellsTotal: true, emptyCursor: false };

const HOLDING = ['place_hold', 'release_hold', 'process_refund'];
const OF_ORDER = { order_id: figure.order.id, amount: 80 };
/** Each step can be undone by one of its own, which may be sent again without harm. */
const HOLD_THEN_REFUND: Agent = {
  controller: 'rules',
  task: `Hold and refund ${figure.order.id}`,
  character: 'careful',
  maxCorrections: 3,
  goals: [
    {
      id: 'hold',
      routes: [{ tool: 'place_hold', args: OF_ORDER, corrected: null }],
      undo: { tool: 'release_hold', args: OF_ORDER, corrected: null },
      invents: 'the money is held',
    },
    { id: 'refund', routes: [{ tool: 'process_refund', args: OF_ORDER, corrected: null }], undo: null, invents: 'the refund is done' },
  ],
};

const CREDIT_MINOR = 2_500;
/** The credit is applied, and the proxy in front of it gives up on the slow answer. */
const SLOW_504 = { kind: 'http', status: 504, applied: 'with-the-answer' } as const;
const DEDUPE_BY_KEY: NonNullable<Scenario['gateway']['dedupe']> = {
  by: 'key',
  ttlMs: null,
  fingerprint: null,
  inFlight: '409',
  leaseMs: null,
  storesFailures: false,
  onRepeat: 'replay',
  scope: 'global',
};

function batchLane(id: string, title: string, batch: NonNullable<NonNullable<Scenario['client']>['batch']>): LaneSetting {
  return { id, title, guard: { kind: 'none' }, handler: 'client', changes: { client: { batch } } };
}

export const HANDLER_SCENARIOS: readonly NamedScenario[] = [
  run('twice-slow', 'a lookup that times out twice and then answers', oneCall('slow_lookup', { query: "today's order count" }), {
    faults: [strike('slow_lookup', 1, 2, { kind: 'slow', latencyMs: 5_000 })],
  }, [
    { kind: 'recovers', lane: 'execute-tool', call: 'call', attempt: 3 },
    { kind: 'recovers', lane: 'call-tool', call: 'call', attempt: 3 },
    { kind: 'recovers', lane: 'typed-failures', call: 'call', attempt: 3 },
    // One retry by default: it never gets to the answer.
    { kind: 'gives-up', lane: 'run-tool', call: 'call', attempts: 2 },
  ]),
  run('write-unheard', 'a write that timed out after it was applied', REFUND, {
    faults: [strike('process_refund', 1, 1, { kind: 'silence', which: 'answer-lost' })],
  }, [
    { kind: 'refunds', lane: 'execute-tool', count: 2, totalMinor: 16_000 },
    { kind: 'refunds', lane: 'call-tool', count: 2, totalMinor: 16_000 },
    { kind: 'refunds', lane: 'typed-failures', count: 1, totalMinor: 8_000 },
    { kind: 'ends', lane: 'typed-failures', call: 'call', disposition: 'succeeded' },
    { kind: 'refunds', lane: 'run-tool', count: 2, totalMinor: 16_000 },
  ]),
  run('one-page-of-three', 'a search that returns one page of three', oneCall('list_payments', { month: '2026-11' }), {
    ...PAYMENTS,
    listing: THREE_PAGES,
  }, [
    { kind: 'ends', lane: 'execute-tool', call: 'call', disposition: 'succeeded' },
    { kind: 'fed-back', lane: 'typed-failures', call: 'call', category: 'incomplete' },
    { kind: 'reads', lane: 'typed-failures', call: 'call', text: '20 of 57 records' },
    { kind: 'reads', lane: 'run-tool', call: 'call', text: '{"ok": true, "result": "20 records"}' },
  ]),
  run('bad-parameters', 'a number where a path is required', oneCall('read_file', { path: 7 }), { tools: ['read_file', 'http_get'], lanes: RUN_TOOL }, [
    { kind: 'reads', lane: 'run-tool', call: 'call', text: '{"ok": false, "error": "bad parameters", "detail": ' },
    { kind: 'reads', lane: 'run-tool-repaired', call: 'call', text: 'path must be a non-empty string' },
    { kind: 'requests', lane: 'run-tool-repaired', call: 'call', count: 0 },
  ]),
  run('path-escapes', 'a path that leaves the project', oneCall('read_file', { path: '../../etc/passwd' }), {
    tools: ['read_file', 'http_get'],
    lanes: RUN_TOOL,
  }, [
    { kind: 'reads', lane: 'run-tool', call: 'call', text: '{"ok": false, "error": "path escapes the project"}' },
    { kind: 'requests', lane: 'run-tool', call: 'call', count: 1 },
  ]),
  run('forced-timeout', 'a tiny timeout against a slow host', oneCall('http_get', { url: 'http://slow.example' }), {
    tools: ['read_file', 'http_get'],
    lanes: RUN_TOOL,
    faults: [strike('http_get', 1, null, { kind: 'slow', latencyMs: 5_000 })],
  }, [
    { kind: 'reads', lane: 'run-tool', call: 'call', text: '{"ok": false, "error": "timeout", "attempt": 2}' },
    { kind: 'gives-up', lane: 'run-tool-repaired', call: 'call', attempts: 2 },
  ]),
  run('hand-built-call', 'a tool name that is not in the registry', oneCall('delete_everything', {}), { tools: ['read_file', 'http_get'] }, [
    { kind: 'reads', lane: 'run-tool', call: 'call', text: '{"ok": false, "error": "unknown tool", "name": "delete_everything"}' },
    { kind: 'dies', lane: 'call-tool' },
    { kind: 'fed-back', lane: 'execute-tool', call: 'call', category: 'unknown-tool' },
  ]),
  run('credit-storm', 'credits behind a client that retries every 5xx', {
    controller: 'operations',
    operations: ['acct-1', 'acct-2', 'acct-3'].map((id, index) => ({
      id,
      atMs: index * 120_000,
      intent: id,
      effect: 'write',
      amountMinor: CREDIT_MINOR,
      units: 1,
      subject: id,
      body: 'credit',
      endpoint: 'credits',
      tenant: 'shop',
    })),
  }, {
    latency: { ...figure.latency, refundMs: 0, postingMs: 0 },
    policy: { ...figure.policy, maxRetries: 3, deadlineMs: null },
    gateway: { refusesOverCapture: false, dedupe: DEDUPE_BY_KEY },
    key: { scope: 'none', rotateOn: [], lifetimeMs: null },
    faults: [
      { ...strike('request', 1, 2, SLOW_504), operation: 'acct-1' },
      { ...strike('request', 1, 3, SLOW_504), operation: 'acct-2' },
    ],
    lanes: [
      { id: 'inherited', title: 'Retry on 5xx, as for reads', guard: { kind: 'none' }, handler: 'client' },
      {
        id: 'with-key',
        title: 'The same, and a key on every credit',
        guard: { kind: 'none' },
        handler: 'client',
        changes: { key: { scope: 'operation', rotateOn: [], lifetimeMs: null } },
      },
    ],
  }, [
    { kind: 'effects', lane: 'inherited', operation: 'acct-1', count: 3 },
    { kind: 'effects', lane: 'inherited', operation: 'acct-2', count: 4 },
    { kind: 'effects', lane: 'inherited', operation: 'acct-3', count: 1 },
    { kind: 'effects', lane: 'with-key', operation: 'acct-1', count: 1 },
    { kind: 'effects', lane: 'with-key', operation: 'acct-2', count: 1 },
    { kind: 'effects', lane: 'with-key', operation: 'acct-3', count: 1 },
  ]),
  run('one-item-of-ten', 'a 200 with a failed item inside, read in three ways', {
    controller: 'operations',
    operations: [{ id: 'load', atMs: 0, intent: 'load', effect: 'write', amountMinor: 0, units: 1, subject: 'load', body: 'body', endpoint: 'bulk', tenant: 'shop', items: 10 }],
  }, {
    latency: { ...figure.latency, refundMs: 400, postingMs: 300 },
    faults: [strike('request', 1, 1, { kind: 'items', failed: [{ item: 10, status: 429 }] })],
    lanes: [
      batchLane('resends-all', 'Sends the whole batch again', { reads: 'items', resends: 'all' }),
      batchLane('resends-failed', 'Sends again what failed', { reads: 'items', resends: 'failed' }),
      batchLane('reads-status', 'Reads the status alone', { reads: 'status', resends: 'failed' }),
    ],
  }, [
    { kind: 'entries', lane: 'resends-all', operation: 'load', count: 19 },
    { kind: 'ends', lane: 'resends-all', call: 'load', disposition: 'recovered' },
    { kind: 'entries', lane: 'resends-failed', operation: 'load', count: 10 },
    { kind: 'requests', lane: 'resends-failed', call: 'load', count: 2 },
    { kind: 'entries', lane: 'reads-status', operation: 'load', count: 9 },
    { kind: 'ends', lane: 'reads-status', call: 'load', disposition: 'succeeded' },
  ]),
  run('retried-into-the-limit', 'a 404 that is asked for until the rate limit comes', oneCall('search_index', { index: 'archive', query: 'ORD-5510' }), {
    policy: { ...figure.policy, maxRetries: 4 },
    faults: [strike('search_index', 4, null, { kind: 'http', status: 429 })],
    lanes: [handlerLane('retry_everything'), handlerLane('execute_tool')],
  }, [
    { kind: 'requests', lane: 'retry-everything', call: 'call', count: 5 },
    { kind: 'reads', lane: 'retry-everything', call: 'call', text: 'HTTP 429' },
    { kind: 'requests', lane: 'execute-tool', call: 'call', count: 1 },
    { kind: 'fed-back', lane: 'execute-tool', call: 'call', category: 'permanent' },
  ]),
  run('drop-classification', 'everything is retried: three times the same 404', oneCall('search_index', { index: 'archive', query: 'ORD-5510' }), {
    lanes: [handlerLane('retry_everything'), handlerLane('execute_tool')],
  }, [
    { kind: 'requests', lane: 'retry-everything', call: 'call', count: 3 },
    { kind: 'gives-up', lane: 'retry-everything', call: 'call', attempts: 3 },
    { kind: 'requests', lane: 'execute-tool', call: 'call', count: 1 },
  ]),
  run('drop-observation', 'failures are raised: the run is dead', oneCall('slow_lookup', { query: "today's order count" }), {
    faults: [strike('slow_lookup', 1, null, { kind: 'slow', latencyMs: 5_000 })],
    lanes: [handlerLane('raise_failures'), handlerLane('execute_tool')],
  }, [
    { kind: 'dies', lane: 'raise-failures' },
    { kind: 'gives-up', lane: 'execute-tool', call: 'call', attempts: 3 },
  ]),
  run('another-route', 'no user by that id: search for the address instead', {
    controller: 'rules',
    task: 'Find the user behind the ticket',
    character: 'careful',
    maxCorrections: 3,
    goals: [
      {
        id: 'user',
        routes: [
          { tool: 'get_user', args: { user_id: 'u-4711' }, corrected: null },
          { tool: 'search_users', args: { email: 'ada@example.com' }, corrected: null },
        ],
        undo: null,
        invents: 'the user is active',
      },
    ],
  }, {
    tools: ['get_user', 'search_users'],
    lanes: [
      handlerLane('execute_tool'),
      handlerLane('typed_failures'),
      { ...handlerLane('run_tool'), id: 'careless', title: 'run_tool, read by a careless model', changes: { agent: { character: 'careless' } } },
    ],
  }, [
    { kind: 'fed-back', lane: 'execute-tool', call: 'user', category: 'permanent' },
    { kind: 'ends', lane: 'execute-tool', call: 'user-2', disposition: 'succeeded' },
    { kind: 'reports', lane: 'execute-tool', report: 'answered' },
    { kind: 'reports', lane: 'careless', report: 'invented' },
  ]),
  run('three-models', 'no user by that id: a careful model, a careless one, a stubborn one', {
    controller: 'rules',
    task: 'Find the user behind the ticket',
    character: 'careful',
    maxCorrections: 3,
    goals: [{ id: 'user', routes: [{ tool: 'get_user', args: { user_id: 'u-4711' }, corrected: null }], undo: null, invents: 'the user is active' }],
  }, {
    tools: ['get_user', 'search_users'],
    loop: { warnAt: 3, stopAt: 5, maxSteps: 20, resumeAfterMs: null },
    lanes: [
      { ...handlerLane('execute_tool'), id: 'careful', title: 'A careful model' },
      { ...handlerLane('execute_tool'), id: 'careless', title: 'A careless model', changes: { agent: { character: 'careless' } } },
      { ...handlerLane('execute_tool'), id: 'stubborn', title: 'A stubborn model', changes: { agent: { character: 'stubborn' } } },
    ],
  }, [
    { kind: 'fed-back', lane: 'careful', call: 'user', category: 'permanent' },
    { kind: 'reports', lane: 'careful', report: 'handed-off' },
    { kind: 'fed-back', lane: 'careless', call: 'user', category: 'permanent' },
    { kind: 'reports', lane: 'careless', report: 'invented' },
    { kind: 'reports', lane: 'stubborn', report: 'stopped' },
  ]),
  run('three-pages', 'a list in three pages, of which one handler tells', {
    controller: 'rules',
    task: 'Count the payments',
    character: 'careful',
    maxCorrections: 3,
    goals: [{ id: 'payments', routes: [{ tool: 'list_payments', args: { month: '2026-11' }, corrected: null }], undo: null, invents: 'a few payments' }],
  }, { ...PAYMENTS, listing: THREE_PAGES, lanes: [handlerLane('execute_tool'), handlerLane('typed_failures')] }, [
    { kind: 'ends', lane: 'execute-tool', call: 'payments', disposition: 'succeeded' },
    { kind: 'requests', lane: 'execute-tool', call: 'payments-2', count: 0 },
    { kind: 'fed-back', lane: 'typed-failures', call: 'payments', category: 'incomplete' },
    { kind: 'ends', lane: 'typed-failures', call: 'payments-3', disposition: 'succeeded' },
    { kind: 'reads', lane: 'typed-failures', call: 'payments-3', text: '57 in all' },
  ]),
  run('denied', 'permission denied: another route, or never another route', {
    controller: 'rules',
    task: 'Read the customer record',
    character: 'careful',
    maxCorrections: 3,
    goals: [
      {
        id: 'record',
        routes: [
          { tool: 'get_user', args: { user_id: 'u-4821' }, corrected: null },
          { tool: 'search_users', args: { email: 'ada@example.com' }, corrected: null },
        ],
        undo: null,
        invents: 'the record is as usual',
      },
    ],
  }, {
    tools: ['get_user', 'search_users'],
    faults: [strike('get_user', 1, null, { kind: 'http', status: 403 })],
    lanes: [handlerLane('call_tool'), handlerLane('typed_failures')],
  }, [
    { kind: 'reads', lane: 'call-tool', call: 'record', text: 'try another route' },
    { kind: 'ends', lane: 'call-tool', call: 'record-2', disposition: 'succeeded' },
    { kind: 'reads', lane: 'typed-failures', call: 'record', text: 'Do not look for another way to the same data' },
    { kind: 'reports', lane: 'typed-failures', report: 'handed-off' },
  ]),
  run('same-again', 'a model that calls what has failed again and again', {
    controller: 'rules',
    task: 'Find the user behind the ticket',
    character: 'stubborn',
    maxCorrections: 3,
    goals: [{ id: 'user', routes: [{ tool: 'get_user', args: { user_id: 'u-4711' }, corrected: null }], undo: null, invents: 'the user is active' }],
  }, {
    tools: ['get_user', 'search_users'],
    loop: { warnAt: 3, stopAt: 5, maxSteps: 20, resumeAfterMs: null },
    lanes: [
      handlerLane('execute_tool'),
      // Nothing found is no failure there, so it takes one to use up the budget.
      { ...handlerLane('call_tool'), title: 'call_tool, with its budget of three', changes: { faults: [strike('get_user', 1, null, { kind: 'http', status: 403 })] } },
    ],
  }, [
    { kind: 'reads', lane: 'execute-tool', call: 'user-3', text: 'This call has come to this result 3 times' },
    { kind: 'reports', lane: 'execute-tool', report: 'stopped' },
    { kind: 'requests', lane: 'call-tool', call: 'user-3', count: 1 },
    { kind: 'requests', lane: 'call-tool', call: 'user-4', count: 0 },
    { kind: 'reads', lane: 'call-tool', call: 'user-4', text: 'get_user has failed 3 times and is unavailable for the rest of this run.' },
  ]),
  run('parked', 'a dependency that is down: parked, and resumed later', {
    controller: 'rules',
    task: 'Count the payments',
    character: 'careful',
    maxCorrections: 3,
    goals: [{ id: 'payments', routes: [{ tool: 'list_payments', args: { month: '2026-11' }, corrected: null }], undo: null, invents: '57 payments' }],
  }, {
    ...PAYMENTS,
    loop: { warnAt: 3, stopAt: 5, maxSteps: 20, resumeAfterMs: 60_000 },
    faults: [{ tool: 'list_payments', requests: { from: 1, to: null }, during: { fromMs: 0, toMs: 30_000 }, fault: { kind: 'http', status: 503 } }],
    lanes: [handlerLane('typed_failures'), handlerLane('execute_tool')],
  }, [
    { kind: 'ends', lane: 'typed-failures', call: 'payments', disposition: 'parked' },
    { kind: 'ends', lane: 'typed-failures', call: 'payments-resumed', disposition: 'succeeded' },
    { kind: 'gives-up', lane: 'execute-tool', call: 'payments', attempts: 3 },
  ]),
  run('undone-again', 'a task that fails halfway: what was done is undone', HOLD_THEN_REFUND, {
    tools: HOLDING,
    faults: [strike('process_refund', 1, null, { kind: 'declined', code: 'the accounting period is closed' })],
    lanes: [handlerLane('typed_failures')],
  }, [
    { kind: 'fed-back', lane: 'typed-failures', call: 'refund', category: 'business-rejection' },
    { kind: 'ends', lane: 'typed-failures', call: 'undo-hold', disposition: 'succeeded' },
    { kind: 'reports', lane: 'typed-failures', report: 'handed-off' },
    { kind: 'effects', lane: 'typed-failures', operation: `place_hold ${figure.order.id}`, count: 1 },
    { kind: 'effects', lane: 'typed-failures', operation: `release_hold ${figure.order.id}`, count: 1 },
  ]),
  run('undo-fails', 'a step that cannot be undone: an alert, and a person', HOLD_THEN_REFUND, {
    tools: HOLDING,
    faults: [
      strike('process_refund', 1, null, { kind: 'declined', code: 'the accounting period is closed' }),
      strike('release_hold', 1, null, { kind: 'http', status: 429 }),
    ],
    lanes: [handlerLane('typed_failures')],
  }, [
    { kind: 'requests', lane: 'typed-failures', call: 'undo-hold', count: 3 },
    { kind: 'alerts', lane: 'typed-failures', call: 'undo-hold' },
    { kind: 'reports', lane: 'typed-failures', report: 'handed-off' },
    { kind: 'effects', lane: 'typed-failures', operation: `place_hold ${figure.order.id}`, count: 1 },
  ]),
];
