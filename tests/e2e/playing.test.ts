import type { Page } from '@playwright/test';
import { DEFAULT_SETTINGS } from '../../src/core/figure.ts';
import { expectedOf, linkTo, runOf, sentenceOf, settingsWith } from './expected.ts';
import { expect, test, type Figure } from './figure.ts';

const START = { lane: 'no-guard', id: 'policy.action' };

/** Everything that the live region of the timeline says from now on, in order. */
async function listen(page: Page, figure: Figure): Promise<() => Promise<string[]>> {
  await figure.spoken().evaluate((region) => {
    const heard: string[] = [];
    new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { heard });
  });
  return async () => {
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    return heard.filter((text) => text !== '');
  };
}

test('plays by itself to the end, stops there, and starts again from the beginning', async ({ page, figure }) => {
  const settings = settingsWith([]);
  const { steps } = runOf(settings);
  await page.goto(linkTo(settings, { cursor: START, speed: 4 }));
  await figure.shows(expectedOf(settings, 0));
  await figure.button('Play').click();
  await figure.shows(expectedOf(settings, steps.length - 1));
  await expect(figure.button('Play')).toBeVisible();
  await expect(figure.button('Pause')).toHaveCount(0);
  await expect(figure.button('Play')).toBeFocused();
  await figure.choice('Speed', '0.25×').click();
  await figure.button('Play').click();
  await expect(figure.button('Pause')).toBeVisible();
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', /step [1-5] of/);
});

test('while playing outcomes only are spoken, while stepping everything', async ({ page, figure }) => {
  const run = runOf(DEFAULT_SETTINGS);
  const outcomes = run.steps.flatMap(({ events }, index) =>
    events.some(({ event }) => event.kind === 'outcome') ? [sentenceOf(run, index)] : [],
  );
  const last = sentenceOf(run, run.steps.length - 1);
  await page.goto(linkTo(DEFAULT_SETTINGS, { cursor: START, speed: 2 }));
  const heard = await listen(page, figure);
  await figure.button('Play').click();
  await expect(figure.button('Play')).toBeVisible();
  await expect(figure.spoken()).toHaveText(last);
  // At the end it rests, and a step that rests is told.
  const spoken = await heard();
  expect(spoken.length).toBeGreaterThan(1);
  for (const sentence of spoken) expect([...outcomes, last]).toContain(sentence);
  expect(new Set(spoken).size).toBe(spoken.length);

  await figure.button('First step').click();
  for (let index = 1; index < 6; index += 1) {
    await figure.button('Step forward').click();
    await expect(figure.spoken()).toHaveText(sentenceOf(run, index));
  }
});

test('a step, a jump and a moved playhead pause it; a faster run is over sooner', async ({ page, figure }) => {
  const slowly = linkTo(DEFAULT_SETTINGS, { cursor: START, speed: 0.25 });
  for (const stop of [
    () => figure.button('Step forward').click(),
    () => figure.button('Last step').click(),
    () => figure.playhead.press('ArrowRight'),
    () => figure.button('Pause').click(),
  ]) {
    await page.goto(slowly);
    await figure.button('Play').click();
    await expect(figure.button('Pause')).toBeVisible();
    await stop();
    await expect(figure.button('Play')).toBeVisible();
  }
  await page.goto(slowly);
  await figure.button('Play').click();
  await figure.choice('Speed', '4×').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS, runOf(DEFAULT_SETTINGS).steps.length - 1));
});

test('the settings may change while it plays: it plays on in the new run', async ({ page, figure }) => {
  await page.goto(linkTo(DEFAULT_SETTINGS, { cursor: START, speed: 0.25 }));
  await figure.button('Play').click();
  await figure.failure('Nothing found').click();
  const settings = settingsWith(['silence', 'nothing-found']);
  await expect(figure.trace).toContainText('nothing useful');
  await expect(figure.button('Pause')).toBeVisible();
  await figure.choice('Speed', '4×').click();
  await figure.shows(expectedOf(settings, runOf(settings).steps.length - 1));
});
