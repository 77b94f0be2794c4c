/**
 * The check before acting. The essay's guard claims an operation before it sends anything, so it
 * remembers *trying*: after silence its record is an intent, not a known effect.
 */
export type GuardSetting =
  | { readonly kind: 'none' }
  /** A dictionary in the process, by `order_id`. It is lost with the process. */
  | { readonly kind: 'memory'; readonly key: 'order_id' };

/** What the guard did, in the words of its row on the timeline. */
export type GuardMove =
  /** Recorded the intent, before sending. */
  | 'claimed'
  /** A definite refusal came back: the claim is given up, so that a retry may send again. */
  | 'released'
  /** A confirmed success came back: the effect is known. */
  | 'recorded'
  /** The operation is on record: answered from there, not sent again. */
  | 'hit';

/** `intent`: it was tried, and nobody knows more. `effect`: the gateway confirmed it. */
export type RecordState = 'intent' | 'effect';

export interface GuardRecord {
  readonly amountMinor: number;
  readonly state: RecordState;
}

/** One lane's guard, alive as long as its process. */
export interface Guard {
  /** The record that answers this operation, or null: then it is claimed now and has to be sent. */
  claim(orderId: string, amountMinor: number): GuardRecord | null;
  release(orderId: string): void;
  confirm(orderId: string): void;
}

export function createGuard(setting: GuardSetting): Guard | null {
  switch (setting.kind) {
    case 'none':
      return null;
    case 'memory':
      return memoryGuard();
  }
}

function memoryGuard(): Guard {
  const records = new Map<string, GuardRecord>();
  return {
    claim(orderId, amountMinor) {
      const known = records.get(orderId);
      if (known !== undefined) return known;
      records.set(orderId, { amountMinor, state: 'intent' });
      return null;
    },
    release(orderId) {
      records.delete(orderId);
    },
    confirm(orderId) {
      const known = records.get(orderId);
      if (known !== undefined) records.set(orderId, { ...known, state: 'effect' });
    },
  };
}
