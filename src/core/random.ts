/**
 * All luck of a run, as a pure hash of its address: (seed, run, operation, attempt, purpose) → [0, 1).
 *
 * Why a hash and not a stream: a stream hands its numbers out in the order of asking, so raising
 * `maxRetries`, switching a policy or skipping one draw would shift every later number and two lanes
 * would no longer be compared under the same luck. Here a draw has no neighbours to disturb.
 *
 * The mixing is MurmurHash3_x86_32 by Austin Appleby (public domain): `mixIn` is the body of its
 * loop, `avalanche` its finalizer fmix32, constants and shifts from `MurmurHash3.cpp` in
 * github.com/aappleby/smhasher. Only `Math.imul`, shifts and xor are used: they are exact on 32-bit
 * integers in every engine, where products of doubles would need care and Math.random has no seed.
 * It decides nothing secret; do not use it for keys.
 */

/** 32 bits: steps of 2.3e-10, finer than a microsecond in any jitter of less than 70 minutes. */
const DRAWS = 2 ** 32;

/** `draw` never reaches 1; this is the last value before it. */
export const LARGEST_DRAW = 1 - 1 / DRAWS;

/** Exported to be held against the published test vectors of MurmurHash3. */
export function mixIn(state: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  k = Math.imul(k, 0x1b873593);
  const h = state ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

/** Exported to be held against the published test vectors of MurmurHash3. The result is unsigned. */
export function avalanche(state: number): number {
  let h = state;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The length goes in first, so that ("ab", "c") and ("a", "bc") are different addresses. */
function mixInText(state: number, text: string): number {
  let h = mixIn(state, text.length);
  for (let i = 0; i < text.length; i += 1) h = mixIn(h, text.charCodeAt(i));
  return h;
}

/**
 * The part of an address that stays the same over the runs and attempts of a sweep. A driver of a
 * million runs computes it once, since the letters are most of the cost of a draw.
 */
export function drawPrefix(seed: number, operation: string, purpose: string): number {
  return mixInText(mixInText(mixIn(0, seed), operation), purpose);
}

/** `draw` from its prefix: the same numbers, bit for bit. */
export function drawFrom(prefix: number, run: number, attempt: number): number {
  return avalanche(mixIn(mixIn(prefix, run), attempt)) / DRAWS;
}

/** Seed, run and attempt are whole numbers and count modulo 2^32. The result is in [0, 1). */
export function draw(seed: number, run: number, operation: string, attempt: number, purpose: string): number {
  return drawFrom(drawPrefix(seed, operation, purpose), run, attempt);
}
