import { Gateway } from './gateway.ts';
import { createGuard, type Guard } from './guard.ts';
import { formatMoney } from './money.ts';
import type { LaneSetting, Scenario } from './scenario.ts';
import type { World } from './tools.ts';
import type { TraceEvent } from './trace.ts';

/** An event as it is told: its place in the order of time is given when the run is over. */
type Told = TraceEvent extends infer Event ? (Event extends TraceEvent ? Omit<Event, 'seq'> : never) : never;

/** The process of one lane: its guard, the outside it talks to, and the event log of both. */
export class Run {
  readonly scenario: Scenario;
  readonly gateway: Gateway;
  readonly guard: Guard | null;
  readonly world: World;
  #told: Told[] = [];
  #requests = new Map<string, number>();

  constructor(scenario: Scenario, lane: LaneSetting) {
    const { order, gateway } = scenario;
    this.scenario = scenario;
    this.guard = createGuard(lane.guard);
    this.world = {
      orderId: order.id,
      orderRecord: `${order.id}: ${formatMoney(order.capturedMinor, order.currency)} captured, delivered, returnable`,
    };
    this.gateway = new Gateway(
      { capturedMinor: order.capturedMinor, refusesOverCapture: gateway.refusesOverCapture },
      ({ call, attempt, orderId, amountMinor, landsAt: at, heardUntil }, decision) => {
        const request = { call, attempt, at, orderId, amountMinor };
        switch (decision) {
          case 'posted':
            this.tell({
              kind: 'posting',
              id: `${call}.${attempt}.posting`,
              ...request,
              currency: order.currency,
              abandoned: at > heardUntil,
            });
            return;
          case 'over-captured':
            this.tell({ kind: 'refusal', id: `${call}.${attempt}.refusal`, ...request });
        }
      },
    );
  }

  tell(event: Told): void {
    this.#told.push(event);
  }

  /** Counts one more request of a tool, from 1. */
  countRequest(tool: string): number {
    const count = (this.#requests.get(tool) ?? 0) + 1;
    this.#requests.set(tool, count);
    return count;
  }

  /** Lets land what is still in flight, and gives the log in the order of time. */
  close(): readonly TraceEvent[] {
    this.gateway.advanceTo(Infinity);
    // The sort is stable: what was told first at one time stays first.
    return [...this.#told].sort((a, b) => a.at - b.at).map((event, seq) => ({ ...event, seq }));
  }
}
