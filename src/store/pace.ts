import { cursorStep, stepsSeen } from './derived.ts';
import type { FigureState } from './figure-store.ts';

/** At speed 1 a run plays in real time, unless it is longer than this: then it is shortened to it. */
const LONGEST_PLAY_MS = 12_000;
/** How long a single step forward is seen to move. */
const STEP_MS = 200;

export interface Shown {
  /** The virtual time that the picture is at, or is moving to. */
  readonly at: number;
  /** The real time that the movement takes; 0: it is there at once. */
  readonly durationMs: number;
  readonly ease: 'linear' | 'out';
}

type Playing = Pick<FigureState, 'run' | 'compare' | 'cursor' | 'cursorAt' | 'playback' | 'speed' | 'movement'>;

/** Real milliseconds until the next step is reached; null: the playhead rests. */
export function untilNextStep(state: Playing): number | null {
  const steps = stepsSeen(state);
  const index = cursorStep(state);
  const here = steps[index];
  const next = steps[index + 1];
  if (state.playback !== 'playing' || here === undefined || next === undefined) return null;
  const end = steps.at(-1)?.at ?? 0;
  const shortening = Math.max(1, end / LONGEST_PLAY_MS);
  return (next.at - here.at) / shortening / state.speed;
}

/** While playing, the picture moves toward the next step at the pace of the playback; else it rests on its step. */
export function shownTime(state: Playing): Shown {
  const steps = stepsSeen(state);
  const index = cursorStep(state);
  const durationMs = untilNextStep(state);
  if (durationMs !== null) return { at: steps[index + 1]?.at ?? 0, durationMs, ease: 'linear' };
  return { at: steps[index]?.at ?? 0, durationMs: state.movement === 'step' ? STEP_MS : 0, ease: 'out' };
}
