import type { ToolError } from './outcome.ts';

/** How a gateway recognises a repeat. */
export interface DedupeSetting {
  /** `amount`: without any key, by equal amounts within a window. */
  readonly by: 'key' | 'amount';
  /** How long a key is remembered, or an amount counts as a repeat; null: for ever. */
  readonly ttlMs: number | null;
  /** What has to be the same under one key; null: nothing is compared. */
  readonly fingerprint: 'body' | 'endpoint' | null;
  /** A repeat while the first is still being worked on. `joins`: it gets the first one's answer. */
  readonly inFlight: '409' | 'joins';
  /** How long unfinished work holds its key, before a repeat may start it again; null: until it is finished. */
  readonly leaseMs: number | null;
  /** A decline, and a 500, is stored and replayed like a success. What was refused before the work never is. */
  readonly storesFailures: boolean;
  /** `refuse`: a repeat gets a 409 that says "used", and the result stays hidden. */
  readonly onRepeat: 'replay' | 'refuse';
  readonly scope: 'tenant' | 'global';
}

/** One request at the gateway's door. */
export interface Arrival {
  readonly key: string | null;
  readonly intent: string;
  readonly amountMinor: number;
  readonly body: string;
  readonly endpoint: string;
  readonly tenant: string;
  readonly at: number;
  /** When its effect will be there; null: the work will fail. */
  readonly landsAt: number | null;
  /** How the work will fail; null: it will not. */
  readonly failure: ToolError | null;
  /** The thing it makes is deleted again. */
  readonly thenDeleted: boolean;
}

export type Receipt =
  /** Nothing like it is known: it is carried out. */
  | { readonly kind: 'fresh' }
  /** The stored answer, marked as one. `intent`: of the request that it answered first. */
  | { readonly kind: 'replay'; readonly intent: string; readonly failure: ToolError | null; readonly deleted: boolean }
  | { readonly kind: 'in-flight' }
  /** The key came with another payload. */
  | { readonly kind: 'mismatch' }
  /** A repeat that is refused without its result. */
  | { readonly kind: 'duplicate' };

/** The gateway's own memory of what it was asked. A key is claimed on receipt, before the work. */
export class KeyStore {
  readonly #setting: DedupeSetting;
  /** The newest first. */
  #known: Arrival[] = [];

  constructor(setting: DedupeSetting) {
    this.#setting = setting;
  }

  receive(arrival: Arrival): Receipt {
    const first = this.#first(arrival);
    if (first === null) {
      if (arrival.failure === null || this.#setting.storesFailures) this.#known.unshift(arrival);
      return { kind: 'fresh' };
    }
    return this.#repeat(first, arrival);
  }

  /** The request was refused after all. A refusal is not stored, so its key is free again. */
  forget(arrival: Arrival): void {
    this.#known = this.#known.filter((known) => known !== arrival);
  }

  #first(arrival: Arrival): Arrival | null {
    const { by, ttlMs, scope } = this.#setting;
    if (by === 'key' && arrival.key === null) return null;
    const alike = ({ key, amountMinor, tenant, at }: Arrival): boolean =>
      (by === 'key' ? key === arrival.key : amountMinor === arrival.amountMinor) &&
      (scope === 'global' || tenant === arrival.tenant) &&
      (ttlMs === null || arrival.at - at < ttlMs);
    return this.#known.find(alike) ?? null;
  }

  #repeat(first: Arrival, arrival: Arrival): Receipt {
    const { by, fingerprint, inFlight, leaseMs, onRepeat } = this.#setting;
    if (by === 'amount') return { kind: 'duplicate' };
    if (fingerprint !== null && first[fingerprint] !== arrival[fingerprint]) return { kind: 'mismatch' };
    const working = first.landsAt !== null && first.landsAt > arrival.at;
    if (working && leaseMs !== null && arrival.at - first.at >= leaseMs) {
      this.#known.unshift(arrival);
      return { kind: 'fresh' };
    }
    if (working && inFlight === '409') return { kind: 'in-flight' };
    if (onRepeat === 'refuse') return { kind: 'duplicate' };
    return { kind: 'replay', intent: first.intent, failure: first.failure, deleted: first.thenDeleted };
  }
}
