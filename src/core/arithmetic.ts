import { delayBeforeRetry, type Backoff, type Growth, type PlannedDelay } from './backoff.ts';

/**
 * How a backoff is computed in the language of a client. Ours saturates; these overflow, each as a report tells of it.
 * They say what `initialMs · factor^(n−1)` comes to where it no longer fits, and hold for whole numbers.
 */
export type Arithmetic =
  | 'exact'
  /** Java: `initial << (n−1)` in 32 bits, where the language takes the shift modulo 32. */
  | 'int32-shift'
  /** A double cast to 32 bits, whose negative result is clamped to no wait. */
  | 'int32-clamped'
  /** Milliseconds in 64 bits that wrap around. */
  | 'int64'
  /** Nanoseconds in 64 bits; a jitter range below zero panics. */
  | 'int64-panics'
  /** A double that becomes infinite, and not a number when multiplied by 0: the timer never fires. */
  | 'double';

export type PlannedWait =
  | ({ readonly kind: 'delay' } & PlannedDelay)
  | { readonly kind: 'panics' }
  | { readonly kind: 'never' };

const INT32_MAX = 2 ** 31 - 1;
const INT64_MAX = 2n ** 63n - 1n;
const NS_PER_MS = 1_000_000n;

/** `delayBeforeRetry`, as the client's own arithmetic gives it. */
export function plannedWait(backoff: Backoff, arithmetic: Arithmetic, retry: number, u: number, memory: number): PlannedWait {
  const planned = delayBeforeRetry(backoff, retry, u, memory);
  const { growth, capMs } = backoff;
  const exact: PlannedWait = { kind: 'delay', ...planned };
  if (arithmetic === 'int32-clamped') {
    const { nominalMs } = delayBeforeRetry({ ...backoff, capMs: null }, retry, u, memory);
    return nominalMs > INT32_MAX ? noWait(planned) : exact;
  }
  if (arithmetic === 'exact' || growth.kind !== 'exponential') return exact;
  switch (arithmetic) {
    case 'int32-shift': {
      const shifted = growth.initialMs << (retry - 1);
      return shifted === growth.initialMs * 2 ** (retry - 1) ? exact : overflowed(planned, shifted, capMs);
    }
    case 'int64':
      return fitsInt64(growth, retry, 1n) ? exact : overflowed(planned, Number(wrapped(growth, retry)), capMs);
    case 'int64-panics':
      return fitsInt64(growth, retry, NS_PER_MS) ? exact : { kind: 'panics' };
    case 'double':
      return Number.isNaN(growth.initialMs * growth.factor ** (retry - 1)) ? { kind: 'never' } : exact;
  }
}

/** A wait of 0 or less is none. */
function overflowed(planned: PlannedDelay, ms: number, capMs: number | null): PlannedWait {
  const delayMs = Math.max(0, Math.min(ms, capMs ?? Infinity));
  return { kind: 'delay', ...planned, nominalMs: delayMs, delayMs };
}

function noWait(planned: PlannedDelay): PlannedWait {
  return overflowed(planned, 0, null);
}

type Exponential = Extract<Growth, { kind: 'exponential' }>;

/** Stops at the first product that is too large: the exact power of a thousandth retry may have a million digits. */
function fitsInt64({ initialMs, factor }: Exponential, retry: number, unitsPerMs: bigint): boolean {
  const base = BigInt(Math.trunc(factor));
  let grown = BigInt(Math.trunc(initialMs)) * unitsPerMs;
  // A factor of 0 or 1 gives the same product for ever.
  for (let power = base > 1n ? retry : Math.min(retry, 2); power > 1 && grown > 0n && grown <= INT64_MAX; power -= 1) grown *= base;
  return grown <= INT64_MAX;
}

function wrapped({ initialMs, factor }: Exponential, retry: number): bigint {
  const base = BigInt.asUintN(64, BigInt(Math.trunc(factor)));
  let grown = BigInt.asUintN(64, BigInt(Math.trunc(initialMs)));
  for (let power = retry; power > 1 && grown > 0n; power -= 1) grown = BigInt.asUintN(64, grown * base);
  return BigInt.asIntN(64, grown);
}
