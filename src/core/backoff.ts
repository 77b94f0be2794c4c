/**
 * The wait before one retry, in the one parameter model that describes the defaults of all the
 * libraries in tests/reference/presets.json. Times are milliseconds, retries count from 1, and `u`
 * is a uniform draw in [0, 1) that the caller makes: the same arguments always give the same delay.
 *
 * The order of steps decides the result, and libraries differ in it:
 *
 *   1. nominal      what the growth gives for retry n
 *   2. cap          min with `capMs`, if `capOrder` is 'before' (then jitter may exceed the cap)
 *   3. jitter       multiplies or adds, from `u`
 *   4. rounding     floor or round to whole milliseconds
 *   5. cap          min with `capMs`, if `capOrder` is 'after'
 *   6. floor        max with `floorMs`, which therefore wins over a lower cap
 *
 * and last, rounding to whole microseconds, as for every scheduled time. The two decorrelated growths
 * draw inside step 1 and cap there too, whatever `capOrder` says, because their next delay depends on it.
 */
import { LARGEST_DRAW } from './random.ts';

export type Growth =
  | { readonly kind: 'constant'; readonly delayMs: number }
  /** initialMs + stepMs·(n−1) */
  | { readonly kind: 'linear'; readonly initialMs: number; readonly stepMs: number }
  /** initialMs · factor^(n−1) */
  | { readonly kind: 'exponential'; readonly initialMs: number; readonly factor: number }
  /** offsetMs + stepMs·(factor^(n−1) − 1): gRPC-Java's reconnects, and an exponent that starts one too low */
  | { readonly kind: 'exponentialFromZero'; readonly offsetMs: number; readonly stepMs: number; readonly factor: number }
  /** offsetMs + coefMs·(n−1)^power: Sidekiq */
  | { readonly kind: 'polynomial'; readonly offsetMs: number; readonly coefMs: number; readonly power: number }
  /** Doubles `maxDoublings` times, then grows by the last value each time: Google Cloud Tasks. */
  | { readonly kind: 'doublingThenLinear'; readonly initialMs: number; readonly maxDoublings: number }
  /** The n-th, then the last again and again; an empty list waits nothing. */
  | { readonly kind: 'list'; readonly delaysMs: readonly number[] }
  /** min(cap, initialMs + u·(previous·multiplier − initialMs)): AWS Architecture Blog, where the multiplier is 3. */
  | { readonly kind: 'decorrelatedAws'; readonly initialMs: number; readonly multiplier: number }
  /** Differences of factor^t·tanh(√(4t)) at t = (n−1) + u, each t in its own unit interval: Polly, cockatiel. */
  | { readonly kind: 'decorrelatedV2'; readonly initialMs: number; readonly factor: number };

export type Jitter =
  | { readonly kind: 'none' }
  /** × (lo + u·(hi − lo)). Full 0..1, equal 0.5..1, proportional 0.8..1.2, subtractive 1..0.75 (as OpenAI's SDK). */
  | { readonly kind: 'scale'; readonly lo: number; readonly hi: number }
  /** + a uniform in minMs..maxMs; a negative minMs shortens. */
  | { readonly kind: 'add'; readonly minMs: number; readonly maxMs: number }
  /** + u·maxMs·n: Sidekiq */
  | { readonly kind: 'addPerRetry'; readonly maxMs: number };

export interface Backoff {
  readonly growth: Growth;
  readonly jitter: Jitter;
  /** null: no cap */
  readonly capMs: number | null;
  readonly capOrder: 'before' | 'after';
  /** null: no floor */
  readonly floorMs: number | null;
  readonly rounding: 'none' | 'floor' | 'round';
}

export interface PlannedDelay {
  /**
   * The wait before jitter, with the cap applied whatever its order: what the policy would do without luck.
   * For a decorrelated growth, where luck is the growth, it is the drawn wait itself.
   */
  readonly nominalMs: number;
  readonly delayMs: number;
  /** To be passed to the next retry of the same operation. */
  readonly memory: number;
}

export interface DelayBounds {
  readonly minMs: number;
  readonly maxMs: number;
}

/**
 * Where growth saturates: far beyond any wait, yet a thousand of them still sum to a finite number
 * (doubles end at 1.8e308), so that no clock downstream becomes Infinity, and no difference of two
 * clocks NaN. raftscope uses 1e300 as its infinity for the same reason.
 */
export const LONGEST_DELAY_MS = 1e300;

/** 2^41 ms, 70 years: above it ×1000÷1000 no longer returns to the same whole microsecond. */
const MICROSECONDS_END_MS = 2 ** 41;

/**
 * To the nearest 0.001 ms. Math.pow and Math.tanh may differ in the last bit from engine to engine; rounding
 * hides it, so that the same seed gives the same trace everywhere. Never reorders two times; twice is as once.
 */
export function wholeMicroseconds(ms: number): number {
  return Math.abs(ms) < MICROSECONDS_END_MS ? Math.round(ms * 1000) / 1000 : ms;
}

