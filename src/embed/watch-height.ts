/** A change smaller than this is rounding, in CSS pixels: telling it would make some hosts answer for ever. */
const LEAST_CHANGE = 2;

/** Phones that know no full screen have no such property. */
function isFullScreen(): boolean {
  return Boolean(document.fullscreenElement);
}

/** Gives the height of what is shown whenever it changes. Not of the window: the host sets that by what it is told. */
export function watchHeight(tell: (height: number) => void): void {
  const { body } = document;
  let told = -Infinity;
  const look = (): void => {
    const height = Math.ceil(body.getBoundingClientRect().height);
    // Nothing is laid out where the frame is not displayed: it is told when it is shown. What full screen needs is no
    // height of the frame: the host's page would be another when the reader comes back to it.
    if (height === 0 || isFullScreen() || Math.abs(height - told) < LEAST_CHANGE) return;
    told = height;
    tell(height);
  };
  new ResizeObserver(look).observe(body);
  document.addEventListener('fullscreenchange', look);
}
