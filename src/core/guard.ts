export interface Guardless {
  readonly kind: 'none';
}

/**
 * The check before acting. The essay's guard claims an operation before it sends anything, so it
 * remembers *trying*: after silence its record is an intent, not a known effect.
 */
export type GuardSetting =
  | Guardless
  /** A dictionary in the process, by order or by operation. It is lost with the process. */
  | { readonly kind: 'memory'; readonly key: 'order_id' | 'operation' }
  /**
   * A record that outlives the process. Before acting it may lose an effect, after acting it may repeat one; an intent
   * without a known effect is read back before anything is sent again.
   */
  | ({ readonly kind: 'durable'; readonly records: 'before-acting' | 'after-acting' } & ReadBack)
  /** No record of one's own: the gateway is asked before each send. */
  | ({ readonly kind: 'read-back' } & ReadBack);

/** How a look at the gateway's own records may deceive. */
export interface ReadBack {
  /** An effect is seen this long after it happened. */
  readonly lagMs: number;
  /** Nothing found counts as "it did not happen" only this long after sending; null: at once, which is wrong while effects can be late. */
  readonly settleMs: number | null;
}

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

export type Check =
  /** Nothing is known of the operation. `claimed`: it is on record from now on. */
  | { readonly kind: 'send'; readonly claimed: boolean }
  | { readonly kind: 'hit'; readonly record: GuardRecord }
  /** It was tried, or may have been: the gateway's records decide. */
  | { readonly kind: 'read-back'; readonly how: ReadBack };

/** One lane's guard. */
export interface Guard {
  check(operation: string, amountMinor: number): Check;
  release(operation: string): void;
  confirm(operation: string, amountMinor: number): void;
  /** The process ends: what was in its memory is gone. */
  crash(): void;
}

export function createGuard(setting: GuardSetting): Guard | null {
  switch (setting.kind) {
    case 'none':
      return null;
    case 'memory':
      return recordingGuard({ claims: true, survives: false, readBack: null });
    case 'durable':
      return recordingGuard({ claims: setting.records === 'before-acting', survives: true, readBack: setting });
    case 'read-back':
      return { check: () => ({ kind: 'read-back', how: setting }), release: nothing, confirm: nothing, crash: nothing };
  }
}

function nothing(): void {
  // It has no record to change.
}

interface Recording {
  readonly claims: boolean;
  readonly survives: boolean;
  /** How an intent is decided; null: it answers like an effect, which is the essay's flaw. */
  readonly readBack: ReadBack | null;
}

function recordingGuard({ claims, survives, readBack }: Recording): Guard {
  const records = new Map<string, GuardRecord>();
  return {
    check(operation, amountMinor) {
      const record = records.get(operation);
      if (record === undefined) {
        if (claims) records.set(operation, { amountMinor, state: 'intent' });
        return { kind: 'send', claimed: claims };
      }
      return record.state === 'effect' || readBack === null ? { kind: 'hit', record } : { kind: 'read-back', how: readBack };
    },
    release(operation) {
      records.delete(operation);
    },
    confirm(operation, amountMinor) {
      records.set(operation, { amountMinor, state: 'effect' });
    },
    crash() {
      if (!survives) records.clear();
    },
  };
}
