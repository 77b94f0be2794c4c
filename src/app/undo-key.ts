import type { FigureStore } from '../store/figure-store.ts';
import { isLocked } from '../store/frame.ts';

/** Undo and redo by the platform's keys, where no text field has its own. Returns how to stop. */
export function undoKey(store: FigureStore): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if ((!ctrlKey && !metaKey) || altKey || target instanceof HTMLTextAreaElement) return;
    const wanted = key.toLowerCase() === 'z' ? (shiftKey ? 'redone' : 'undone') : key.toLowerCase() === 'y' && ctrlKey ? 'redone' : null;
    if (wanted === null) return;
    const { frame } = store.getState();
    if (frame.keys === 'off' || isLocked(frame, 'undo')) return;
    event.preventDefault();
    store.getState()[wanted]();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => {
    document.removeEventListener('keydown', onKeyDown);
  };
}
