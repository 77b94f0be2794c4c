import { wholeMicroseconds } from './backoff.ts';

/**
 * A circuit breaker: a client that has seen a dependency fail stops asking for a while. What it rejects is not sent, so
 * it is definite that nothing was applied.
 */
export interface BreakerSetting {
  readonly opensAt:
    | { readonly kind: 'consecutive'; readonly failures: number }
    /** Of at least `minimum` ends within the window, this share or more are failures. */
    | { readonly kind: 'share'; readonly share: number; readonly windowMs: number; readonly minimum: number };
  /** How long it rejects everything before it probes. */
  readonly waitMs: number;
  /** Probes under way at one time; the rest is rejected. */
  readonly probes: number;
  /** Probes that have to succeed before it closes. */
  readonly successes: number;
  /** Symptoms that speak of the dependency. Any other failure counts as neither a failure nor a success. */
  readonly counts: readonly string[];
  /** `counted`: it stays half-open, which reports tell of as a mistake. */
  readonly failedProbe: 'reopens' | 'counted';
  /** A probe that is neither, such as a 404. `keeps`: its slot is never free again, a mistake too. */
  readonly otherProbe: 'releases' | 'keeps';
}

export type BreakerStanding =
  | { readonly state: 'closed' | 'half-open' }
  /** Rejects everything before `until`, and probes from then on. */
  | { readonly state: 'open'; readonly until: number };

export type Admission =
  | { readonly kind: 'sent' }
  /** Sent, to see whether the dependency is back. */
  | { readonly kind: 'probe' }
  /** Rejected. `until`: when it will probe; null: nobody knows. */
  | { readonly kind: 'rejected'; readonly until: number | null };

interface End {
  readonly at: number;
  readonly failed: boolean;
}

export class Breaker {
  readonly #setting: BreakerSetting;
  #standing: BreakerStanding = { state: 'closed' };
  /** Since the last success, or within the window. */
  #ends: readonly End[] = [];
  #probing = 0;
  #succeeded = 0;

  constructor(setting: BreakerSetting) {
    this.#setting = setting;
  }

  get standing(): BreakerStanding {
    return this.#standing;
  }

  get state(): BreakerStanding['state'] {
    return this.#standing.state;
  }

  /** Whether a request may be sent now. One that may has to be followed by `heard` or `notSent`. */
  admit(now: number): Admission {
    if (this.#standing.state === 'closed') return { kind: 'sent' };
    if (this.#standing.state === 'open') {
      const { until } = this.#standing;
      if (now < until) return { kind: 'rejected', until };
      this.#standing = { state: 'half-open' };
      this.#probing = 0;
      this.#succeeded = 0;
    }
    if (this.#probing >= this.#setting.probes) return { kind: 'rejected', until: null };
    this.#probing += 1;
    return { kind: 'probe' };
  }

  /** What was admitted was answered without the dependency. */
  notSent(): void {
    if (this.#standing.state === 'half-open') this.#probing -= 1;
  }

  /** @param symptoms what the end showed; none for a success */
  heard(symptoms: readonly string[], at: number): void {
    const failed = symptoms.some((symptom) => this.#setting.counts.includes(symptom));
    const isOther = !failed && symptoms.length > 0;
    if (this.#standing.state === 'half-open') this.#probeEnded(isOther ? 'other' : failed ? 'failed' : 'succeeded', at);
    else if (!isOther) this.#count({ at, failed });
  }

  #probeEnded(end: 'failed' | 'succeeded' | 'other', at: number): void {
    const { failedProbe, otherProbe, successes } = this.#setting;
    if (end === 'other' && otherProbe === 'keeps') return;
    this.#probing -= 1;
    if (end === 'failed' && failedProbe === 'reopens') this.#open(at);
    if (end !== 'succeeded') return;
    this.#succeeded += 1;
    if (this.#succeeded < successes) return;
    this.#standing = { state: 'closed' };
    this.#ends = [];
  }

  #count(end: End): void {
    const { opensAt } = this.#setting;
    switch (opensAt.kind) {
      case 'consecutive':
        this.#ends = end.failed ? [...this.#ends, end] : [];
        if (this.#ends.length >= opensAt.failures) this.#open(end.at);
        return;
      case 'share': {
        this.#ends = [...this.#ends.filter(({ at }) => at > end.at - opensAt.windowMs), end];
        const failures = this.#ends.filter(({ failed }) => failed).length;
        if (this.#ends.length >= opensAt.minimum && failures >= opensAt.share * this.#ends.length) this.#open(end.at);
      }
    }
  }

  #open(at: number): void {
    this.#standing = { state: 'open', until: wholeMicroseconds(at + this.#setting.waitMs) };
    this.#ends = [];
  }
}
