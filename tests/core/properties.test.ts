import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delayBounds } from '../../src/core/backoff.ts';
import { firstDivergence } from '../../src/core/divergence.ts';
import { SILENCES } from '../../src/core/figure.ts';
import type { Silence } from '../../src/core/fault.ts';
import { essayText } from '../../src/core/format/essay.ts';
import { endOf, laneStateAt, type Belief } from '../../src/core/ledger.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import { simulate } from '../../src/core/simulate.ts';
import { refOf, stepAt, stepOf, stepsOf } from '../../src/core/steps.ts';
import type { LaneTrace, TraceEvent } from '../../src/core/trace.ts';
import { gravityOf, verdictOf } from '../../src/core/verdict.ts';
import { anyEssayScenario, anyPair, anyScenario } from './arbitrary-scenario.ts';
import { bothLanes, eventsOf } from './runs.ts';

/** Runs of 1,000 retries take their time where other work shares the machine. */
const PATIENT = { timeout: 60_000 };

function forAll(runs: number, scenarios: fc.Arbitrary<Scenario>, check: (scenario: Scenario) => void): void {
  fc.assert(fc.property(scenarios, check), { numRuns: runs });
}

function forEachLane(runs: number, check: (lane: LaneTrace, scenario: Scenario) => void, scenarios = anyEssayScenario): void {
  forAll(runs, scenarios, (scenario) => {
    for (const lane of simulate(scenario).lanes) check(lane, scenario);
  });
}

/** Times to put a cursor at: all of them in a short run, a spread of them in a long one, and between and beyond. */
function cursorsOf(lane: LaneTrace): number[] {
  const times = [...new Set(lane.events.map(({ at }) => at))];
  const every = Math.max(1, Math.floor(times.length / 20));
  const some = times.filter((_, index) => index % every === 0);
  return [-1, ...some.flatMap((at, index) => [at, (at + (some[index + 1] ?? at)) / 2]), Infinity];
}

