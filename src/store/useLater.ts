import { useCallback, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

export type Later<Part> =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'here'; readonly part: Part }
  | { readonly kind: 'failed' };

/**
 * A part of the page that is fetched after everything else, and before the network may go.
 *
 * @param fetch the same function at each render
 * @returns the part, and how to try again at once
 */
export function useLater<Part>(fetch: () => Promise<Part>): { readonly later: Later<Part>; readonly hurry: () => void } {
  const [later, setLater] = useState<Later<Part>>({ kind: 'not-yet' });
  const hurry = useCallback(() => {
    fetch().then(
      (part) => {
        setLater({ kind: 'here', part });
      },
      () => {
        setLater({ kind: 'failed' });
      },
    );
  }, [fetch]);
  useEffect(() => {
    whenIdle(hurry);
  }, [hurry]);
  return { later, hurry };
}
