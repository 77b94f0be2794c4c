import { describe, expect, it } from 'vitest';
import { LARGEST_DRAW, avalanche, draw, drawFrom, drawPrefix, mixIn } from '../../src/core/random.ts';

const RUNS = Array.from({ length: 20_000 }, (_, run) => run);

function correlation(xs: readonly number[], ys: readonly number[]): number {
  // Both are uniform on [0, 1): mean 1/2, variance 1/12.
  const sum = xs.reduce((total, x, i) => total + (x - 0.5) * ((ys[i] ?? NaN) - 0.5), 0);
  return (12 * sum) / xs.length;
}

function hamming(a: number, b: number): number {
  let rest = (a ^ b) >>> 0;
  let bits = 0;
  for (; rest > 0; rest = Math.floor(rest / 2)) bits += rest % 2;
  return bits;
}

describe('draw', () => {
  it('[R1] is MurmurHash3_x86_32 underneath: the published vectors of one 4-byte block and of none', () => {
    // Ian Boyd, stackoverflow.com/a/31929528, from the SMHasher suite.
    expect(avalanche(0)).toBe(0);
    expect(avalanche(1)).toBe(0x514e28b7);
    expect(avalanche(0xffffffff)).toBe(0x81f16f39);
    expect(avalanche(mixIn(0, 0xffffffff) ^ 4)).toBe(0x76293b50);
    expect(avalanche(mixIn(0, 0x87654321) ^ 4)).toBe(0xf55b516b);
    expect(avalanche(mixIn(0x5082edee, 0x87654321) ^ 4)).toBe(0x2362f9de);
    expect(avalanche(mixIn(0, 0) ^ 4)).toBe(0x2362f9de);
  });

  it('[R2] gives these numbers in every engine and every release: links of old runs replay', () => {
    // Computed by a second implementation, in Python with unbounded integers.
    expect(draw(0, 0, '', 0, '')).toBe(2_460_661_653 / 2 ** 32);
    expect(draw(1, 0, 'refund', 1, 'jitter')).toBe(2_896_893_535 / 2 ** 32);
    expect(draw(1, 0, 'refund', 2, 'jitter')).toBe(3_969_952_897 / 2 ** 32);
    expect(draw(1, 0, 'refund', 1, 'fault')).toBe(3_750_555_465 / 2 ** 32);
    expect(draw(2026, 999_999, 'lookup größe ✓', 3, 'latency')).toBe(3_786_708_093 / 2 ** 32);
    expect(draw(4_294_967_295, 1, 'refund', 1, 'jitter')).toBe(2_514_361_438 / 2 ** 32);
  });

  it('[R3] stays in [0, 1), and LARGEST_DRAW is its last value', () => {
    for (const run of RUNS) {
      const u = draw(11, run, 'refund', 1, 'range');
      expect(u).toBeGreaterThanOrEqual(0);
      expect(u).toBeLessThanOrEqual(LARGEST_DRAW);
    }
    expect(LARGEST_DRAW).toBe(0xffffffff / 2 ** 32);
    expect(LARGEST_DRAW).toBeLessThan(1);
  });

  const axes: readonly (readonly [name: string, at: (i: number) => number])[] = [
    ['seed', (i) => draw(i, 0, 'refund', 1, 'jitter')],
    ['run', (i) => draw(7, i, 'refund', 1, 'jitter')],
    ['operation', (i) => draw(7, 0, `refund.${String(i)}`, 1, 'jitter')],
    ['attempt', (i) => draw(7, 0, 'refund', i, 'jitter')],
    ['purpose', (i) => draw(7, 0, 'refund', 1, `jitter.${String(i)}`)],
  ];

  it.each(axes)('[R4] is uniform along %s: mean, variance and 100 cells', (_, at) => {
    const us = RUNS.map(at);
    const n = us.length;
    const mean = us.reduce((total, u) => total + u, 0) / n;
    const meanSquare = us.reduce((total, u) => total + (u - 0.5) ** 2, 0) / n;
    expect(Math.abs(mean - 1 / 2) / Math.sqrt(1 / 12 / n)).toBeLessThan(4);
    // Var (u − ½)² = 1/80 − 1/144.
    expect(Math.abs(meanSquare - 1 / 12) / Math.sqrt((1 / 80 - 1 / 144) / n)).toBeLessThan(4);

    const cells = new Array<number>(100).fill(0);
    for (const u of us) cells[Math.floor(u * 100)] = (cells[Math.floor(u * 100)] ?? 0) + 1;
    const chiSquare = cells.reduce((total, count) => total + (count - n / 100) ** 2 / (n / 100), 0);
    // 99 degrees of freedom: mean 99, sd √198 = 14.07; four of them either side.
    expect(chiSquare).toBeGreaterThan(99 - 56.3);
    expect(chiSquare).toBeLessThan(99 + 56.3);
  });

  it.each(axes)('[R5] neighbours along %s are unrelated', (_, at) => {
    const us = RUNS.map(at);
    expect(Math.abs(correlation(us, RUNS.map((i) => at(i + 1)))) * Math.sqrt(us.length)).toBeLessThan(4);
  });

  it('[R5] the same run is unrelated under another seed, operation, attempt or purpose', () => {
    const us = RUNS.map((run) => draw(7, run, 'refund', 1, 'jitter'));
    const others = [
      RUNS.map((run) => draw(8, run, 'refund', 1, 'jitter')),
      RUNS.map((run) => draw(7, run, 'lookup', 1, 'jitter')),
      RUNS.map((run) => draw(7, run, 'refund', 2, 'jitter')),
      RUNS.map((run) => draw(7, run, 'refund', 1, 'fault')),
    ];
    for (const other of others) expect(Math.abs(correlation(us, other)) * Math.sqrt(us.length)).toBeLessThan(4);
  });

  it('[R5] one changed bit of seed, run or attempt changes half of the result, each bit of it', () => {
    const samples = 400;
    for (const at of [
      (x: number) => draw(x, 5, 'refund', 1, 'jitter'),
      (x: number) => draw(5, x, 'refund', 1, 'jitter'),
      (x: number) => draw(5, 5, 'refund', x, 'jitter'),
    ]) {
      for (let bit = 0; bit < 32; bit += 1) {
        let flips = 0;
        for (let i = 0; i < samples; i += 1) {
          const x = Math.imul(i, 2_654_435_761) >>> 0;
          flips += hamming(at(x) * 2 ** 32, at((x ^ (1 << bit)) >>> 0) * 2 ** 32);
        }
        // Binomial(32, ½) per sample: sd √8. 96 comparisons, so five of them.
        expect(Math.abs(flips / samples - 16)).toBeLessThan(5 * Math.sqrt(8 / samples));
      }
    }
  });

  it('[R6] depends on nothing but its arguments: not on order, nor on draws made between', () => {
    const forwards = RUNS.slice(0, 100).map((run) => draw(3, run, 'refund', 1, 'jitter'));
    const backwards = RUNS.slice(0, 100)
      .reverse()
      .map((run) => {
        draw(run, run, 'other', 9, 'skipped');
        return draw(3, run, 'refund', 1, 'jitter');
      });
    expect(backwards.reverse()).toEqual(forwards);
  });

  it('[R7] a letter moved from one word to the next is another address', () => {
    expect(draw(1, 1, 'ab', 1, 'c')).not.toBe(draw(1, 1, 'a', 1, 'bc'));
    expect(draw(1, 1, 'a', 1, '')).not.toBe(draw(1, 1, '', 1, 'a'));
    expect(draw(1, 2, 'a', 3, 'b')).not.toBe(draw(1, 3, 'a', 2, 'b'));
  });

  it('[R8] a prefix kept over a sweep gives the same draws', () => {
    const prefix = drawPrefix(42, 'refund', 'jitter');
    for (const run of [0, 1, 999_999]) {
      for (const attempt of [1, 2, 17]) {
        expect(drawFrom(prefix, run, attempt)).toBe(draw(42, run, 'refund', attempt, 'jitter'));
      }
    }
  });
});
