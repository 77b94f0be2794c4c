import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { refOf } from '../core/steps.ts';
import { stepsSeen } from '../store/derived.ts';
import { createFigureStore, type FigureStore } from '../store/figure-store.ts';

/**
 * Paper has no playhead that could be moved on: while the page is printed, its views are given the same run at its
 * end, and afterwards the figure as it was. Nothing of it is there before.
 */
export function useOnPaper(store: FigureStore): FigureStore {
  const [paper, setPaper] = useState<FigureStore | null>(null);

  useEffect(() => {
    const printed = matchMedia('print');
    // The browser takes its picture when the handler returns. A store is a function, which React would call.
    const put = (): void => flushSync(() => setPaper(() => atItsEnd(store)));
    const takeAway = (): void => flushSync(() => setPaper(null));
    const followMedia = (): void => (printed.matches ? put() : takeAway());
    addEventListener('beforeprint', put);
    addEventListener('afterprint', takeAway);
    // For those who look at the print style without printing: they get no event of it.
    printed.addEventListener('change', followMedia);
    return () => {
      removeEventListener('beforeprint', put);
      removeEventListener('afterprint', takeAway);
      printed.removeEventListener('change', followMedia);
    };
  }, [store]);

  return paper ?? store;
}

function atItsEnd(store: FigureStore): FigureStore {
  const state = store.getState();
  const last = stepsSeen(state).at(-1);
  const paper = createFigureStore(state.run);
  paper.setState({ ...state, cursor: refOf(last), cursorAt: last?.at ?? 0, movement: 'jump', playback: 'paused' });
  return paper;
}
