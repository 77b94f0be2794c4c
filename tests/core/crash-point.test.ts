import { describe, expect, it } from 'vitest';
import { inTurn, program, summary } from './programs.ts';

const GUARDS = {
  none: { kind: 'none' },
  memory: { kind: 'memory', key: 'operation' },
  'before acting': { kind: 'durable' },
  'after acting': { kind: 'durable', records: 'after-acting' },
} as const;

/** The process ends 400 ms after sending and is back at once; it retries after 1 s. */
function crashing(point: string, guard: object) {
  return program({
    latency: { refundMs: 400, postingMs: 300, guardHitMs: 10 },
    guard,
    faults: inTurn({ kind: 'crash', point }),
  });
}

describe('a crash', () => {
  it.each<[string, Record<keyof typeof GUARDS, number>]>([
    ['before-posting', { none: 1, memory: 1, 'before acting': 1, 'after acting': 1 }],
    ['after-posting', { none: 2, memory: 2, 'before acting': 1, 'after acting': 2 }],
    ['after-recording', { none: 2, memory: 2, 'before acting': 1, 'after acting': 1 }],
  ])('[I18] %s leads to %j effects, by guard', (point, expected) => {
    const effects = Object.entries(GUARDS).map(([name, guard]) => [name, Number(summary(crashing(point, guard)).split(' | ')[2])]);
    expect(Object.fromEntries(effects)).toEqual(expected);
  });

  it('[I18] after recording is answered from the record, without a look at the gateway', () => {
    expect(summary(crashing('after-recording', GUARDS['after acting']))).toBe('0 | ok at 1410 | 1');
    expect(summary(crashing('after-posting', GUARDS['before acting']))).toBe('0 | ok at 1410 | 1');
    expect(summary(crashing('before-posting', GUARDS['before acting']))).toBe('0 1400 | ok at 1800 | 1');
  });
});
