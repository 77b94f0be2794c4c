import { DEFAULT_SETTINGS } from '../../src/core/figure.ts';
import type { Page } from '@playwright/test';
import { expectedOf, linkTo, runOf, sentenceOf } from './expected.ts';
import { expect, test } from './figure.ts';

const { opening, steps } = runOf(DEFAULT_SETTINGS);
const LAST = steps.length - 1;
const valueText = (step: number): string => expectedOf(DEFAULT_SETTINGS, step).playhead;

/** Presses a key, and says whether the page kept it from the browser. */
async function prevents(page: Page, key: string): Promise<boolean> {
  await page.evaluate(() => {
    document.documentElement.removeAttribute('data-prevented');
    const note = (event: KeyboardEvent): void => {
      if (['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) return;
      document.documentElement.setAttribute('data-prevented', String(event.defaultPrevented));
      window.removeEventListener('keydown', note);
    };
    window.addEventListener('keydown', note);
  });
  await page.keyboard.press(key);
  const prevented = await page.evaluate(() => document.documentElement.getAttribute('data-prevented'));
  if (prevented === null) throw new Error(`${key} never arrived`);
  return prevented === 'true';
}

/** Resolves when the page has scrolled nowhere for this many frames: longer than a key takes to begin. */
function scrollAtRest(page: Page, frames = 15): Promise<void> {
  return page.evaluate(async (wanted) => {
    let [at, still] = [window.scrollY, 0];
    while (still < wanted) {
      await new Promise(requestAnimationFrame);
      still = window.scrollY === at ? still + 1 : 0;
      at = window.scrollY;
    }
  }, frames);
}

/** From step 3 on, one after the other. */
const MOVES: readonly (readonly [key: string, to: number])[] = [
  ['ArrowRight', 4],
  ['ArrowLeft', 3],
  ['ArrowUp', 4],
  ['ArrowDown', 3],
  ['PageDown', 4],
  ['PageUp', 3],
  ['End', LAST],
  ['PageDown', LAST],
  ['Home', 0],
  ['PageUp', 0],
];

test('on the playhead, keys move by steps and stop at the ends; PageDown is next, as a clicker sends it', async ({ page, figure }) => {
  await page.goto(linkTo(DEFAULT_SETTINGS, { cursor: refOf(3) }));
  await figure.playhead.focus();
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', valueText(3));
  for (const [key, to] of MOVES) {
    expect(await prevents(page, key), key).toBe(true);
    await expect(figure.playhead, key).toHaveAttribute('aria-valuetext', valueText(to));
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

function refOf(step: number): { lane: string; id: string } {
  const first = steps[step]?.events[0];
  if (first === undefined) throw new Error(`step ${step} has no event`);
  return { lane: first.lane, id: first.event.id };
}

test('on a button of the timeline the same keys move, and Space presses the button', async ({ page, figure }) => {
  await page.goto('./');
  await figure.button('Step back').focus();
  for (const [key, to] of [
    ['ArrowLeft', opening - 1],
    ['PageUp', opening - 2],
    ['PageDown', opening - 1],
    ['Home', 0],
    ['ArrowRight', 1],
    ['ArrowUp', 2],
    ['ArrowDown', 1],
    ['Space', 0],
    ['End', LAST],
  ] as const) {
    await page.keyboard.press(key);
    await expect(figure.playhead, key).toHaveAttribute('aria-valuetext', valueText(to));
  }
  await expect(figure.button('Step back')).toBeFocused();
});

test('Space on the playhead plays and pauses, and does not scroll', async ({ page, figure }) => {
  await page.goto(linkTo(DEFAULT_SETTINGS, { cursor: refOf(0), speed: 0.25 }));
  await figure.playhead.focus();
  expect(await prevents(page, 'Space')).toBe(true);
  await expect(figure.button('Pause')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(figure.button('Play')).toBeVisible();
  await expect(figure.playhead).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('outside of the timeline no key does anything to it, nor is kept from the page', async ({ page, figure }) => {
  await page.goto('./');
  for (const key of ['ArrowRight', 'ArrowLeft', 'PageUp', 'Home', 'End', 'Space', 'PageDown']) {
    expect(await prevents(page, key), key).toBe(false);
  }
  // A key that scrolls while an earlier one still does is taken together with it.
  await scrollAtRest(page);
  await page.keyboard.press('Home');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.keyboard.press('PageDown');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await figure.button('Words').focus();
  for (const key of ['ArrowRight', 'PageDown', 'End']) expect(await prevents(page, key), key).toBe(false);
  await figure.slider('Retries').focus();
  for (const key of ['PageUp', 'Home']) expect(await prevents(page, key), key).toBe(false);
  await expect(figure.button('Play')).toBeVisible();
  await expect(figure.slider('Retries')).toHaveAttribute('aria-valuetext', /^0 retries/);
});

test('keys of the browser and of assistive software are not taken inside of it either', async ({ page, figure }) => {
  await page.goto('./');
  await figure.playhead.focus();
  for (const key of ['Control+ArrowRight', 'Alt+ArrowUp', 'Control+Home', 'Shift+PageDown', 'Control+Space', 'Escape', 'j']) {
    expect(await prevents(page, key), key).toBe(false);
  }
  await figure.button('Step back').focus();
  for (const key of ['Control+ArrowRight', 'Control+End', 'Shift+ArrowLeft']) expect(await prevents(page, key), key).toBe(false);
  await expect(figure.button('Play')).toBeVisible();
});

test('Tab goes through everything and leaves; radio groups keep their arrows', async ({ page, figure }) => {
  await page.goto('./');
  await figure.choice('Speed', '1×').focus();
  await page.keyboard.press('ArrowRight');
  await expect(figure.choice('Speed', '2×')).toBeChecked();
  await expect(figure.choice('Speed', '2×')).toBeFocused();
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', valueText(opening));

  await figure.choice('Which silence it was', 'Answer lost').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(figure.choice('Which silence it was', 'Request lost')).toBeChecked();

  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.getSelection()?.removeAllRanges();
  });
  await page.goto('./');
  const reached: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
      return element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent;
    });
    if (name === null || reached.length > 60) break;
    reached.push(name.trim());
  }
  for (const name of [
    ...['Undo', 'Redo', 'Words', 'First step', 'Step back', 'Play', 'Step forward', 'Last step', 'Playhead', '1×', 'Reset'],
    ...['Temporary error', 'Too slow', 'Posted, then silence', 'Answer lost', 'Not there', 'Nothing found', 'Wrong arguments', 'No such tool'],
    ...['Retries', 'First backoff', 'Backoff factor', 'Backoff cap', 'Jitter', 'Deadline per attempt', 'Refund amount'],
    ...['Gateway refuses more than was captured', 'Copy the trace'],
  ]) {
    expect(reached).toContain(name);
  }
  expect(new Set(reached).size).toBe(reached.length);
  // In the order in which it is read: the timeline before the switches, these before the sliders and the trace.
  const order = ['Undo', 'Play', 'Playhead', 'Temporary error', 'No such tool', 'Retries', 'Copy the trace'].map((name) => reached.indexOf(name));
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test('each step is told once: as the value text where the playhead has the focus, else in the live region', async ({ page, figure }) => {
  await page.goto('./');
  await figure.button('Step back').click();
  await expect(figure.spoken()).toHaveText(sentenceOf(runOf(DEFAULT_SETTINGS), opening - 1));
  await figure.button('Step back').click();
  await expect(figure.spoken()).toHaveText(sentenceOf(runOf(DEFAULT_SETTINGS), opening - 2));

  await figure.playhead.focus();
  await page.keyboard.press('ArrowRight');
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', valueText(opening - 1));
  await expect(figure.spoken()).toHaveText('');
});
