import { useState } from 'react';

/** `refused`: show the text selected in a field instead. */
export type Copying = 'not-tried' | 'copied' | 'refused';

/** Copies a text where the browser allows it. In a sandboxed frame the clipboard is missing or refuses. */
export function useCopy(text: string): { readonly copying: Copying; readonly copy: () => void } {
  const [tried, setTried] = useState<{ readonly text: string; readonly copying: Copying } | null>(null);
  const copy = (): void => {
    const refused = (): void => {
      setTried({ text, copying: 'refused' });
    };
    try {
      navigator.clipboard.writeText(text).then(() => {
        setTried({ text, copying: 'copied' });
      }, refused);
    } catch {
      refused();
    }
  };
  // What was copied may be another text by now.
  const copying = tried === null || (tried.copying === 'copied' && tried.text !== text) ? 'not-tried' : tried.copying;
  return { copying, copy };
}
