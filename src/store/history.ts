/** What can be undone and redone, newest last. The present is not in it. */
export interface History<State> {
  readonly past: readonly State[];
  readonly future: readonly State[];
}

export const EMPTY_HISTORY: History<never> = { past: [], future: [] };

/** Enough for a lesson; a state is a few hundred bytes. */
const REMEMBERED = 200;

/** A new state was made: the one before it can be undone, and what was undone is gone. */
export function remember<State>({ past }: History<State>, before: State): History<State> {
  return { past: [...past, before].slice(-REMEMBERED), future: [] };
}

export interface Travelled<State> {
  readonly history: History<State>;
  readonly present: State;
}

export function undo<State>({ past, future }: History<State>, present: State): Travelled<State> | null {
  const before = past.at(-1);
  if (before === undefined) return null;
  return { history: { past: past.slice(0, -1), future: [...future, present] }, present: before };
}

export function redo<State>({ past, future }: History<State>, present: State): Travelled<State> | null {
  const after = future.at(-1);
  if (after === undefined) return null;
  return { history: { past: [...past, present], future: future.slice(0, -1) }, present: after };
}
