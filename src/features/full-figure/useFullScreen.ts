import { useSyncExternalStore } from 'react';

interface FullScreen {
  /** Not in frames without `allow="fullscreen"`, and on phones that know it for films only. */
  readonly isAllowed: boolean;
  readonly isOn: boolean;
  /** Rejects where it is refused all the same, as in a sandbox. */
  readonly enter: () => Promise<void>;
  readonly leave: () => void;
}

/** Of the page that the figure stands in: of its frame, where it has one. */
export function useFullScreen(): FullScreen {
  const isOn = useSyncExternalStore(watch, () => Boolean(document.fullscreenElement), never);
  const isAllowed = useSyncExternalStore(watch, () => document.fullscreenEnabled, never);
  return { isAllowed, isOn, enter, leave };
}

async function enter(): Promise<void> {
  await document.documentElement.requestFullscreen();
}

function leave(): void {
  document.exitFullscreen().catch(() => {
    // The reader was faster, with Escape.
  });
}

function watch(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => {
    document.removeEventListener('fullscreenchange', changed);
  };
}

/** Where the page is built there is no screen. */
function never(): boolean {
  return false;
}