/** The wrapper's rules, read from the events of each call. */
function callsOf(lane: LaneTrace): Map<string, TraceEvent[]> {
  const calls = new Map<string, TraceEvent[]>();
  for (const event of lane.events) if ('call' in event) calls.set(event.call, [...(calls.get(event.call) ?? []), event]);
  return calls;
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

describe('any run', PATIENT, () => {
  it('[C10] [L7] ends, without throwing, in one finish or one death, after at most eight calls of a refund task', () => {
    forEachLane(800, (lane, { agent }) => {
      const ends = lane.events.filter(({ kind }) => kind === 'finish' || kind === 'died');
      const isEndless = eventsOf(lane, 'observation').at(-1)?.result.disposition === 'never-ends';
      expect(ends.length).toBe(isEndless ? 0 : 1);
      if (lane.handler === 'execute_tool' && !isEndless) expect(ends[0]?.kind).toBe('finish');
      const calls = eventsOf(lane, 'action');
      expect(calls.length).toBeGreaterThan(0);
      if (agent.controller !== 'rules') expect(calls.filter(({ call }) => !call.endsWith('-resumed')).length).toBeLessThanOrEqual(8);
      expect(eventsOf(lane, 'observation').length).toBe(calls.length - (ends[0]?.kind === 'died' ? 1 : 0));
    }, anyScenario);
  });

  it('[T7] is the same again, and survives JSON', () => {
    forAll(200, anyScenario, (scenario) => {
      const trace = simulate(scenario);
      expect(simulate(structuredClone(scenario))).toEqual(trace);
      expect(JSON.parse(JSON.stringify(trace))).toEqual(trace);
      expect(essayText(scenario, trace)).toBe(essayText(scenario, simulate(scenario)));
    });
  });

  it('[A7] has no number that is negative, infinite or not one, and whole microseconds', () => {
    forEachLane(400, (lane) => {
      for (const event of lane.events) {
        // What the model sends is its own affair.
        const { amountMinor = 0 } = event.kind === 'posting' || event.kind === 'refusal' ? event : {};
        const numbers = numbersIn({ ...event, args: null, amountMinor: Math.abs(amountMinor) });
        for (const value of numbers) if (!(Number.isFinite(value) && value >= 0)) expect([event.id, value]).toBe('finite');
        const times = [event.at, 'until' in event ? event.until : 0, 'deadlineAt' in event ? (event.deadlineAt ?? 0) : 0];
        for (const time of times) if (time < 2 ** 41 && Math.round(time * 1_000) / 1_000 !== time) expect([event.id, time]).toBe('whole');
      }
    }, anyScenario);
  });

  it('[T1] [T2] is in the order of time, counted from 0, and every id is its own', () => {
    forEachLane(400, (lane) => {
      const { events } = lane;
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
      for (const [index, event] of events.entries()) {
        const previous = events[index - 1];
        if (previous !== undefined && previous.at > event.at) expect([previous, event]).toBe('in order');
        if ('call' in event && event.kind !== 'died' && !event.id.startsWith(`${event.call}.`)) expect(event).toBe('named by its call');
      }
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    }, anyScenario);
  });

  it('[T1] a cause is told before what it causes', () => {
    forEachLane(300, (lane) => {
      const seqOf = new Map(lane.events.map(({ id, seq }) => [id, seq]));
      for (const event of lane.events) {
        if (!('attempt' in event)) continue;
        const attempt = seqOf.get(`${event.call}.${event.attempt}.attempt`) ?? Infinity;
        if (event.kind !== 'attempt' && attempt > event.seq) expect(event).toBe('after its attempt');
        if (event.kind === 'wait') expect(seqOf.get(`${event.call}.${event.attempt}.outcome`)).toBe(event.seq - 1);
        if (event.kind === 'attempt') expect(seqOf.get(`${event.call}.action`)).toBeLessThan(event.seq);
      }
    }, anyScenario);
  });
});

describe('every call', PATIENT, () => {
  it('[A1] [A2] [A3] [A4] [C11] keeps the bound, retries only transients, and waits within the bounds of its policy', () => {
    forEachLane(300, (lane, { policy }) => {
      const maxRetries = policy.maxRetries ?? Infinity;
      for (const events of callsOf(lane).values()) {
        const attempts = events.filter((event) => event.kind === 'attempt');
        const outcomes = events.filter((event) => event.kind === 'outcome');
        const waits = events.filter((event) => event.kind === 'wait');
        const result = events.find((event) => event.kind === 'observation')?.result;

        expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map((_, index) => index + 1));
        expect(attempts.length).toBeLessThanOrEqual(maxRetries + 1);
        expect(outcomes.length).toBe(attempts.length);
        expect(waits.length).toBe(Math.max(0, attempts.length - 1));

        for (const [index, wait] of waits.entries()) {
          expect(outcomes[index]).toMatchObject({ at: wait.at, category: 'transient' });
          expect(attempts[index + 1]?.at).toBe(wait.until);
          expect(wait.retry).toBe(index + 1);
          if (index < 40) {
            const { minMs, maxMs } = delayBounds(policy.backoff, wait.retry);
            expect(wait.delayMs).toBeGreaterThanOrEqual(minMs);
            expect(wait.delayMs).toBeLessThanOrEqual(maxMs);
          }
        }
        if (result === undefined || lane.handler === 'direct') continue;

        expect(result.attempts).toBe(attempts.length);
        // The sum is rounded to microseconds at each step, and so are its parts.
        const waited = waits.reduce((sum, { delayMs }) => sum + delayMs, 0);
        expect(Math.abs(result.waitedMs - waited)).toBeLessThanOrEqual(1e-3 + waited * 1e-9);
        const last = outcomes.at(-1)?.category;
        expect(result.usable).toBe(last === 'ok');
        if (last === undefined) expect(result.disposition).toBe('fed-back');
        else if (last === 'ok') expect(result.disposition).toBe(attempts.length === 1 ? 'succeeded' : 'recovered');
        else if (last === 'transient') {
          expect(result.disposition).toBe('gave-up');
          expect(attempts.length).toBe(maxRetries + 1);
        } else expect(result.disposition).toBe('fed-back');
        if (last !== undefined) expect(result.category).toBe(last);
      }
    });
  });

  it('[D1] [D2] is answered by its deadline, or is silence at it', () => {
    forEachLane(400, (lane, { policy }) => {
      for (const attempt of eventsOf(lane, 'attempt')) {
        const outcome = eventsOf(lane, 'outcome').find((each) => each.call === attempt.call && each.attempt === attempt.attempt);
        const late = attempt.answerAfterMs === null || attempt.answerAfterMs > (policy.deadlineMs ?? Infinity);
        const bug = outcome?.outcome.kind === 'failed' && outcome.outcome.error.message.startsWith('bug in ');
        if (bug) expect(outcome.at).toBe(attempt.at);
        else expect([attempt.id, outcome?.outcome.kind === 'unknown']).toEqual([attempt.id, late]);
        if (outcome?.outcome.kind === 'unknown') expect(outcome.at).toBe(attempt.deadlineAt);
        else expect(outcome?.at).toBeLessThanOrEqual(attempt.deadlineAt ?? Infinity);
      }
    }, anyScenario);
  });

  it('[A6] is the same up to the moment where fewer retries gave up', () => {
    fc.assert(
      fc.property(anyEssayScenario, fc.nat(4), fc.integer({ min: 1, max: 4 }), (scenario, fewer, more) => {
        const run = (maxRetries: number) => simulate({ ...scenario, policy: { ...scenario.policy, maxRetries } });
        const [few, many] = [run(fewer), run(fewer + more)];
        for (const [index, lane] of few.lanes.entries()) {
          const gaveUp = eventsOf(lane, 'observation').find(({ result }) => result.disposition === 'gave-up');
          const until = gaveUp?.at ?? Infinity;
          const before = ({ events }: LaneTrace) =>
            events.filter(({ at }) => at < until).map((event) => ({ ...event, ...(event.kind === 'wait' ? { maxRetries: 0 } : {}) }));
          expect(before(many.lanes[index] ?? lane)).toEqual(before(lane));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a model behind any handler', PATIENT, () => {
  it('[L11] [L13] stays within its steps, and invents nothing unless it is careless', () => {
    let invented = 0;
    forEachLane(600, (lane, { agent, loop }) => {
      const calls = eventsOf(lane, 'action').filter(({ call }) => !call.endsWith('-resumed'));
      expect(calls.length).toBeLessThanOrEqual(Math.min(loop?.maxSteps ?? 1_000, 1_000));
      const report = eventsOf(lane, 'finish')[0]?.report;
      if (report !== 'invented') return;
      invented += 1;
      expect(agent).toMatchObject({ controller: 'rules', character: 'careless' });
    }, anyScenario);
    expect(invented).toBeGreaterThan(10);
  });

  it('[O9] never spends more attempts on one call and its repeats than its budget has', () => {
    forEachLane(600, (lane, { policy }) => {
      if (lane.handler !== 'typed_failures') return;
      const asked = new Map(eventsOf(lane, 'action').map(({ call, tool, args }) => [call, JSON.stringify([tool, args])]));
      const spent = new Map<string, number>();
      for (const event of lane.events) {
        const name = 'call' in event ? (asked.get(event.call) ?? '') : '';
        if (event.kind === 'park') spent.set(name, 0);
        if (event.kind !== 'attempt') continue;
        spent.set(name, (spent.get(name) ?? 0) + 1);
        expect(spent.get(name)).toBeLessThanOrEqual((policy.maxRetries ?? Infinity) + 1);
      }
    }, anyScenario);
  });

  it('[O4] sends nothing to a tool that has failed three times', () => {
    let off = 0;
    forEachLane(800, (lane) => {
      if (lane.handler !== 'call_tool' && lane.handler !== 'call_tool_repaired') return;
      const tools = new Map(eventsOf(lane, 'action').map(({ call, tool }) => [call, tool]));
      const failed = new Map<string, number>();
      for (const { call, result } of eventsOf(lane, 'observation')) {
        const tool = tools.get(call) ?? '';
        const count = failed.get(tool) ?? 0;
        if (count >= 3) {
          off += 1;
          expect(result).toMatchObject({ attempts: 0, usable: false });
        }
        const isError = result.isError ?? (!result.usable && result.category !== 'empty-result');
        if (isError && result.category !== 'unknown-tool') failed.set(tool, count + 1);
      }
    }, anyScenario);
    expect(off).toBeGreaterThan(5);
  });

  it('[O16] sends no write again after silence, where it is repaired and nothing makes that safe', () => {
    let silences = 0;
    forEachLane(1_500, (lane, { key }) => {
      const isRepaired = ['call_tool_repaired', 'run_tool_repaired', 'typed_failures'].includes(lane.handler);
      if (!isRepaired || lane.guard.kind !== 'none' || key !== undefined) return;
      for (const { call, attempt, outcome } of eventsOf(lane, 'outcome')) {
        if (outcome.kind !== 'unknown' || outcome.effect !== 'write') continue;
        silences += 1;
        expect(eventsOf(lane, 'attempt').filter((later) => later.call === call && later.attempt > attempt)).toEqual([]);
      }
    }, anyScenario);
    expect(silences).toBeGreaterThan(5);
  });
});

describe('the guarded lane', PATIENT, () => {
  it('[I6] never holds an order twice', () => {
    forEachLane(600, (lane, { faults }) => {
      // A process that ends loses its guard, and a no that is a lie releases its claim.
      if (lane.guard.kind === 'none' || faults.some(({ fault }) => fault.kind === 'crash' || 'applied' in fault)) return;
      const orders = eventsOf(lane, 'posting').map(({ operation }) => operation);
      expect(new Set(orders).size).toBe(orders.length);
    }, anyScenario);
  });

  it('[I1] [I5] claims before every sending and never sends while a claim stands', () => {
    forEachLane(400, (lane) => {
      let claimed = false;
      for (const event of lane.events) {
        if (event.kind === 'attempt' && event.effect === 'write' && event.sent) expect(claimed).toBe(false);
        if (event.kind === 'attempt' && event.effect === 'write' && !event.sent && lane.handler === 'execute_tool') {
          expect([lane.guard.kind, claimed]).toEqual(['memory', true]);
        }
        if (event.kind === 'guard' && event.move === 'claimed') claimed = true;
        if (event.kind === 'guard' && event.move === 'released') claimed = false;
        if (event.kind === 'guard' && event.move === 'hit') expect(event.record).not.toBe(null);
      }
      if (lane.guard.kind === 'none') expect(eventsOf(lane, 'guard')).toEqual([]);
      expect(eventsOf(lane, 'attempt').filter(({ sent, landsAt }) => !sent && landsAt !== null)).toEqual([]);
    });
  });

  it('[I8] [T8] does as the other one until they part, and parts at a hit', () => {
    forAll(300, anyPair, (scenario) => {
      const { unguarded, guarded } = bothLanes(scenario);
      const parted = firstDivergence(unguarded, guarded);
      expect(firstDivergence(guarded, unguarded)).toBe(parted);
      const hit = eventsOf(guarded, 'guard').find(({ move }) => move === 'hit')?.at ?? null;
      expect(parted).toBe(hit);
      const before = ({ events }: LaneTrace) =>
        events.filter(({ at, kind }) => kind !== 'guard' && at < (hit ?? Infinity)).map((event) => ({ ...event, seq: 0 }));
      expect(before(guarded)).toEqual(before(unguarded));
    });
  });
});

/** Counted again from nothing but the events, one question at a time. */
function recount(lane: LaneTrace, at: number) {
  const until = lane.events.filter((event) => event.at <= at);
  const postings = until.filter((event) => event.kind === 'posting');
  let totalMinor = 0;
  for (const { amountMinor } of postings) totalMinor += amountMinor;

  const decided = new Set(
    until.filter((event) => event.kind === 'posting' || event.kind === 'refusal').map(({ call, attempt }) => `${call}.${attempt}`),
  );
  const writes = until.filter((event) => event.kind === 'attempt').filter(({ effect }) => effect === 'write');
  const inFlight = writes.filter(({ call, attempt, landsAt }) => landsAt !== null && !decided.has(`${call}.${attempt}`)).length;
  return { count: postings.length, totalMinor, inFlight, belief: believed(until, writes) };
}

function believed(until: readonly TraceEvent[], writes: readonly { call: string; attempt: number; sent: boolean }[]): Belief {
  if (!writes.some(({ sent }) => sent)) return 'nothing-sent';
  const heard = writes.map(({ call, attempt }) =>
    until.find((event) => event.kind === 'outcome' && event.call === call && event.attempt === attempt),
  );
  const last = heard.at(-1);
  if (last?.kind === 'outcome' && last.category === 'ok') return 'refunded';
  const allRefused = heard.every((event) => event?.kind === 'outcome' && event.outcome.kind === 'failed');
  return allRefused ? 'not-refunded' : 'unknown';
}

describe('the ledger', PATIENT, () => {
  it('[K1] [K2] [K3] [K4] [K6] [K7] [K8] is what an independent recount gives, at any cursor, in any order', () => {
    fc.assert(
      fc.property(anyEssayScenario, fc.infiniteStream(fc.nat()), (scenario, order) => {
        for (const lane of simulate(scenario).lanes) {
          const cursors = cursorsOf(lane);
          const forward = cursors.map((at) => laneStateAt(lane, at));
          for (const [index, at] of cursors.entries()) {
            const { entries, totalMinor, inFlight, belief } = forward[index] ?? laneStateAt(lane, at);
            expect([at, { count: entries.length, totalMinor, inFlight: inFlight.length, belief }]).toEqual([at, recount(lane, at)]);
          }
          const jumps = cursors.map(() => order.next().value % cursors.length);
          for (const index of jumps) expect(laneStateAt(lane, cursors[index] ?? NaN)).toEqual(forward[index]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('[K6] [K8] only ever grows, and every effect is in it at the end', () => {
    forEachLane(200, (lane) => {
      let before = laneStateAt(lane, -1);
      expect(before).toMatchObject({ entries: [], totalMinor: 0, belief: 'nothing-sent', status: 'running' });
      for (const at of cursorsOf(lane).sort((a, b) => a - b)) {
        const now = laneStateAt(lane, at);
        expect(now.entries.slice(0, before.entries.length)).toEqual(before.entries);
        expect(now.totalMinor).toBeGreaterThanOrEqual(before.totalMinor);
        before = now;
      }
      expect(before.entries).toEqual(eventsOf(lane, 'posting'));
      expect(before.inFlight).toEqual([]);
    });
  });

  it('[K2] believes nothing, neither refunded nor refused, at any moment of silence', () => {
    let silences = 0;
    forEachLane(300, (lane) => {
      const answers = eventsOf(lane, 'outcome').filter(({ outcome }) => outcome.kind !== 'unknown');
      for (const silence of eventsOf(lane, 'outcome')) {
        if (silence.outcome.kind !== 'unknown' || silence.outcome.effect !== 'write') continue;
        silences += 1;
        const sentAt = eventsOf(lane, 'attempt').find(({ call, attempt }) => call === silence.call && attempt === silence.attempt)?.at;
        const answeredSeq = answers.find(({ call, seq, category }) => call === silence.call && category === 'ok' && seq > silence.seq)?.seq;
        const answeredAt = answeredSeq === undefined ? Infinity : (lane.events[answeredSeq]?.at ?? Infinity);
        const moments = cursorsOf(lane).filter((at) => at >= (sentAt ?? NaN) && at < answeredAt);
        for (const at of [...moments, silence.at].filter((moment) => moment < answeredAt)) {
          expect([lane.id, at, laneStateAt(lane, at).belief]).toEqual([lane.id, at, 'unknown']);
        }
      }
    });
    expect(silences).toBeGreaterThan(100);
  });

  it('[K10] [K11] has a verdict at every moment, and a settled one when everything has landed', () => {
    forEachLane(200, (lane) => {
      for (const at of cursorsOf(lane)) {
        const state = laneStateAt(lane, at);
        const verdict = verdictOf(state);
        expect(verdict.count).toBe(state.entries.length);
        if (verdict.kind === 'settled') expect(state.inFlight).toEqual([]);
        if (verdict.kind === 'open') expect(state.status).toBe('running');
        expect(gravityOf(verdict) === 'right').toBe(verdict.kind === 'settled' && verdict.count === 1 && verdict.said === 'refunded');
      }
      expect(verdictOf(laneStateAt(lane, Infinity)).kind).toBe('settled');
    });
  });
});

describe('what the agent sees', PATIENT, () => {
  /** Everything on its side of the wire: no cause, no landing, no gateway. */
  function seen(event: TraceEvent): object[] {
    if (event.kind === 'posting' || event.kind === 'refusal') return [];
    if (event.kind !== 'attempt') return [{ ...event, seq: 0 }];
    return [{ ...event, seq: 0, fault: null, landsAt: null, answerAfterMs: null }];
  }

  const withSilence = (scenario: Scenario, which: Silence): Scenario => ({
    ...scenario,
    faults: [
      { tool: 'process_refund', requests: { from: 1, to: 1 }, fault: { kind: 'silence', which } },
      ...scenario.faults.map((rule) => (rule.fault.kind === 'silence' ? { ...rule, fault: { ...rule.fault, which } } : rule)),
    ],
  });

  it('[K5] is the same for all three silences until the next answer', () => {
    let compared = 0;
    forAll(200, anyEssayScenario, (scenario) => {
      const runs = SILENCES.map((which) => simulate(withSilence(scenario, which)));
      for (const index of scenario.lanes.keys()) {
        const views = runs.map(({ lanes }) => {
          const events = lanes[index]?.events ?? [];
          const silence = events.findIndex((event) => event.kind === 'outcome' && event.outcome.kind === 'unknown' && event.outcome.effect === 'write');
          if (silence === -1) return events.flatMap(seen);
          compared += 1;
          const answer = events.findIndex((event, at) => at > silence && event.kind === 'outcome' && event.outcome.kind !== 'unknown');
          return events.slice(0, answer === -1 ? events.length : answer).flatMap(seen);
        });
        expect(views[1]).toEqual(views[0]);
        expect(views[2]).toEqual(views[0]);
      }
    });
    expect(compared).toBeGreaterThan(300);
  });

  it('[K5] is the same to the very end, unless the gateway refuses over-capture', () => {
    forAll(150, anyEssayScenario, (scenario) => {
      const lenient: Scenario = { ...scenario, gateway: { refusesOverCapture: false } };
      const [first = [], ...others] = SILENCES.map((which) =>
        simulate(withSilence(lenient, which)).lanes.map(({ events }) => events.flatMap(seen)),
      );
      for (const other of others) expect(other).toEqual(first);
    });
  });
});

describe('steps of any run', PATIENT, () => {
  it('[T3] [T4] [T5] [T9] rise from 0 to the end, and each is found by its name', () => {
    forAll(200, anyScenario, (scenario) => {
      const trace = simulate(scenario);
      const steps = stepsOf(trace);
      expect(steps[0]?.at).toBe(0);
      expect(steps.at(-1)?.at).toBe(endOf(trace));
      const every = Math.max(1, Math.floor(steps.length / 50));
      for (const [index, step] of steps.entries()) {
        if (index > 0 && !(step.at > (steps[index - 1]?.at ?? NaN))) expect(step.at).toBe('later than the one before');
        if (index % every !== 0) continue;
        const ref = refOf(step);
        if (ref !== null) expect(stepOf(steps, ref, NaN)).toBe(index);
        expect(stepAt(steps, step.at)).toBe(index);
      }
      expect(steps.flatMap(({ events }) => events).length).toBe(trace.lanes.flatMap(({ events }) => events).length);
    });
  });

  it('[T6] whatever is asked for, there is a step', () => {
    fc.assert(
      fc.property(anyPair, fc.string(), fc.string(), fc.double(), (scenario, lane, id, lastAt) => {
        const steps = stepsOf(simulate(scenario));
        expect(steps[stepOf(steps, { lane, id }, lastAt)]).toBeDefined();
      }),
      { numRuns: 100 },
    );
  });
});
