import { PLAIN_CLIENT } from './client.ts';
import type { Claim } from './claim.ts';
import { DEFAULT_SETTINGS, figureScenario } from './figure.ts';
import type { NamedScenario } from './named-scenario.ts';
import { OPERATION_TOOL, type Operation } from './operation.ts';
import type { LaneSetting, Scenario } from './scenario.ts';

/** Programs without a model whose client has a gate, beside the same client without it. */

const figure = figureScenario(DEFAULT_SETTINGS);

type Changed = Pick<Scenario, 'policy' | 'client' | 'faults' | 'lanes'>;

function run(name: string, title: string, startsAt: readonly number[], changed: Changed, claims: readonly Claim[]): NamedScenario {
  const operations = startsAt.map((atMs, index) => write(`c${index + 1}`, atMs));
  return { group: 'programs', scenario: { ...figure, name, title, agent: { controller: 'operations', operations }, ...changed }, claims };
}

function write(id: string, atMs: number): Operation {
  return { id, atMs, intent: id, effect: 'write', amountMinor: 0, units: 1, subject: id, body: 'body', endpoint: 'endpoint', tenant: 'tenant' };
}

function lane(id: string, title: string, client: object): LaneSetting {
  return { id, title, guard: { kind: 'none' }, handler: 'client', changes: { client } };
}

export const PROGRAM_SCENARIOS: readonly NamedScenario[] = [
  // The third silence opens it at 6 s. The probe of 18 s meets the outage too, and that of 32 s does not.
  run('breaker', 'an outage, with and without a circuit breaker', [0, 2_000, 4_000, 8_000, 12_000, 18_000, 22_000, 25_000, 32_000, 34_000], {
    policy: { ...figure.policy, maxRetries: 0, deadlineMs: 2_000 },
    client: { ...PLAIN_CLIENT, endsAs: { 'circuit-open': 'rejected' }, timeoutIsUnknown: true },
    faults: [{ tool: OPERATION_TOOL, requests: { from: 1, to: null }, during: { fromMs: 0, toMs: 27_000 }, fault: { kind: 'silence', which: 'request-lost' } }],
    lanes: [
      lane('no-breaker', 'Without a breaker', {}),
      lane('with-breaker', 'With a breaker', { breaker: { opensAt: { kind: 'consecutive', failures: 3 }, waitMs: 10_000 } }),
    ],
  }, [
    { kind: 'ends', lane: 'no-breaker', call: 'c4', disposition: 'unknown' },
    { kind: 'requests', lane: 'with-breaker', call: 'c4', count: 0 },
    { kind: 'ends', lane: 'with-breaker', call: 'c4', disposition: 'rejected' },
    { kind: 'breaker', lane: 'with-breaker', states: ['open', 'half-open', 'open', 'half-open', 'closed'] },
    { kind: 'ends', lane: 'with-breaker', call: 'c10', disposition: 'succeeded' },
  ]),
  run('retry-quota', 'an outage, with and without a retry quota', [0, 4_000, 8_000, 12_000, 16_000], {
    policy: { ...figure.policy, maxRetries: 3, backoff: { ...figure.policy.backoff, growth: { kind: 'constant', delayMs: 500 } } },
    client: PLAIN_CLIENT,
    faults: [{ tool: OPERATION_TOOL, requests: { from: 1, to: null }, during: { fromMs: 0, toMs: 10_000 }, fault: { kind: 'http', status: 503 } }],
    lanes: [
      lane('no-quota', 'Without a retry quota', {}),
      lane('with-quota', 'With a retry quota', { retryQuota: { capacity: 4, cost: 1, gain: 0.5 } }),
    ],
  }, [
    { kind: 'gives-up', lane: 'no-quota', call: 'c2', attempts: 4 },
    // The outage would have been over by its fourth attempt: what a budget costs.
    { kind: 'recovers', lane: 'no-quota', call: 'c3', attempt: 4 },
    { kind: 'gives-up', lane: 'with-quota', call: 'c1', attempts: 4 },
    { kind: 'gives-up', lane: 'with-quota', call: 'c2', attempts: 2 },
    { kind: 'gives-up', lane: 'with-quota', call: 'c3', attempts: 1 },
    { kind: 'tokens', lane: 'with-quota', left: 1, capacity: 4 },
  ]),
];
