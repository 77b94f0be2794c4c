import { expectedOf, settingsWith, type Expected } from '../../tests/e2e/expected.ts';
import { DEFAULT_SETTINGS, type FigureSettings } from '../../src/core/figure.ts';
import { en } from '../../src/words/en.ts';
import { until, type View } from './view.ts';

/** What a person reads first, or null where there is no figure. */
interface Reading {
  readonly headline: string;
  readonly playhead: string;
  readonly ledgers: readonly string[];
  /** It is painted, and not hidden until its own run is there. */
  readonly isVisible: boolean;
  /** Every part answers. */
  readonly isAlive: boolean;
  readonly isOnMainThread: boolean;
}

const NAMES = {
  playhead: en.sliders.playhead,
  ledgers: ['no guard', 'guarded by order'].map(en.ledgerOf),
  onMainThread: en.engineOnMainThread,
};

/** The figure in a page or in one of its frames. */
export interface FigureIn {
  reads(settings: FigureSettings, at?: number): Promise<void>;
  isAlive(): Promise<void>;
  press(button: string): Promise<void>;
  flip(failure: string): Promise<void>;
  /** Opened with these settings it is alive, a switch leads to its own run, and a button to its own step. */
  works(opened?: FigureSettings): Promise<void>;
  /** What stands on the page, once something of it is there. */
  says(...anyOf: readonly string[]): Promise<void>;
  runsIn(thread: 'worker' | 'page'): Promise<void>;
  evaluate<R>(inPage: () => R): Promise<R>;
}

export function figureIn(view: View, frame?: number): FigureIn {
  const read = () => view.evaluate(readingOf, NAMES, frame);
  const click = async (what: Named) => {
    await until(`there is a ${what.role} “${what.name}”`, () => view.evaluate(mark, what, frame), (isThere) => isThere);
    await view.click('[data-meant]', frame);
  };
  const figure: FigureIn = {
    async reads(settings, at) {
      const expected = expectedOf(settings, at);
      await until(`reads “${expected.headline}” and “${expected.playhead}”`, read, (reading) => reading !== null && isAsExpected(reading, expected));
    },
    async isAlive() {
      await until('every part is alive', read, (reading) => reading?.isAlive === true);
    },
    press: (name) => click({ role: 'button', name }),
    flip: (name) => click({ role: 'label', name }),
    async works(opened = DEFAULT_SETTINGS) {
      await figure.reads(opened);
      await figure.isAlive();
      await figure.flip(en.switches['nothing-found'].name);
      const flipped = { ...opened, on: { ...opened.on, 'nothing-found': !opened.on['nothing-found'] } };
      await figure.reads(flipped);
      await figure.press(en.buttons.first);
      await figure.reads(flipped, 0);
      await figure.press(en.buttons.forward);
      await figure.reads(flipped, 1);
    },
    async says(...anyOf) {
      const text = () => view.evaluate(() => document.getElementById('root')?.textContent ?? '', null, frame);
      await until(`says “${anyOf.join('” or “')}”`, text, (said) => anyOf.some((each) => said.includes(each)));
    },
    async runsIn(thread) {
      await until(`the engine runs in the ${thread}`, read, (reading) => reading?.isOnMainThread === (thread === 'page'));
    },
    evaluate: (inPage) => view.evaluate(inPage, null, frame),
  };
  return figure;
}

/** The default with one failure more, for links to another state. */
export const ELSEWHERE = settingsWith(['silence', 'not-there']);
export const ELSEWHERE_QUERY = '?v=1&fail=silence,not-there';

function isAsExpected({ headline, playhead, ledgers, isVisible }: Reading, expected: Expected): boolean {
  const [unguarded = '', guarded = ''] = ledgers;
  return (
    isVisible &&
    headline === expected.headline &&
    playhead === expected.playhead &&
    [expected.unguarded.total, expected.unguarded.verdict].every((text) => unguarded.includes(text)) &&
    [expected.guarded.total, expected.guarded.verdict].every((text) => guarded.includes(text))
  );
}

/** In the page. */
function readingOf({ playhead, ledgers, onMainThread }: typeof NAMES): Reading | null {
  const headline = document.querySelector('h1');
  if (headline === null) return null;
  return {
    headline: headline.textContent,
    playhead: document.querySelector(`input[aria-label="${playhead}"]`)?.getAttribute('aria-valuetext') ?? '',
    ledgers: ledgers.map((name) => document.querySelector(`section[aria-label="${name}"]`)?.textContent ?? ''),
    isVisible: headline.getBoundingClientRect().width > 0 && getComputedStyle(headline).visibility === 'visible',
    isAlive: document.querySelector('[data-early]') === null,
    isOnMainThread: document.querySelector('footer')?.textContent.includes(onMainThread) ?? false,
  };
}

interface Named {
  /** A switch is clicked on its label, which covers its row. */
  readonly role: 'button' | 'label';
  readonly name: string;
}

/** In the page. Marks the control with this name, so that a selector finds it. */
function mark({ role, name }: Named): boolean {
  document.querySelector('[data-meant]')?.removeAttribute('data-meant');
  const control = [...document.querySelectorAll(role)].find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name);
  control?.setAttribute('data-meant', '');
  return control !== undefined;
}
