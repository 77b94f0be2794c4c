/**
 * The outside truth. Requests land at their own time, whether or not anybody still waits for the
 * answer; what it decides, and when, is told to the trace and to nobody else.
 */
export interface RefundRequest {
  readonly call: string;
  readonly attempt: number;
  readonly orderId: string;
  readonly amountMinor: number;
  /** When the request takes effect, in milliseconds of virtual time. */
  readonly landsAt: number;
  /** When its caller stopped waiting, or got its answer. */
  readonly heardUntil: number;
}

export type Decision = 'posted' | 'over-captured';

export interface GatewayOrder {
  readonly capturedMinor: number;
  /** Refuse what would bring an order's refunds above what was captured for it. */
  readonly refusesOverCapture: boolean;
}

export class Gateway {
  readonly #order: GatewayOrder;
  readonly #tell: (request: RefundRequest, decision: Decision) => void;
  #inFlight: RefundRequest[] = [];
  #refunded = new Map<string, number>();
  #decisions = new Map<RefundRequest, Decision>();

  constructor(order: GatewayOrder, tell: (request: RefundRequest, decision: Decision) => void) {
    this.#order = order;
    this.#tell = tell;
  }

  submit(request: RefundRequest): void {
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
  decisionOn(request: RefundRequest): Decision | undefined {
    return this.#decisions.get(request);
  }

  #decide({ orderId, amountMinor }: RefundRequest): Decision {
    const refunded = (this.#refunded.get(orderId) ?? 0) + amountMinor;
    if (this.#order.refusesOverCapture && refunded > this.#order.capturedMinor) return 'over-captured';
    this.#refunded.set(orderId, refunded);
    return 'posted';
  }
}
