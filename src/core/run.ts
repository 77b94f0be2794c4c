import { wholeMicroseconds } from './backoff.ts';
import { Breaker } from './breaker.ts';
import { PLAIN_CLIENT, type ClientSetting } from './client.ts';
import type { SentRequest } from './fault.ts';
import { Gateway } from './gateway.ts';
import { createGuard, type Guard } from './guard.ts';
import { parseUtc } from './http-date.ts';
import { isKeyed, KeyRing } from './idempotency-key.ts';
import { formatMoney } from './money.ts';
import { AttemptBudget, FailureCount } from './run-budgets.ts';
import { RetryQuota } from './retry-quota.ts';
import type { Layer } from './retry.ts';
import type { Calendar } from './retry-after.ts';
import type { LaneSetting, Scenario } from './scenario.ts';
import { OPERATION_TOOL } from './operation.ts';
import { REFUND_TOOL, REFUND_TOOLS, type World } from './tools.ts';
import type { TraceEvent } from './trace.ts';

/** An event as it is told: its place in the order of time is given when the run is over. */
type Told = TraceEvent extends infer Event ? (Event extends TraceEvent ? Omit<Event, 'seq'> : never) : never;

/** Attempts of one run, over all its calls. More are no lesson, and a file that asks for them must not stop a page. */
const MOST_ATTEMPTS = 10_000;
/** Items of batches over all these attempts: what they hold costs as much as that they are made. */
const MOST_ITEMS = 100_000;

/** The process of one lane: its guard, the outside it talks to, and the event log of both. */
export class Run {
  /** With the changes of its lane. */
  readonly scenario: Scenario;
  readonly lane: LaneSetting;
  readonly client: ClientSetting;
  /** From the innermost, which sends. */
  readonly layers: readonly Layer[];
  readonly calendar: Calendar;
  readonly gateway: Gateway;
  readonly guard: Guard | null;
  readonly keys: KeyRing;
  breaker: Breaker | null = null;
  retryQuota: RetryQuota | null = null;
  readonly world: World;
  /** The action space: a tool that is not in it does not exist. */
  readonly toolNames: readonly string[];
  readonly failures = new FailureCount();
  readonly attempts: AttemptBudget;
  /** The gateway recognises a repeat by its key, and a key is sent. */
  readonly isKeyed: boolean;
  /** When attempts that nobody waits for any more end in an error. */
  readonly abandonedErrorsAt: number[] = [];
  #told: Told[] = [];
  #readBacks = 0;
  #attempts = 0;
  #items = 0;
  #sentInAll = 0;
  #requests = new Map<string, number>();
  #lastRequest = new Map<string, number>();
  #sent = new Map<string, number>();

  constructor(scenario: Scenario, lane: LaneSetting) {
    const { order, gateway, policy, layers, key, clock } = scenario;
    this.scenario = scenario;
    this.lane = lane;
    const { abort, ...client } = scenario.client ?? PLAIN_CLIENT;
    this.client = { ...client, abort: abort === null ? null : { ...abort, atMs: wholeMicroseconds(abort.atMs) } };
    this.layers = layers ?? [{ name: 'caller', policy }];
    this.calendar = { clientStart: clock === undefined ? 0 : (parseUtc(clock.startsAt) ?? 0) + clock.clientAheadMs };
    this.guard = createGuard(lane.guard);
    this.toolNames = scenario.tools ?? REFUND_TOOLS;
    this.attempts = new AttemptBudget(policy.maxRetries === null ? Infinity : policy.maxRetries + 1);
    this.isKeyed = isKeyed(scenario);
    this.#openGates();
    this.keys = new KeyRing(key ?? { scope: 'none', rotateOn: [], lifetimeMs: null });
    this.world = {
      orderId: order.id,
      orderRecord: `${order.id}: ${formatMoney(order.capturedMinor, order.currency)} captured, delivered, returnable`,
      listing: scenario.listing ?? null,
    };
    this.gateway = new Gateway(
      { capturedMinor: order.capturedMinor, refusesOverCapture: gateway.refusesOverCapture, dedupe: gateway.dedupe ?? null },
      ({ call, tool, attempt, operation, amountMinor, units, items, spoiled, landsAt: at, heardUntil }, decision) => {
        const request = { call, attempt, at, operation, amountMinor };
        switch (decision) {
          case 'posted':
            this.tell({
              kind: 'posting',
              id: `${call}.${attempt}.posting`,
              ...request,
              currency: order.currency,
              abandoned: at > heardUntil,
              ...(tool === REFUND_TOOL || tool === OPERATION_TOOL ? {} : { tool }),
              ...(units === 1 ? {} : { units }),
              ...(items === undefined ? {} : { items }),
              ...(spoiled ? { spoiled } : {}),
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

  /** Counts one more request, of its tool, its operation and its page. */
  countRequest(tool: string, operation: string | null, page: number | null, at: number): SentRequest {
    this.#sentInAll += 1;
    const lastAt = this.#lastRequest.get(tool) ?? null;
    this.#lastRequest.set(tool, at);
    return {
      tool,
      operation,
      page,
      at,
      lastAt,
      ofTool: this.#count(tool),
      ofOperation: this.#count(tool, 'operation', operation),
      ofToolPage: page === null ? 0 : this.#count(tool, 'page', page),
      ofOperationPage: page === null ? 0 : this.#count(tool, 'operation', operation, 'page', page),
    };
  }

  /** Requests that left the process. */
  get sentInAll(): number {
    return this.#sentInAll;
  }

  /** A counter for each list of words: equal lists are one, and no other. */
  #count(...words: readonly (string | number | null)[]): number {
    const name = JSON.stringify(words);
    const count = (this.#requests.get(name) ?? 0) + 1;
    this.#requests.set(name, count);
    return count;
  }

  /** Counts one more attempt, with so many items; whether that was too much. Without a limit on its retries a program may ask for ever. */
  isOutOfAttempts(items: number): boolean {
    this.#attempts += 1;
    this.#items += items;
    return this.#attempts > MOST_ATTEMPTS || this.#items > MOST_ITEMS;
  }

  countReadBack(): number {
    this.#readBacks += 1;
    return this.#readBacks;
  }

  noteSent(operation: string, at: number): void {
    this.#sent.set(operation, at);
  }

  /** When a request for this operation was last sent; null: never. */
  lastSent(operation: string): number | null {
    return this.#sent.get(operation) ?? null;
  }

  /** The body went out with the first attempt, and the client knows that it cannot send it again. */
  get bodyIsGone(): boolean {
    const { replayable, checked } = this.client.body;
    return !replayable && checked;
  }

  /** The process ends and is started anew. */
  crash(): void {
    this.guard?.crash();
    this.keys.crash();
    this.#openGates();
  }

  /** They are in memory: a process that is started anew has met no failure yet. */
  #openGates(): void {
    const { breaker = null, retryQuota = null } = this.client;
    this.breaker = breaker === null ? null : new Breaker(breaker);
    this.retryQuota = retryQuota === null ? null : new RetryQuota(retryQuota);
  }

  /** When an error that nobody observes has ended the process, by `now`; null: it has not. */
  crashDueBy(now: number): number | null {
    if (this.client.lateRejection === 'observed') return null;
    const first = Math.min(...this.abandonedErrorsAt);
    return first <= now ? first : null;
  }

  /** Lets land what is still in flight, and gives the log in the order of time. */
  close(): readonly TraceEvent[] {
    this.gateway.advanceTo(Infinity);
    // The sort is stable: what was told first at one time stays first.
    return [...this.#told].sort((a, b) => a.at - b.at).map((event, seq) => ({ ...event, seq }));
  }
}
