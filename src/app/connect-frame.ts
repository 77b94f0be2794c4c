import type { Frame } from '../store/frame.ts';
import type { FigureStore } from '../store/figure-store.ts';

/** What the style sheet has to know of the frame stands on the root element. */
export function connectFrame(store: FigureStore): void {
  show(store.getState().frame);
  store.subscribe(({ frame }, before) => {
    if (frame !== before.frame) show(frame);
  });
}

function show({ embed, theme, motion, language }: Frame): void {
  const root = document.documentElement;
  // Even the language that it has already would have the browser style the whole page again.
  if (root.lang !== language) root.lang = language;
  set(root, 'data-theme', theme === 'auto' ? null : theme);
  set(root, 'data-motion', motion === 'off' ? 'off' : null);
  set(root, 'data-embed', embed === '0' ? null : '');
}

function set(root: HTMLElement, attribute: string, value: string | null): void {
  if (value === null) root.removeAttribute(attribute);
  else root.setAttribute(attribute, value);
}
