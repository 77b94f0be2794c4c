import { laneResultOf, type LaneResult } from '../../src/core/lane-result.ts';
import { parseScenario, type Scenario } from '../../src/core/scenario.ts';
import { simulate } from '../../src/core/simulate.ts';
import type { LaneTrace } from '../../src/core/trace.ts';

/** Programs without a model that tests are written about, as files are: with only what matters said. */

/** Waits of 1, 2, 4 s. */
export const DOUBLING = { growth: { kind: 'exponential', initialMs: 1_000, factor: 2 } } as const;
const NO_WAIT = { growth: { kind: 'constant', delayMs: 0 } } as const;

export const UNAVAILABLE = { kind: 'http', status: 503 } as const;
export const ANSWER_LOST = { kind: 'silence', which: 'answer-lost' } as const;
export const REQUEST_LOST = { kind: 'silence', which: 'request-lost' } as const;

interface FileFields {
  readonly policy?: object;
  readonly faults?: readonly object[];
  readonly operations?: readonly object[];
  readonly guard?: object;
  readonly [field: string]: unknown;
}

/** One write, two retries after 1 and 2 s, one lane without a guard, where nothing else is said. */
export function program({ policy, faults = [], operations = [{ id: 'pay' }], guard = { kind: 'none' }, ...more }: FileFields = {}): Scenario {
  const parsed = parseScenario({
    version: 1,
    name: 'program',
    policy: { maxRetries: 2, deadlineMs: null, backoff: DOUBLING, ...policy },
    faults: faults.map((fault) => ({ tool: 'request', ...fault })),
    agent: { controller: 'operations', operations },
    lanes: [{ id: 'only', guard, handler: 'client' }],
    ...more,
  });
  if (!parsed.ok) throw new Error(parsed.problems.map(({ path, message }) => `${path}: ${message}`).join('; '));
  return parsed.scenario;
}

/** The n-th request meets the n-th fault; null: none. Later ones meet none either. */
export function inTurn(...faults: readonly (object | null)[]): object[] {
  return faults.flatMap((fault, index) => (fault === null ? [] : [{ requests: { from: index + 1, to: index + 1 }, fault }]));
}

export function always(fault: object): object[] {
  return [{ fault }];
}

export function retrying(name: string, maxRetries: number): object {
  return { name, policy: { maxRetries, deadlineMs: null, backoff: NO_WAIT } };
}

export function runOf(scenario: Scenario): { readonly lane: LaneTrace; readonly result: LaneResult } {
  const [lane] = simulate(scenario).lanes;
  const result = lane === undefined ? null : laneResultOf(lane);
  if (lane === undefined || result === null) throw new Error('no program');
  return { lane, result };
}

/** `1000 2000 4000 | gave-up at 4000 | 0`: when it sent, how it ended, how many effects there are. */
export function summary(scenario: Scenario): string {
  const { startsMs, outcome, endMs, ledger } = runOf(scenario).result;
  return `${startsMs.join(' ')} | ${outcome} at ${endMs ?? 'no time'} | ${ledger}`;
}
