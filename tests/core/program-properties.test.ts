import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { essayText } from '../../src/core/format/essay.ts';
import { laneResultOf } from '../../src/core/lane-result.ts';
import { laneScenario } from '../../src/core/lane-scenario.ts';
import { laneStateAt } from '../../src/core/ledger.ts';
import { DEFAULT_RETRY_ON } from '../../src/core/client.ts';
import { operationOf, wishesOf } from '../../src/core/operation.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { Layer } from '../../src/core/retry.ts';
import { parseScenario, type Scenario } from '../../src/core/scenario.ts';
import { simulate } from '../../src/core/simulate.ts';
import type { AttemptEvent, LaneTrace, PostingEvent } from '../../src/core/trace.ts';
import { anyPlainProgram, anyProgram } from './arbitrary-program.ts';
import { eventsOf } from './runs.ts';

/** A run may make 10,000 attempts, and the machine may be busy. */
const PATIENT = { timeout: 120_000 };

function forEachLane(runs: number, check: (lane: LaneTrace, scenario: Scenario) => void, programs = anyProgram): void {
  fc.assert(
    fc.property(programs, (scenario) => {
      for (const [index, lane] of simulate(scenario).lanes.entries()) {
        const setting = scenario.lanes[index];
        if (setting !== undefined) check(lane, laneScenario(scenario, setting));
      }
    }),
    { numRuns: runs },
  );
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

function layersOf({ layers, policy }: Scenario): readonly Layer[] {
  return layers ?? [{ name: 'caller', policy }];
}

describe('any program', PATIENT, () => {
  it('[S7] is the same scenario after a round trip through JSON', () => {
    fc.assert(
      fc.property(anyProgram, (scenario) => {
        expect(parseScenario(scenario)).toEqual({ ok: true, scenario });
        expect(parseScenario(JSON.parse(JSON.stringify(scenario)))).toEqual({ ok: true, scenario });
      }),
      { numRuns: 500 },
    );
  });

  it('[T7] runs without throwing, the same again, and its trace survives JSON', () => {
    fc.assert(
      fc.property(anyProgram, (scenario) => {
        const trace = simulate(scenario);
        expect(simulate(structuredClone(scenario))).toEqual(trace);
        expect(JSON.parse(JSON.stringify(trace))).toEqual(trace);
        expect(essayText(scenario, trace)).toBe(essayText(scenario, simulate(scenario)));
      }),
      { numRuns: 300 },
    );
  });

  it('[P11] ends each operation once, in order, up to one that never ends', () => {
    forEachLane(500, (lane, { agent }) => {
      const ids = agent.controller === 'operations' ? agent.operations.map(({ id }) => id) : [];
      const ends = eventsOf(lane, 'observation');
      expect(new Set(ends.map(({ call }) => call)).size).toBe(ends.length);
      const ended = [...new Set(ends.map(({ call }) => operationOf(call)))];
      expect(ended).toEqual(ids.slice(0, ended.length));
      if (ended.length < ids.length) expect(ends.map(({ result }) => result.disposition)).toContain('never-ends');
    });
  });

  it('[A7] has no number that is negative, infinite or not one, and whole microseconds', () => {
    forEachLane(500, (lane) => {
      for (const event of lane.events) {
        for (const value of numbersIn(event)) if (!(Number.isFinite(value) && value >= 0)) expect([event.id, value]).toBe('finite');
        const times = [event.at, 'until' in event ? event.until : 0, 'deadlineAt' in event ? (event.deadlineAt ?? 0) : 0];
        for (const time of times) if (time < 2 ** 41 && Math.round(time * 1_000) / 1_000 !== time) expect([event.id, time]).toBe('whole');
      }
    });
  });

  it('[T1] [T2] is in the order of time, counted from 0, and every id is its own', () => {
    forEachLane(500, (lane) => {
      const { events } = lane;
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
      for (const [index, event] of events.entries()) {
        if ((events[index - 1]?.at ?? 0) > event.at) expect(event).toBe('in order');
        if ('call' in event && !event.id.startsWith(`${event.call}.`)) expect(event).toBe('named by its call');
      }
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    });
  });

  it('[A1] [A8] [A10] makes at most the product of its layers’ attempts, and never more than 10,000', () => {
    forEachLane(500, (lane, scenario) => {
      const layers = layersOf(scenario);
      const attempts = eventsOf(lane, 'attempt');
      expect(attempts.length).toBeLessThanOrEqual(10_000);
      // A class with a budget of its own, and waits that do not count, go by other limits.
      if (Object.keys(scenario.client?.classBudgets ?? {}).length > 0) return;
      if (layers.some(({ policy }) => policy.retryAfter?.counted === false)) return;
      const product = layers.reduce((all, { policy }) => all * ((policy.maxRetries ?? Infinity) + 1), 1);
      for (const call of new Set(attempts.map((attempt) => attempt.call))) {
        const own = attempts.filter((attempt) => attempt.call === call);
        expect(own.length).toBeLessThanOrEqual(product);
        expect(own.map(({ attempt }) => attempt)).toEqual(own.map((_, index) => index + 1));
      }
      for (const { call, result } of eventsOf(lane, 'observation')) {
        expect(result.attempts).toBe(attempts.filter((attempt) => wholeCall(attempt.call) === call).length);
      }
    });
  });

  it('[P1] retries after nothing but what the waiting layer lists', () => {
    let waits = 0;
    forEachLane(500, (lane, scenario) => {
      const layers = layersOf(scenario);
      const all = eventsOf(lane, 'outcome');
      const outcomes = new Map(all.map(({ call, attempt, outcome }) => [`${call}.${attempt}`, outcome]));
      for (const wait of eventsOf(lane, 'wait')) {
        waits += 1;
        const outcome = outcomes.get(`${wait.call}.${wait.attempt}`);
        const { policy } = layers.find(({ name }) => name === (wait.layer ?? layers[0]?.name)) ?? { policy: scenario.policy };
        const list = policy.retryOn ?? DEFAULT_RETRY_ON;
        const heard = outcome === undefined ? [] : shownBy(outcome, scenario.client?.classifyBy === 'body');
        // What an outer layer cuts off is silence to it.
        const isOuter = wait.layer !== undefined && wait.layer !== layers[0]?.name;
        const ofItems = scenario.client?.batch?.reads === 'status' ? [] : shownByItems(all.filter(({ call, attempt }) => call === wait.call && attempt <= wait.attempt).map((each) => each.outcome));
        const shown = [...heard, ...ofItems, ...(isOuter && (policy.deadlineMs !== null || policy.total) ? ['timeout'] : [])];
        if (shown.includes(NOT_ATTEMPTED)) continue;
        if (!list.includes('any') && !shown.some((one) => list.includes(one))) expect([wait, outcome]).toBe('listed');
        if (list.includes('any') && shown.length === 0) expect(wait).toBe('after a failure');
      }
    });
    expect(waits).toBeGreaterThan(200);
  });

  it('[K6] [K7] [K8] its ledger is a fold over its trace, at any cursor', () => {
    forEachLane(200, (lane) => {
      const times = [...new Set(lane.events.map(({ at }) => at))].slice(0, 20);
      for (const at of [-1, ...times, Infinity]) {
        const until = lane.events.filter((event) => event.at <= at);
        const postings = until.filter((event): event is PostingEvent => event.kind === 'posting');
        const landed = new Set(until.filter(({ kind }) => kind === 'posting' || kind === 'refusal').map((event) => ('call' in event && 'attempt' in event ? `${event.call}.${event.attempt}` : '')));
        const flying = until.filter((event): event is AttemptEvent => event.kind === 'attempt' && event.effect === 'write' && event.landsAt !== null && !landed.has(`${event.call}.${event.attempt}`));
        const { entries, totalMinor, inFlight } = laneStateAt(lane, at);
        expect(entries).toEqual(postings);
        expect(totalMinor).toBe(postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0));
        expect(inFlight.length).toBe(flying.length);
      }
      expect(laneStateAt(lane, Infinity).inFlight).toEqual([]);
    });
  });

  it('[A6] is the same up to its last attempt where it was allowed fewer retries', () => {
    fc.assert(
      fc.property(anyPlainProgram, fc.nat(3), fc.integer({ min: 1, max: 3 }), (scenario, fewer, more) => {
        const run = (maxRetries: number) => simulate({ ...scenario, policy: { ...scenario.policy, maxRetries } });
        const [few, many] = [run(fewer), run(fewer + more)];
        for (const [index, lane] of few.lanes.entries()) {
          const until = firstEnd(lane, scenario.client?.stopsAtSuccess !== false);
          const before = ({ events }: LaneTrace) =>
            events.filter(({ at }) => at < until).map((event) => ({ ...event, ...(event.kind === 'wait' ? { maxRetries: 0 } : {}) }));
          expect(before(many.lanes[index] ?? lane)).toEqual(before(lane));
        }
      }),
      { numRuns: 400 },
    );
  });
});

