/**
 * A budget for the retries of all calls of a client, as a bucket of tokens: while everything fails it runs empty, and
 * nothing is retried any more.
 */
export interface RetryQuotaSetting {
  /** Tokens at the start, and at most. */
  readonly capacity: number;
  /** Tokens that a retry takes. */
  readonly cost: number;
  /** Tokens that a success brings. */
  readonly gain: number;
}

export type RetryQuotaState =
  | 'spent'
  | 'gained'
  /** It has not enough for a retry. */
  | 'empty'
  /** A process that is started anew has all its tokens. */
  | 'refilled';

export class RetryQuota {
  readonly #setting: RetryQuotaSetting;
  #tokens: number;

  constructor(setting: RetryQuotaSetting) {
    this.#setting = setting;
    this.#tokens = setting.capacity;
  }

  get tokens(): number {
    return this.#tokens;
  }

  /** Pays for a retry, or does not have enough for it. */
  take(): boolean {
    const { cost } = this.#setting;
    if (this.#tokens < cost) return false;
    this.#tokens = thousandths(this.#tokens - cost);
    return true;
  }

  succeeded(): void {
    const { capacity, gain } = this.#setting;
    this.#tokens = Math.min(capacity, thousandths(this.#tokens + gain));
  }
}

/** So that ten gains of 0.1 are a token. */
function thousandths(tokens: number): number {
  return Math.round(tokens * 1000) / 1000;
}
