/** A change smaller than this is rounding, in CSS pixels: telling it would make some hosts answer for ever. */
const LEAST_CHANGE = 2;

/** Gives the height of what is shown whenever it changes. Not of the window: the host sets that by what it is told. */
export function watchHeight(tell: (height: number) => void): void {
  const { body } = document;
  let told = -Infinity;
  const look = (): void => {
    const height = Math.ceil(body.getBoundingClientRect().height);
    // Nothing is laid out where the frame is not displayed: it is told when it is shown.
    if (height === 0 || Math.abs(height - told) < LEAST_CHANGE) return;
    told = height;
    tell(height);
  };
  new ResizeObserver(look).observe(body);
}
