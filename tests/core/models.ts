import type { HandlerId } from '../../src/core/handlers/handler.ts';
import { parseScenario, type Scenario } from '../../src/core/scenario.ts';
import { simulate } from '../../src/core/simulate.ts';
import type { LaneTrace } from '../../src/core/trace.ts';

/** Runs of a model behind a handler that tests are written about, as files are: with only what matters said. */

const HALF_SECOND_DOUBLING = { growth: { kind: 'exponential', initialMs: 500, factor: 2 } } as const;

interface FileFields {
  readonly policy?: object | undefined;
  readonly guard?: object;
  readonly [field: string]: unknown;
}

/** Two retries after 0.5 and 1 s, a deadline of 2 s, everything answered at once, one lane without a guard. */
export function behind(handler: HandlerId | 'direct', { policy, guard = { kind: 'none' }, ...more }: FileFields): LaneTrace {
  const [lane] = simulate(file(handler, { policy, guard, ...more })).lanes;
  if (lane === undefined) throw new Error('no lane');
  return lane;
}

function file(handler: HandlerId | 'direct', { policy, guard, ...more }: FileFields): Scenario {
  const parsed = parseScenario({
    version: 1,
    name: 'model',
    policy: { maxRetries: 2, deadlineMs: 2_000, backoff: HALF_SECOND_DOUBLING, ...policy },
    fixedDraw: 0.5,
    lanes: [{ id: 'only', guard, handler }],
    ...more,
  });
  if (!parsed.ok) throw new Error(parsed.problems.map(({ path, message }) => `${path}: ${message}`).join('; '));
  return parsed.scenario;
}

export const SILENT = { kind: 'silence', which: 'answer-lost' } as const;

export function call(tool: string, args: object, more: object = {}): object {
  return { controller: 'single-call', tool, args, ...more };
}

export const GET_USER = call('get_user', { user_id: 'u-4821' });
export const REFUND = call('process_refund', { order_id: 'ORD-5510', amount: 80 });
export const ALL_TOOLS = ['get_user', 'search_users', 'read_file', 'http_get', 'list_payments', 'process_refund', 'place_hold', 'release_hold'];

/** Every request of the tool meets the fault; or, with several, the n-th meets the n-th. */
export function striking(tool: string, ...faults: readonly (object | null)[]): object[] {
  if (faults.length === 1) return [{ tool, fault: faults[0] }];
  return faults.flatMap((fault, index) => (fault === null ? [] : [{ tool, requests: { from: index + 1, to: index + 1 }, fault }]));
}
