import { DEFAULT_SETTINGS, figureScenario, GUARDED, NO_GUARD, type FigureSettings, type SwitchId } from '../../src/core/figure.ts';
import type { Params } from '../../src/core/params.ts';
import type { FaultRule } from '../../src/core/fault.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import { simulate } from '../../src/core/simulate.ts';
import type { LaneTrace, Trace, TraceEvent } from '../../src/core/trace.ts';

/** Runs that tests are written about, and ways to read them. */

type FigureChange = Omit<Partial<FigureSettings>, 'on' | 'params'> & { readonly params?: Partial<Params> };

/** The figure with exactly these switches on. */
export function figureWith(on: readonly SwitchId[], { params, ...changed }: FigureChange = {}): Scenario {
  const switches = Object.fromEntries(Object.keys(DEFAULT_SETTINGS.on).map((id) => [id, on.includes(id as SwitchId)]));
  return figureScenario({
    ...DEFAULT_SETTINGS,
    ...changed,
    on: switches as FigureSettings['on'],
    params: { ...DEFAULT_SETTINGS.params, ...params },
  });
}

const PLAIN = figureWith([]);

/** One refund call of $80.00 at time 0, unguarded and guarded, under the figure's default policy and latencies. */
export function oneRefund(faults: readonly FaultRule['fault'][], changed: Partial<Scenario> = {}): Scenario {
  return {
    ...PLAIN,
    agent: { controller: 'single-call', tool: 'process_refund', args: { order_id: 'ORD-5510', amount: 80 } },
    faults: faults.map((fault, index) => ({ tool: 'process_refund', requests: { from: index + 1, to: index + 1 }, fault })),
    ...changed,
  };
}

/** One call of any tool with any arguments, in one guarded lane. */
export function oneCall(
  tool: string,
  args: Extract<Scenario['agent'], { controller: 'single-call' }>['args'],
  changed: Partial<Scenario> = {},
): Scenario {
  return { ...PLAIN, agent: { controller: 'single-call', tool, args }, lanes: PLAIN.lanes.filter(({ id }) => id === GUARDED), ...changed };
}

export function withPolicy(scenario: Scenario, changed: Partial<Scenario['policy']>): Scenario {
  return { ...scenario, policy: { ...scenario.policy, ...changed } };
}

export function withLatency(scenario: Scenario, changed: Partial<Scenario['latency']>): Scenario {
  return { ...scenario, latency: { ...scenario.latency, ...changed } };
}

/** The same scenario with one lane in which no handler stands between the loop and the tools. */
export function direct(scenario: Scenario): Scenario {
  return { ...scenario, lanes: [{ id: 'naive', guard: { kind: 'none' }, handler: 'direct' }] };
}

function laneOf(trace: Trace, id: string): LaneTrace {
  const lane = trace.lanes.find((each) => each.id === id);
  if (lane === undefined) throw new Error(`no lane ${id}`);
  return lane;
}

export function bothLanes(scenario: Scenario): { unguarded: LaneTrace; guarded: LaneTrace } {
  const trace = simulate(scenario);
  return { unguarded: laneOf(trace, NO_GUARD), guarded: laneOf(trace, GUARDED) };
}

export function onlyLane(scenario: Scenario): LaneTrace {
  const [lane] = simulate(scenario).lanes;
  if (lane === undefined) throw new Error('no lane');
  return lane;
}

type Kind = TraceEvent['kind'];
type EventOf<K extends Kind> = Extract<TraceEvent, { kind: K }>;

export function eventsOf<K extends Kind>(lane: LaneTrace, kind: K): EventOf<K>[] {
  return lane.events.filter((event): event is EventOf<K> => event.kind === kind);
}

/** `3700 refund.2.attempt`: a whole run at a glance. */
export function schedule(lane: LaneTrace): string[] {
  return lane.events.map(({ at, id }) => `${at} ${id}`);
}

export function resultOf(lane: LaneTrace, call: string) {
  const found = eventsOf(lane, 'observation').find((event) => event.call === call);
  if (found === undefined) throw new Error(`${call} has not resolved`);
  return found.result;
}
