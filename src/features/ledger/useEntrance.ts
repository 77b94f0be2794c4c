import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useFigure } from '../../store/useFigure.ts';
import { enterFrom } from '../../ui/useTween.ts';

/** Milliseconds in which an entry comes down from its moment on the gateway line. */
const DROP_MS = 250;

/** Lets the row of an entry come from the mark of its event in the lane. */
export function useEntrance(lane: string, event: string): RefObject<HTMLTableRowElement | null> {
  const row = useRef<HTMLTableRowElement>(null);
  const forward = useFigure(({ movement }) => movement === 'step');

  useLayoutEffect(() => {
    const to = row.current?.getBoundingClientRect();
    const mark = `[data-lane="${CSS.escape(lane)}"] [data-event="${CSS.escape(event)}"]`;
    const from = document.querySelector(mark)?.getBoundingClientRect();
    if (!forward || row.current === null || to === undefined || from === undefined) return;
    enterFrom(row.current, { x: from.left - to.left, y: from.top - to.top }, DROP_MS);
    // Once, when the entry lands: what changes later is not an entrance.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return row;
}
