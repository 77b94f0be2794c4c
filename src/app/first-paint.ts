/** A page that is not seen, or an iframe that is scrolled away, paints nothing: it waits no longer than this, in milliseconds. */
const PAINTED_AT_LATEST_MS = 500;

/** Resolves when the first picture is on the screen: until then whatever is computed, on any thread, would delay it. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
    setTimeout(resolve, document.hidden ? 0 : PAINTED_AT_LATEST_MS);
  });
}