/** What `delayBeforeRetry` takes as memory at the first retry. Only the decorrelated growths use it. */
export function initialMemory(backoff: Backoff): number {
  return backoff.growth.kind === 'decorrelatedAws' ? saturated(backoff.growth.initialMs) : 0;
}

/**
 * @param retry from 1: the wait between attempt n and attempt n + 1
 * @param u in [0, 1); see LARGEST_DRAW
 * @param memory `initialMemory` at the first retry, then the `memory` of the delay before: the delay
 * itself for decorrelatedAws, the point on the curve for decorrelatedV2, unused elsewhere
 */
export function delayBeforeRetry(backoff: Backoff, retry: number, u: number, memory: number): PlannedDelay {
  // Finer draws than ours could round up to 1 inside the sums below, and floor to a value that no library gives.
  const draw = u > 0 ? Math.min(u, LARGEST_DRAW) : 0;
  const grownMs = grow(backoff, retry, draw, memory);
  const delayMs = settle(backoff, retry, draw, grownMs);
  return {
    nominalMs: wholeMicroseconds(capped(grownMs, backoff.capMs)),
    delayMs,
    memory: remember(backoff.growth, retry, draw, delayMs, memory),
  };
}

/**
 * The least and the greatest delay before this retry, over all draws of it and of the retries before.
 *
 * Each step above rises or falls with the draw throughout, in floating point too, so the ends are the delays
 * at the first and the last draw. The draw stays below 1: with rounding 'floor' a full jitter of 50 ms ends at 49.
 * Reached, except for decorrelatedV2 at a factor below 1 and a decorrelated growth with another jitter on
 * top of it (both use one draw): there nothing lies outside, but the ends may not be reached.
 */
export function delayBounds(backoff: Backoff, retry: number): DelayBounds {
  if (backoff.growth.kind !== 'decorrelatedAws') return settledBounds(backoff, retry, grownBounds(backoff, retry));

  let previous: DelayBounds = { minMs: initialMemory(backoff), maxMs: initialMemory(backoff) };
  for (let n = 1; n <= retry; n += 1) {
    // Linear in the draw and in the delay before, so the corners are the extremes: also when the
    // multiplier is below 1 (then it shrinks away from initialMs) or the cap lies below initialMs.
    const grown = spanOf([
      grow(backoff, n, 0, previous.minMs),
      grow(backoff, n, 0, previous.maxMs),
      grow(backoff, n, LARGEST_DRAW, previous.minMs),
      grow(backoff, n, LARGEST_DRAW, previous.maxMs),
    ]);
    previous = settledBounds(backoff, n, grown);
  }
  return previous;
}

/** Step 1. */
function grow(backoff: Backoff, retry: number, draw: number, memory: number): number {
  const { growth, capMs } = backoff;
  switch (growth.kind) {
    case 'constant':
      return saturated(growth.delayMs);
    case 'linear':
      return saturated(growth.initialMs + growth.stepMs * (retry - 1));
    case 'exponential':
      return saturated(growth.initialMs * power(growth.factor, retry - 1));
    case 'exponentialFromZero':
      return saturated(growth.offsetMs + growth.stepMs * (power(growth.factor, retry - 1) - 1));
    case 'polynomial':
      return saturated(growth.offsetMs + growth.coefMs * power(retry - 1, growth.power));
    case 'doublingThenLinear': {
      const doublings = Math.min(retry - 1, growth.maxDoublings);
      return saturated(growth.initialMs * power(2, doublings) * (retry - doublings));
    }
    case 'list':
      return saturated(growth.delaysMs[Math.min(retry, growth.delaysMs.length) - 1] ?? 0);
    case 'decorrelatedAws':
      return capped(saturated(between(growth.initialMs, saturated(memory * growth.multiplier), draw)), capMs);
    case 'decorrelatedV2':
      return capped(risen(growth, memory, decorrelatedCurve(growth.factor, retry - 1, draw)), capMs);
  }
}

/** Steps 2 to 6. Never falls when the grown wait rises, unless the jitter's scale is negative. */
function settle(backoff: Backoff, retry: number, draw: number, grownMs: number): number {
  const { capMs, capOrder, floorMs, rounding } = backoff;
  const beforeMs = capOrder === 'before' ? capped(grownMs, capMs) : grownMs;
  const jitteredMs = saturated(jittered(backoff.jitter, retry, draw, beforeMs));
  const roundedMs = rounding === 'none' ? jitteredMs : Math[rounding](jitteredMs);
  const afterMs = capOrder === 'after' ? capped(roundedMs, capMs) : roundedMs;
  return wholeMicroseconds(floorMs === null ? afterMs : Math.max(afterMs, saturated(floorMs)));
}

