import { KeyStore, type Arrival, type DedupeSetting, type Receipt } from './key-store.ts';
import { itemsOf } from './operation.ts';

/**
 * The outside truth. Requests land at their own time, whether or not anybody still waits for the
 * answer; what it decides, and when, is told to the trace and to nobody else.
 */
export interface WriteRequest {
  readonly call: string;
  readonly tool: string;
  readonly attempt: number;
  /** The intended effect: for a refund its order. */
  readonly operation: string;
  readonly amountMinor: number;
  /** How many things one request makes. */
  readonly units: number;
  /** Those of a batch that it carries out. */
  readonly items?: readonly number[];
  /** What it makes is not what was meant, such as an object without its body. */
  readonly spoiled: boolean;
  /** When the request takes effect, in milliseconds of virtual time. */
  readonly landsAt: number;
  /** When its caller stopped waiting, or got its answer. */
  readonly heardUntil: number;
  /** By which a repeat of it is known; one for each item. */
  readonly arrivals: readonly Arrival[];
}

export type Decision = 'posted' | 'over-captured';

export interface GatewaySetting {
  readonly capturedMinor: number;
  /** Refuse what would bring an order's refunds above what was captured for it. */
  readonly refusesOverCapture: boolean;
  /** Null: it knows no repeats. */
  readonly dedupe: DedupeSetting | null;
}

export class Gateway {
  readonly #setting: GatewaySetting;
  readonly #tell: (request: WriteRequest, decision: Decision) => void;
  readonly #keys: KeyStore | null;
  #inFlight: WriteRequest[] = [];
  #posted: WriteRequest[] = [];
  #refunded = new Map<string, number>();
  #decisions = new Map<WriteRequest, Decision>();

  constructor(setting: GatewaySetting, tell: (request: WriteRequest, decision: Decision) => void) {
    this.#setting = setting;
    this.#tell = tell;
    this.#keys = setting.dedupe === null ? null : new KeyStore(setting.dedupe);
  }

  /** A request is at the door: what its key says of it. Only a fresh one is to be submitted. */
  receive(arrival: Arrival): Receipt {
    return this.#keys?.receive(arrival) ?? { kind: 'fresh' };
  }

  submit(request: WriteRequest): void {
    this.#inFlight.push(request);
  }

  /** Lets everything land that is due by `now`, in the order of its own time. */
  advanceTo(now: number): void {
    const due = this.#inFlight.filter(({ landsAt }) => landsAt <= now).sort((a, b) => a.landsAt - b.landsAt);
    this.#inFlight = this.#inFlight.filter(({ landsAt }) => landsAt > now);
    for (const request of due) {
      const decision = this.#decide(request);
      this.#decisions.set(request, decision);
      this.#tell(request, decision);
    }
  }

  /** What became of a request; undefined while it is in flight. */
  decisionOn(request: WriteRequest): Decision | undefined {
    return this.#decisions.get(request);
  }

  /**
   * Whether its records show an effect of the operation: what happened more than `lagMs` ago is in them.
   *
   * @param items of a batch, which has to be there whole
   */
  shows(operation: string, now: number, lagMs: number, items?: number): boolean {
    this.advanceTo(now);
    const seen = this.#posted.filter((posted) => posted.operation === operation && posted.landsAt + lagMs <= now);
    const asked = itemsOf({ items });
    if (asked === undefined) return seen.length > 0;
    const there = new Set(seen.flatMap((posted) => posted.items ?? []));
    return asked.every((item) => there.has(item));
  }

  #decide(request: WriteRequest): Decision {
    const { operation, amountMinor } = request;
    const refunded = (this.#refunded.get(operation) ?? 0) + amountMinor;
    if (this.#setting.refusesOverCapture && refunded > this.#setting.capturedMinor) {
      for (const arrival of request.arrivals) this.#keys?.forget(arrival);
      return 'over-captured';
    }
    this.#refunded.set(operation, refunded);
    this.#posted.push(request);
    return 'posted';
  }
}
