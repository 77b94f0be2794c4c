/**
 * One row for each number that a person can move. Slider bounds, the URL codec and the defaults read
 * it; no other file knows a bound.
 */
export type Unit = 'count' | 'ms' | 'factor' | 'minor' | 'seed';

interface Row {
  /** The key in links. Links are a promise: a key is never given another meaning. */
  readonly urlKey: string;
  readonly unit: Unit;
  readonly min: number;
  readonly max: number;
  /** The finest difference that means anything. */
  readonly step: number;
  readonly default: number | null;
  /** How a slider spreads its range. */
  readonly scale: 'linear' | 'log';
  /** Null, written `none`, switches it off. */
  readonly nullable?: true;
}

export const PARAMS = {
  maxRetries: { urlKey: 'retries', unit: 'count', min: 0, max: 10, step: 1, default: 2, scale: 'linear' },
  firstBackoffMs: { urlKey: 'backoff', unit: 'ms', min: 0, max: 10_000, step: 10, default: 500, scale: 'log' },
  backoffFactor: { urlKey: 'factor', unit: 'factor', min: 1, max: 5, step: 0.1, default: 2, scale: 'linear' },
  backoffCapMs: {
    urlKey: 'cap',
    unit: 'ms',
    min: 100,
    max: 60_000,
    step: 100,
    default: null,
    scale: 'log',
    nullable: true,
  },
  deadlineMs: { urlKey: 'deadline', unit: 'ms', min: 100, max: 10_000, step: 50, default: 2_000, scale: 'log' },
  refundMinor: { urlKey: 'refund', unit: 'minor', min: 100, max: 24_000, step: 100, default: 8_000, scale: 'linear' },
  /** Latencies of the untroubled dependencies. Sources: the essay prints none; these are the figure's own. */
  readMs: { urlKey: 'read-ms', unit: 'ms', min: 0, max: 10_000, step: 1, default: 300, scale: 'log' },
  refundMs: { urlKey: 'refund-ms', unit: 'ms', min: 0, max: 10_000, step: 1, default: 400, scale: 'log' },
  postingMs: { urlKey: 'posting-ms', unit: 'ms', min: 0, max: 10_000, step: 1, default: 300, scale: 'log' },
  guardHitMs: { urlKey: 'guard-ms', unit: 'ms', min: 0, max: 10_000, step: 1, default: 100, scale: 'log' },
  /** "Too slow": the essay's simulated latency, 5 s against a deadline of 2 s. */
  slowMs: { urlKey: 'slow-ms', unit: 'ms', min: 0, max: 60_000, step: 1, default: 5_000, scale: 'log' },
  /** "Late": as slow as the slow lookup, so that it lands after the default run is over. */
  latePostingMs: { urlKey: 'late-ms', unit: 'ms', min: 0, max: 60_000, step: 1, default: 5_000, scale: 'log' },
  /** One turn of the model. Short, so that the picture is about tools; above 0, so that each Observation is a step. */
  modelTurnMs: { urlKey: 'turn-ms', unit: 'ms', min: 0, max: 10_000, step: 1, default: 100, scale: 'log' },
  seed: { urlKey: 'seed', unit: 'seed', min: 0, max: 0xffff_ffff, step: 1, default: 1, scale: 'linear' },
} as const satisfies Record<string, Row>;

export type ParamKey = keyof typeof PARAMS;
export type ParamRow = Row;

type ValueOf<Key extends ParamKey> = (typeof PARAMS)[Key] extends { nullable: true } ? number | null : number;

/** A value for every row. */
export type Params = { readonly [Key in ParamKey]: ValueOf<Key> };

export const PARAM_KEYS = Object.keys(PARAMS) as readonly ParamKey[];

export const DEFAULT_PARAMS: Params = Object.fromEntries(
  PARAM_KEYS.map((key) => [key, PARAMS[key].default]),
) as Params;

/** The nearest value that a row allows: within its bounds, on its step. */
export function nearestAllowed({ min, max, step }: ParamRow, value: number): number {
  const bounded = Math.min(max, Math.max(min, value));
  const stepped = min + Math.round((bounded - min) / step) * step;
  // Steps such as 0.1 do not add up exactly: keep the decimals that a step has.
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  return Math.min(max, Number(stepped.toFixed(decimals)));
}