function jittered(jitter: Jitter, retry: number, draw: number, ms: number): number {
  switch (jitter.kind) {
    case 'none':
      return ms;
    case 'scale':
      return ms * between(jitter.lo, jitter.hi, draw);
    case 'add':
      return ms + between(jitter.minMs, jitter.maxMs, draw);
    case 'addPerRetry':
      return ms + draw * jitter.maxMs * retry;
  }
}

function remember(growth: Growth, retry: number, draw: number, delayMs: number, memory: number): number {
  if (growth.kind === 'decorrelatedAws') return delayMs;
  if (growth.kind === 'decorrelatedV2') return decorrelatedCurve(growth.factor, retry - 1, draw);
  return memory;
}

/**
 * factor^t · tanh(√(4t)) at t = steps + draw, a number without unit. The formula is George Polevoy's, from
 * Backoff.DecorrelatedJitterV2 in github.com/Polly-Contrib/Polly.Contrib.WaitAndRetry.
 */
function decorrelatedCurve(factor: number, steps: number, draw: number): number {
  return smoothed(power(factor, steps) * power(factor, draw), steps + draw);
}

/** tanh(√(4t)) pulls the start of the curve to 0. It must not pull back a curve that has saturated. */
function smoothed(grown: number, t: number): number {
  return grown >= LONGEST_DELAY_MS ? LONGEST_DELAY_MS : grown * Math.tanh(Math.sqrt(4 * t));
}

/**
 * 1.4 is from the same source: it brings the medians close to initialMs, 2·initialMs, 4·initialMs… A curve that has
 * saturated asks for the longest delay, not for the difference of two equal ends, which would be none at all.
 */
function risen(growth: Extract<Growth, { kind: 'decorrelatedV2' }>, previous: number, next: number): number {
  const rise = next >= LONGEST_DELAY_MS ? LONGEST_DELAY_MS : next - previous;
  return saturated((rise / 1.4) * saturated(growth.initialMs));
}

function grownBounds(backoff: Backoff, retry: number): DelayBounds {
  const { growth, capMs } = backoff;
  if (growth.kind !== 'decorrelatedV2') {
    const grownMs = grow(backoff, retry, 0, 0);
    return { minMs: grownMs, maxMs: grownMs };
  }
  // Least: the draw before ended where this one starts, so nothing rises. Greatest: it started its interval, and this
  // one ends its own. Below a factor of 1 the curve turns down, so its two parts are bounded apart.
  const here = power(growth.factor, retry - 1);
  const before = power(growth.factor, Math.max(0, retry - 2));
  const highest = smoothed(Math.max(here, here * power(growth.factor, LARGEST_DRAW)), retry - 1 + LARGEST_DRAW);
  const lowest = smoothed(Math.min(before, here), Math.max(0, retry - 2));
  // pow and tanh are good to about one last bit (2^-52) and not quite monotone in it.
  const slack = 2 ** -50;
  return { minMs: 0, maxMs: capped(risen(growth, lowest * (1 - slack), highest * (1 + slack)), capMs) };
}

function settledBounds(backoff: Backoff, retry: number, grown: DelayBounds): DelayBounds {
  return spanOf([
    settle(backoff, retry, 0, grown.minMs),
    settle(backoff, retry, 0, grown.maxMs),
    settle(backoff, retry, LARGEST_DRAW, grown.minMs),
    settle(backoff, retry, LARGEST_DRAW, grown.maxMs),
  ]);
}

function spanOf(ms: readonly number[]): DelayBounds {
  return { minMs: Math.min(...ms), maxMs: Math.max(...ms) };
}

function capped(ms: number, capMs: number | null): number {
  return capMs === null ? ms : Math.min(ms, saturated(capMs));
}

/** A wait is never negative, and never longer than LONGEST_DELAY_MS. */
function saturated(ms: number): number {
  return ms > 0 ? Math.min(ms, LONGEST_DELAY_MS) : 0;
}

/** from + draw·(to − from), which, unlike from·(1−draw) + to·draw, never turns back as the draw rises. */
function between(from: number, to: number, draw: number): number {
  const start = Math.max(-LONGEST_DELAY_MS, Math.min(from, LONGEST_DELAY_MS));
  const end = Math.max(-LONGEST_DELAY_MS, Math.min(to, LONGEST_DELAY_MS));
  return start + draw * (end - start);
}

/**
 * Whole exponents by repeated squaring, since multiplication is exact to the last bit in every engine and
 * Math.pow is not (ECMA-262 leaves its approximation to the implementation). Saturates at each
 * multiplication: an Infinity would turn into NaN at the next factor of 0. 0^0 is 1; a negative base counts as 0.
 */
function power(base: number, exponent: number): number {
  if (!Number.isInteger(exponent)) return saturated(Math.pow(Math.max(0, base), exponent));
  let result = 1;
  let square = saturated(base);
  for (let rest = Math.abs(exponent); rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = saturated(result * square);
    square = saturated(square * square);
  }
  return exponent < 0 ? saturated(1 / result) : result;
}
