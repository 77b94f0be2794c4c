/** How much faster than the run's own time it plays. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4] as const;

export type Speed = (typeof SPEEDS)[number];

export const DEFAULT_SPEED: Speed = 1;
