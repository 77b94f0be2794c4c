import type { Gravity } from '../core/verdict.ts';

/** The colour family of a verdict; its words and shape say the same. */
export const TONE_OF_GRAVITY = {
  neutral: 'plain',
  unknown: 'unknown',
  right: 'ok',
  wrong: 'bad',
  misreported: 'unknown',
} as const satisfies Record<Gravity, string>;
