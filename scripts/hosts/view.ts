/**
 * All that is asked of a browser, so that one list of situations serves Playwright and plain WebDriver.
 * A frame is the number of an iframe in the page; without one it is the page itself.
 */
export interface View {
  /** Goes there and does not wait for it to load. */
  open(url: string): Promise<void>;
  /** Runs in the page: the function may use nothing from around it, and argument and result are JSON. */
  evaluate<A, R>(inPage: (argument: A) => R, argument: A, frame?: number): Promise<R>;
  /** A click of the pointer in the middle of the element; in a frame by script, where the driver cannot point there. */
  click(selector: string, frame?: number): Promise<void>;
}

/** Long enough for a machine that is busy with something else. */
const PATIENCE_MS = 20_000;
const BETWEEN_LOOKS_MS = 80;

/** Looks until `isIt` says yes, and throws what it saw last if it never does. */
export async function until<T>(what: string, look: () => Promise<T>, isIt: (seen: T) => boolean): Promise<T> {
  const endsAt = performance.now() + PATIENCE_MS;
  let last = 'nothing';
  while (performance.now() < endsAt) {
    try {
      const seen = await look();
      if (isIt(seen)) return seen;
      last = JSON.stringify(seen);
    } catch (error) {
      // A page or a frame that is not there yet, or is just being replaced.
      last = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
  throw new Error(`${what}: last seen ${last}`);
}

export async function clickByScript(view: View, selector: string, frame: number): Promise<void> {
  const isThere = await view.evaluate(
    (which) => {
      const element = document.querySelector<HTMLElement>(which);
      element?.click();
      return element !== null;
    },
    selector,
    frame,
  );
  if (!isThere) throw new Error(`there is no ${selector} to click`);
}
