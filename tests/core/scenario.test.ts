import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScenario, type Problem, type Scenario } from '../../src/core/scenario.ts';
import { simulate } from '../../src/core/simulate.ts';
import { leastTime } from '../least-time.ts';
import { anyScenario } from './arbitrary-scenario.ts';
import { figureWith, oneCall } from './runs.ts';

const VALID = figureWith(['silence']);

/** A file as it would be read: changed at one dotted path. */
function changed(path: string, value: unknown, base: Scenario = VALID): unknown {
  const file = JSON.parse(JSON.stringify(base)) as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let at = file;
  for (const key of keys) at = at[key] as Record<string, unknown>;
  at[last] = value;
  return file;
}

function problemsOf(input: unknown): readonly Problem[] {
  const parsed = parseScenario(input);
  return parsed.ok ? [] : parsed.problems;
}

function pathsOf(input: unknown): string[] {
  return problemsOf(input).map(({ path }) => path);
}

describe('a scenario file', () => {
  it('[S1] names every problem with its path', () => {
    const file = changed('policy.maxRetries', -1) as Record<string, unknown>;
    file['seed'] = 'lucky';
    file['faults'] = [{ tool: 'process_refund', requests: { from: 1, to: 1 }, fault: { kind: 'http', status: 199 } }];
    file['lanes'] = [];
    expect(pathsOf(file)).toEqual(['seed', 'policy.maxRetries', 'faults.0.fault.status', 'lanes']);
    for (const { message } of problemsOf(file)) expect(message).toMatch(/^\S.*Expected/);
    expect(pathsOf({})).toEqual(['version', 'name', 'policy', 'agent', 'lanes']);
  });

  it('[S1] anything at all can be parsed', () => {
    const circular: unknown[] = [];
    circular.push(circular, circular);
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const inputs: unknown[] = [
      undefined,
      null,
      NaN,
      0,
      'scenario',
      Symbol('scenario'),
      10n,
      () => VALID,
      [],
      [VALID],
      new Map(),
      new Date(0),
      Object.create(null),
      circular,
      { ...VALID, order: circular },
      revoked.proxy,
      {
        get version() {
          throw new Error('a getter of the host');
        },
      },
    ];
    for (const input of inputs) expect(problemsOf(input).length).toBeGreaterThan(0);
  });

  it('[S1] whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (input) => {
        expect(parseScenario(input).ok).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('[S1] [S7] a valid file with any one value replaced is refused or runs', () => {
    const hostile = fc.oneof(
      fc.constantFrom<unknown>(NaN, -0, 1e308, -1, Infinity, '', null, undefined, [], {}, '__proto__', '\ud800', 0.5, 2 ** 53),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const paths = fc.constantFrom(
      ...['name', 'title', 'seed', 'order.id', 'order.capturedMinor', 'order.refundMinor', 'order.currency', 'policy.maxRetries'],
      ...['policy.deadlineMs', 'policy.backoff.growth.initialMs', 'policy.backoff.growth.factor', 'policy.backoff.growth'],
      ...['policy.backoff.jitter', 'policy.backoff.capMs', 'policy.backoff.floorMs', 'policy.backoff.rounding', 'latency.readMs'],
      ...['latency.postingMs', 'latency.refundMs', 'faults', 'faults.0', 'faults.0.tool', 'faults.0.requests.to', 'faults.0.fault'],
      ...['agent', 'agent.slips', 'agent.slips.index', 'agent.slips.amount', 'lanes', 'lanes.0.id', 'lanes.0.guard', '__proto__'],
    );
    fc.assert(
      fc.property(paths, hostile, (path, value) => {
        const parsed = parseScenario(changed(path, value));
        if (parsed.ok) expect(simulate(parsed.scenario).lanes.length).toBe(parsed.scenario.lanes.length);
        else expect(parsed.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });

  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  const longKey = 'k'.repeat(10_000_000);
  let shared: unknown = 1;
  for (let level = 0; level < 30; level += 1) shared = [shared, shared];

  it.each<[string, () => unknown]>([
    ['5,000 levels of nesting', () => nested(5_000)],
    ['100,000 levels of nesting in arguments', () => changed('agent', { controller: 'single-call', tool: 'x', args: { a: nested(5_000) } })],
    ['a million faults', () => changed('faults', new Array(1_000_000).fill(1))],
    ['a million delays', () => changed('policy.backoff.growth', { kind: 'list', delaysMs: new Array(1_000_000).fill('x') })],
    ['a million lanes', () => changed('lanes', new Array(1_000_000).fill({}))],
    ['an array of four billion holes', () => new Array<unknown>(4_000_000_000)],
    ['20,000 keys', () => changed('order', Object.fromEntries(Array.from({ length: 20_000 }, (_, key) => [`k${key}`, key])))],
    ['parts shared 2^30 times', () => changed('order', shared)],
    ['19,000 wrong faults', () => changed('faults', new Array(19_000).fill({}))],
    ['1,000 wrong faults', () => changed('faults', new Array(1_000).fill({}))],
    ['a text of 10 MB', () => 'x'.repeat(10_000_000)],
    ['a name of 10 MB', () => changed('name', 'x'.repeat(10_000_000))],
    ['a kind of 10 MB', () => changed('faults.0.fault', { kind: 'x'.repeat(10_000_000) })],
    ['a key of 10 MB', () => changed(longKey, 1)],
  ])('[S2] [S3] refuses %s in less than 100 ms, in short lines', (_, make) => {
    const input = make();
    expect(leastTime(100, () => problemsOf(input))).toBeLessThan(100);
    const problems = problemsOf(input);
    expect(problems.length).toBeGreaterThan(0);
    for (const { path, message } of problems) if (path.length > 200 || message.length > 200) expect(message).toBe('short');
  });

  it('[S2] allows 32 levels and 20,000 values, not more', () => {
    const withArguments = (value: unknown) => changed('agent', { controller: 'single-call', tool: 'x', args: { a: value } });
    // The file, agent, args and `a` are four levels.
    expect(pathsOf(withArguments(nested(29)))).toEqual([]);
    expect(problemsOf(withArguments(nested(30)))).toEqual([{ path: '', message: 'Expected at most 32 levels of nesting' }]);
    const fits = (size: number) => problemsOf(withArguments(new Array(size).fill(0))).length === 0;
    expect(fits(19_900)).toBe(true);
    expect(problemsOf(withArguments(new Array(20_000).fill(0)))).toEqual([{ path: '', message: 'Expected at most 20000 values in all' }]);
  });

  it('[S3] spells out what would break a line', () => {
    const [problem] = problemsOf(changed('agent', { controller: 'a\nb\r\u2028\u0000\ud800c' }));
    expect(problem?.path).toBe('agent.controller');
    expect(problem?.message).toContain('"a\\u000ab\\u000d\\u2028\\u0000\\ud800c"');
    const [key] = problemsOf(changed('a\nb', 1));
    expect(key?.path).toBe('a\\u000ab');
  });

  it.each<[string, unknown[], unknown[]]>([
    ['version', [1], [0, 2, '1']],
    ['name', ['a', 'a-1'], ['', 'A', '-a', '1a', 'a b', 'a'.repeat(65), 'a\n']],
    ['title', ['', 'x'.repeat(200)], ['x'.repeat(201), null]],
    ['seed', [0, 0xffff_ffff], [-1, 0.5, 2 ** 32, NaN, '1']],
    ['policy.maxRetries', [0, 1_000], [-1, 1_001, 1.5, NaN, 1e308]],
    ['policy.deadlineMs', [1, 2_592_000_000], [0, 0.999, 2_592_000_001, Infinity, NaN]],
    ['policy.backoff.capMs', [null, 0, Number.MAX_VALUE], [-1, Infinity, NaN, '500']],
    ['policy.backoff.growth.factor', [0, 1e100], [-1, Infinity, null]],
    ['latency.readMs', [0, 2_592_000_000], [-1, 2_592_000_001]],
    ['order.currency', ['USD'], ['EUR', 'usd']],
    ['order.refundMinor', [1, 24_000], [0, 24_001, 80.5]],
    ['order.id', ['ORD-1', ' '], ['', 'x'.repeat(201)]],
    ['faults.0.requests.from', [1], [0, 1_000_001, 1.5]],
    ['lanes.0.guard', [{ kind: 'none' }, { kind: 'memory', key: 'order_id' }, { kind: 'durable' }], [{ kind: 'memory' }, { kind: 'hope' }, null]],
    ['lanes.0.handler', ['direct', 'call_tool', 'typed_failures', 'run_tool_repaired', 'client'], ['magic', '__proto__', null]],
  ])('[S4] %s has its limits', (path, allowed, refused) => {
    for (const value of allowed) expect([value, problemsOf(changed(path, value))]).toEqual([value, []]);
    for (const value of refused) expect([value, problemsOf(changed(path, value)).length]).not.toEqual([value, 0]);
  });

  it('[S4] lists have limits: 1,000 rules, 1 to 1,000 delays, 1 to 16 lanes', () => {
    const rule = VALID.faults[0];
    const lanes = (count: number) => Array.from({ length: count }, (_, index) => ({ ...VALID.lanes[0], id: `lane-${index}` }));
    const list = (count: number) => ({ kind: 'list', delaysMs: new Array<number>(count).fill(1) });
    const ok = (path: string, value: unknown) => pathsOf(changed(path, value)).length === 0;
    expect([1_000, 1_001].map((count) => ok('faults', new Array(count).fill(rule)))).toEqual([true, false]);
    expect([0, 1, 1_000, 1_001].map((count) => ok('policy.backoff.growth', list(count)))).toEqual([false, true, true, false]);
    expect([0, 1, 16, 17].map((count) => ok('lanes', lanes(count)))).toEqual([false, true, true, false]);
  });

  it.each<[string, unknown, string]>([
    ['order.refundMinor', 24_001, 'order.refundMinor'],
    ['latency.postingMs', 401, 'latency.postingMs'],
    ['faults.0.requests', { from: 2, to: 1 }, 'faults.0.requests'],
    ['lanes.1.id', 'no-guard', 'lanes'],
    ['faults.0.fault', { kind: 'bug', type: 'TransientError', message: 'x' }, 'faults.0.fault.type'],
    ['faults.0.fault', { kind: 'bug', type: 'ToolTimeout', message: 'x' }, 'faults.0.fault.type'],
    ['agent.slips.refundTool', 'process_refund', 'agent.slips.refundTool'],
    ['agent.slips.refundTool', 'search_policy', 'agent.slips.refundTool'],
  ])('[S5] %s may not be %j', (path, value, where) => {
    expect(pathsOf(changed(path, value))).toEqual([where]);
  });

  it.each(['constructor', 'toString', 'polcy', 'hasOwnProperty'])('[S6] an unknown key %s is refused, at any level', (key) => {
    expect(pathsOf(changed(key, 1))).toEqual([key]);
    expect(pathsOf(changed(`policy.${key}`, 1))).toEqual([`policy.${key}`]);
    expect(pathsOf(changed(`lanes.0.${key}`, 1))).toEqual([`lanes.0.${key}`]);
  });

  it('[S6] an own __proto__ is an unknown key too, and pollutes nothing', () => {
    const file: unknown = JSON.parse(`{"__proto__": {"polluted": true}, ${JSON.stringify(VALID).slice(1)}`);
    expect(pathsOf(file)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBe(undefined);
  });

  it('[S6] arguments are kept whole, whatever their names', () => {
    const text = '{"__proto__":{"a":[1]},"constructor":1,"prototype":2,"toString":null,"":"","query":"x"}';
    const args: unknown = JSON.parse(text);
    const parsed = parseScenario(changed('agent', { controller: 'single-call', tool: '__proto__', args }));
    expect(parsed.ok && JSON.stringify(parsed.scenario.agent)).toBe(`{"controller":"single-call","tool":"__proto__","args":${text}}`);
    for (const broken of [null, [], 'x', { a: undefined }, { a: NaN }, { a: [() => 1] }]) {
      expect(pathsOf(changed('agent', { controller: 'single-call', tool: 'x', args: broken }))).toEqual(['agent.args']);
    }
  });

  it('[S11] $schema names a schema for editors, at the top only, and changes nothing', () => {
    const file = changed('$schema', './scenario.schema.json');
    const parsed = parseScenario(file);
    if (!parsed.ok) throw new Error('refused');
    expect(parsed.scenario.$schema).toBe('./scenario.schema.json');
    expect(simulate(parsed.scenario)).toEqual(simulate(VALID));
    expect(parseScenario(JSON.parse(JSON.stringify(parsed.scenario)))).toEqual(parsed);
    expect(pathsOf(changed('policy.$schema', 'x'))).toEqual(['policy.$schema']);
    expect(pathsOf(changed('lanes.0.changes', { $schema: 'x' }))).toEqual(['lanes.0.changes.$schema']);
    for (const wrong of [null, 1, {}, 'x'.repeat(301)]) expect(pathsOf(changed('$schema', wrong))).toEqual(['$schema']);
  });

  it('[S7] any scenario is accepted as it is, and survives JSON', () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        expect(parseScenario(scenario)).toEqual({ ok: true, scenario });
        expect(parseScenario(JSON.parse(JSON.stringify(scenario)))).toEqual({ ok: true, scenario });
      }),
      { numRuns: 500 },
    );
    expect(parseScenario(oneCall('__proto__', {})).ok).toBe(true);
  });
});
