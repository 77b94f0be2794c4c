import type { FinishedRun } from '../store/figure-store.ts';

/** The element that holds the finished run of the opening state, written into the page when it is built. */
export const OPENING_ID = 'opening';

/** The run that the page was built with, so that the first picture needs no engine. */
export function openingRun(): FinishedRun {
  const data = document.getElementById(OPENING_ID)?.textContent ?? '';
  return JSON.parse(data) as FinishedRun;
}
