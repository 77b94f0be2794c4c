/** A page that is not seen, or an iframe that is scrolled away, gets no frame: it waits no longer than this, in milliseconds. */
const PAINTED_AT_LATEST_MS = 500;

/** Resolves in the task after the first frame. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      setTimeout(resolve);
    });
    setTimeout(resolve, document.hidden ? 0 : PAINTED_AT_LATEST_MS);
  });
}