/** Without its page: the call that a caller made. */
function wholeCall(call: string): string {
  return call.replace(/:page-\d+$/, '');
}

/** When the first call that more retries could help made its last attempt: an operation, or one page of it. */
function firstEnd(lane: LaneTrace, stopsAtSuccess: boolean): number {
  const outcomes = eventsOf(lane, 'outcome');
  const attempts = eventsOf(lane, 'attempt');
  const calls = eventsOf(lane, 'observation').flatMap(({ call, at }) => {
    const sent = [...new Set(attempts.map((attempt) => attempt.call))].filter((each) => wholeCall(each) === call);
    return (sent.length === 0 ? [call] : sent).map((each) => ({ call: each, at }));
  });
  for (const { call, at } of calls) {
    const last = attempts.filter((attempt) => attempt.call === call).at(-1);
    const heard = outcomes.find((outcome) => outcome.call === call && outcome.attempt === last?.attempt);
    if (!stopsAtSuccess || heard?.category !== 'ok') return last?.at ?? at;
  }
  return Infinity;
}

/** What a client can tell the end of an attempt by, read from what it saw. */
function shownBy(outcome: Outcome, byBody: boolean): readonly string[] {
  if (outcome.kind === 'unknown') return ['timeout'];
  if (outcome.kind === 'ok') return byBody && outcome.body !== undefined ? [outcome.body] : [];
  const { body, symptoms = [], type } = outcome.error;
  if (byBody && body !== undefined) return [body];
  return symptoms.length > 0 ? symptoms : [type];
}

