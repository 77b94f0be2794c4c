import type { Effect } from './outcome.ts';

/** One call of a program without a model: an intended effect, and when it is asked for. */
export interface Operation {
  readonly id: string;
  /** Not before; it also waits for the operation before it. */
  readonly atMs: number;
  /** Equal intents are the same wish, asked for again. */
  readonly intent: string;
  readonly effect: Effect;
  /** What it moves; 0 where no money is in it. Negative: it gives back. */
  readonly amountMinor: number;
  /** How many things one request makes. */
  readonly units: number;
  /** What several intents may share, and a key that is too coarse is made from. */
  readonly subject: string;
  readonly body: string;
  readonly endpoint: string;
  readonly tenant: string;
}

/** The tool that stands for whatever a program calls. */
export const OPERATION_TOOL = 'request';
