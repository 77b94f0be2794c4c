/** What a person did to a part of the page that was not alive yet. `public/boot.js` keeps it. */
interface EarlyInput {
  readonly type: 'click' | 'input' | 'change' | 'keydown';
  readonly control: HTMLElement;
  readonly value: string | undefined;
  /** Of a keydown. */
  readonly key: string | undefined;
}

declare global {
  interface Window {
    /** Absent where boot.js did not run. */
    earlyInput?: readonly EarlyInput[];
  }
}

/** From now on `part` answers by itself. What was done early is done again, in its order, as far as its parts are alive. */
export function repeatEarlyInput(part: HTMLElement): void {
  delete part.dataset['early'];
  const kept = window.earlyInput ?? [];
  const asleep = kept.findIndex(({ control }) => control.closest('[data-early]') !== null);
  const due = asleep === -1 ? kept : kept.slice(0, asleep);
  window.earlyInput = kept.slice(due.length);
  for (const input of due) repeat(input);
}

function repeat({ type, control, value = '', key = '' }: EarlyInput): void {
  switch (type) {
    case 'click':
      // Firefox takes a click on a label for the end of a drag: it comes far from where the pointer went down before.
      (control instanceof HTMLLabelElement ? (control.control ?? control) : control).click();
      break;
    case 'keydown':
      control.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
      break;
    case 'input':
    case 'change':
      enter(control, type, value);
  }
}

function enter(control: HTMLElement, type: 'input' | 'change', value: string): void {
  if (control instanceof HTMLInputElement) {
    // React tells nobody of a value that it knows already, and it has read the field since: first it forgets.
    control.value = '';
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, value);
  } else if (control instanceof HTMLSelectElement) {
    control.value = value;
  }
  control.dispatchEvent(new Event(type, { bubbles: true }));
}