/** An item that nobody has refused is asked for again, whatever the list says. */
const NOT_ATTEMPTED = 'not attempted';

/** What the items of a batch have shown, up to a retry. */
function shownByItems(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes.flatMap((outcome) => {
    if (outcome.kind !== 'ok' || outcome.items === undefined) return [];
    const { failed, notAttempted } = outcome.items;
    return [...failed.flatMap(({ symptoms }) => symptoms), ...(notAttempted.length > 0 ? [NOT_ATTEMPTED] : [])];
  });
}

describe('a program that is protected', PATIENT, () => {
  it('[G9] [G12] never posts an intent twice under one key while the key lives', () => {
    let repeats = 0;
    fc.assert(
      fc.property(anyPlainProgram, fc.constantFrom(null, 400, 5_000, 60_000), (any, ttlMs) => {
        const scenario: Scenario = {
          ...any,
          key: { scope: 'operation', rotateOn: [], lifetimeMs: null },
          gateway: {
            ...any.gateway,
            dedupe: { fingerprint: null, inFlight: '409', storesFailures: false, onRepeat: 'replay', ...any.gateway.dedupe, by: 'key', ttlMs, leaseMs: null, scope: 'global' },
          },
        };
        for (const lane of simulate(scenario).lanes) {
          const sentAt = new Map(eventsOf(lane, 'attempt').map(({ id, at }) => [id, at]));
          const postings = eventsOf(lane, 'posting').flatMap(({ operation, items, call, attempt }) =>
            wishesOf(operation, items).map((wish) => ({ operation: wish, at: sentAt.get(`${call}.${attempt}.attempt`) ?? NaN })),
          );
          for (const { operation, at } of postings) {
            const again = postings.filter((other) => other.operation === operation && other.at >= at).length - 1;
            if (again > 0) repeats += 1;
            for (const other of postings) if (other.operation === operation && other.at > at) expect(other.at - at).toBeGreaterThanOrEqual(ttlMs ?? Infinity);
          }
        }
      }),
      { numRuns: 600 },
    );
    expect(repeats).toBeGreaterThan(0);
  });

  it('[I13] [I15] by a durable record before acting never posts an intent twice, when everything has settled before it looks', () => {
    let readBacks = 0;
    fc.assert(
      fc.property(anyPlainProgram.filter(isUnbatched), (any) => {
        // Every effect is there, and seen, a day after its sending. A refusal that is definite does not lie.
        const DAY = 24 * 3_600_000;
        const scenario: Scenario = {
          ...any,
          faults: any.faults.map((rule) => ({ ...rule, fault: honest(rule.fault) })).filter(({ fault }) => latestOf(fault) < DAY / 2),
          latency: { ...any.latency, refundMs: Math.min(DAY / 3, any.latency.refundMs), postingMs: Math.min(DAY / 3, any.latency.postingMs), latePostingMs: Math.min(DAY / 3, any.latency.latePostingMs) },
          lanes: [{ id: 'durable', guard: { kind: 'durable', records: 'before-acting', lagMs: DAY / 3, settleMs: DAY }, handler: 'client' }],
        };
        for (const lane of simulate(scenario).lanes) {
          readBacks += eventsOf(lane, 'read-back').length;
          const intents = eventsOf(lane, 'posting').map(({ operation }) => operation);
          expect(new Set(intents).size).toBe(intents.length);
        }
      }),
      { numRuns: 600 },
    );
    expect(readBacks).toBeGreaterThan(100);
  });

  it('[K11] its result counts what its ledger holds', () => {
    fc.assert(
      fc.property(anyProgram, (scenario) => {
        const { lanes } = simulate(scenario);
        for (const [index, lane] of lanes.entries()) {
          const setting = scenario.lanes[index];
          const result = laneResultOf(lane);
          expect(result?.amountMinor).toBe(laneStateAt(lane, Infinity).totalMinor);
          if (result?.outcome === 'ok' && setting?.changes === undefined && scenario.agent.controller === 'operations' && scenario.agent.operations.every(({ effect }) => effect === 'write')) {
            expect(result.ledger).toBeGreaterThan(0);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** No guard may stand before a batch. */
function isUnbatched({ agent }: Scenario): boolean {
  return agent.controller === 'operations' && agent.operations.every(({ items }) => items === undefined);
}

type Fault = Scenario['faults'][number]['fault'];

/** Only what may have happened all the same is applied behind its answer. */
function honest(fault: Fault): Fault {
  const lies = (fault.kind === 'http' && fault.status >= 400 && (fault.status < 500 || [501, 503].includes(fault.status))) || (fault.kind === 'network' && fault.phase === 'connect') || fault.kind === 'error';
  return lies ? { ...fault, applied: 'never' } : fault;
}

function latestOf(fault: Fault): number {
  return Math.max(0, ...numbersIn({ ...fault, status: 0 }));
}
