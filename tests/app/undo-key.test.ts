import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { undoKey } from '../../src/app/undo-key.ts';
import { DEFAULT_SETTINGS, figureScenario } from '../../src/core/figure.ts';
import { simulate } from '../../src/core/simulate.ts';
import { createFigureStore } from '../../src/store/figure-store.ts';

class TextArea extends EventTarget {}

beforeEach(() => {
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('HTMLTextAreaElement', TextArea);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

interface Press {
  readonly key: string;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly altKey?: boolean;
  readonly shiftKey?: boolean;
}

/** Presses a key in a page with one change done and one undone; says what it did, and whether it was kept from the browser. */
function press(keys: Press, target: EventTarget = new EventTarget()): { did: 'undo' | 'redo' | null; prevented: boolean } {
  const scenario = figureScenario(DEFAULT_SETTINGS);
  const store = createFigureStore({ scenario, trace: simulate(scenario) });
  store.getState().switchFlipped('not-there');
  store.getState().switchFlipped('too-slow');
  store.getState().undone();
  const stop = undoKey(store);
  const event = Object.defineProperty(new Event('keydown', { cancelable: true }), 'target', { value: target });
  document.dispatchEvent(Object.assign(event, { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...keys }));
  stop();
  const { past, future } = store.getState().history;
  return { did: past.length === 0 ? 'undo' : future.length === 0 ? 'redo' : null, prevented: event.defaultPrevented };
}

it.each([
  [{ key: 'z', ctrlKey: true }, 'undo'],
  [{ key: 'z', metaKey: true }, 'undo'],
  // Caps lock.
  [{ key: 'Z', ctrlKey: true }, 'undo'],
  [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
  [{ key: 'z', metaKey: true, shiftKey: true }, 'redo'],
  [{ key: 'y', ctrlKey: true }, 'redo'],
] as const)('%o', (keys, did) => {
  expect(press(keys)).toEqual({ did, prevented: true });
});

it.each([
  { key: 'z' },
  { key: 'Z', shiftKey: true },
  { key: 'z', ctrlKey: true, altKey: true },
  { key: 'a', ctrlKey: true },
  { key: 'y', metaKey: true },
  { key: 'PageDown' },
])('%o is left to the browser', (keys) => {
  expect(press(keys)).toEqual({ did: null, prevented: false });
});

it('a text field keeps its own', () => {
  expect(press({ key: 'z', ctrlKey: true }, new TextArea())).toEqual({ did: null, prevented: false });
});
