import { cursorStep } from '../store/derived.ts';
import type { FigureStore } from '../store/figure-store.ts';
import { untilNextStep } from '../store/pace.ts';

/** Moves the cursor while the figure plays: one step when its time has passed. Returns how to stop. */
export function connectPlayback(store: FigureStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // When the present step was due: what a timer is late is taken off the next wait, so that lateness does not add up.
  let due = 0;

  const plan = (late: number): void => {
    clearTimeout(timer);
    timer = undefined;
    const wait = untilNextStep(store.getState());
    if (wait === null) return;
    due = performance.now() + wait - late;
    timer = setTimeout(advance, Math.max(0, wait - late));
  };

  const advance = (): void => {
    const late = Math.max(0, performance.now() - due);
    advancing = true;
    store.getState().playbackAdvanced();
    advancing = false;
    plan(late);
  };
  let advancing = false;

  const unsubscribe = store.subscribe((now, before) => {
    if (advancing) return;
    const same =
      now.playback === before.playback &&
      now.speed === before.speed &&
      now.run === before.run &&
      now.compare === before.compare &&
      cursorStep(now) === cursorStep(before);
    if (!same) plan(0);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
