import { DEFAULT_SETTINGS } from '../../src/core/figure.ts';
import { expectedOf, linkTo, runOf } from './expected.ts';
import { expect, test } from './figure.ts';

const { opening, steps } = runOf(DEFAULT_SETTINGS);
const START = { lane: 'no-guard', id: 'policy.action' };

/** How many animations there have been at most, looked at in every frame from now on. */
function countAnimations(): void {
  const most = { animations: 0 };
  Object.assign(window, { most });
  const look = (): void => {
    most.animations = Math.max(most.animations, document.getAnimations().length);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`motion, ${reducedMotion}: the same states, ${reducedMotion === 'reduce' ? 'and nothing moves' : 'and a step forward moves'}`, async ({
    page,
    figure,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto(linkTo(DEFAULT_SETTINGS, { cursor: START }), { waitUntil: 'networkidle' });
    await page.evaluate(countAnimations);
    const most = () => page.evaluate(() => (window as unknown as { most: { animations: number } }).most.animations);
    for (let index = 1; index <= opening; index += 1) {
      await figure.button('Step forward').click();
      await expect(figure.playhead).toHaveAttribute('aria-valuetext', expectedOf(DEFAULT_SETTINGS, index).playhead);
    }
    await figure.shows(expectedOf(DEFAULT_SETTINGS));
    await figure.failure('Too slow').click();
    await figure.failure('Too slow').click();
    await figure.button('First step').click();
    await figure.choice('Speed', '4×').click();
    await figure.button('Play').click();
    await figure.shows(expectedOf(DEFAULT_SETTINGS, steps.length - 1));
    if (reducedMotion === 'reduce') expect(await most()).toBe(0);
    else expect(await most()).toBeGreaterThan(0);
  });
}

test('a step back moves nothing, and after a step forward all comes to rest', async ({ page, figure }) => {
  await page.goto('./', { waitUntil: 'networkidle' });
  await page.evaluate(countAnimations);
  await figure.button('Step back').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS, opening - 1));
  await figure.button('Step back').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS, opening - 2));
  expect(await page.evaluate(() => (window as unknown as { most: { animations: number } }).most.animations)).toBe(0);
  await figure.button('Step forward').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS, opening - 1));
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('in forced colours, states differ by more than a colour', async ({ page, figure }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('./');
  await expect(figure.ledgers.unguarded).toContainText('refunded twice');
  await expect(figure.timeline.getByText(/again$/).first()).toBeVisible();
  for (const category of ['transient', 'permanent', 'empty-result', 'malformed', 'unknown-tool']) {
    await expect(page.getByText(category, { exact: true }).first()).toBeVisible();
  }
});
