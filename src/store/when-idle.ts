/** Longest time to wait for a quiet moment, in milliseconds. */
const IDLE_AT_LATEST_MS = 2_000;

/** Calls back once the page has come to rest. Safari has no requestIdleCallback. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: IDLE_AT_LATEST_MS });
  else setTimeout(act, IDLE_AT_LATEST_MS / 2);
}
