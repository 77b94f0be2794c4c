import { DEFAULT_SETTINGS } from '../../src/core/figure.ts';
import { expectedOf } from './expected.ts';
import { expect, test } from './figure.ts';

test('opens paused where the ledgers differ and both refund calls have returned', async ({ page, figure }) => {
  await page.goto('./');
  await expect(figure.headline).toHaveText('The retry refunded the order twice. With a guard, once.');
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', /^4\.10 s, step \d+ of \d+\. /);
  await expect(figure.ledgers.unguarded).toContainText('$160.00');
  await expect(figure.ledgers.unguarded).toContainText('refunded twice');
  await expect(figure.ledgers.guarded).toContainText('$80.00');
  await expect(figure.ledgers.guarded).toContainText('refunded once, in this process');
  await expect(figure.button('Play')).toBeVisible();
  await expect(figure.button('Pause')).toHaveCount(0);
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
});

test('takes neither the focus nor the scroll, keeps nothing, and asks for its own files only', async ({ page, context, figure }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    // The worker's script is a string in the page; the icon is the browser's own business, at its own time.
    if (protocol !== 'blob:' && pathname !== '/icon.svg') asked.push(pathname);
  });
  await page.goto('./', { waitUntil: 'networkidle' });
  const loaded = asked.length;
  expect(asked.slice(1).filter((path) => !/^\/(assets\/[\w.-]+|boot\.js)$/.test(path))).toEqual([]);

  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  expect(await page.evaluate(() => [window.scrollX, window.scrollY])).toEqual([0, 0]);

  await figure.failure('Too slow').click();
  await figure.choice('Speed', '0.25×').check();
  await figure.button('First step').click();
  await figure.button('Play').click();
  await figure.button('Pause').click();
  await figure.button('Words').click();
  await page.keyboard.press('Escape');
  expect(asked.slice(loaded)).toEqual([]);

  expect(await context.cookies()).toEqual([]);
  const kept = await page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  expect(kept).toEqual({ local: 0, session: 0, databases: 0, caches: 0, workers: 0 });
});

test('the words panel opens over the page, closes with Escape and gives the focus back', async ({ page, figure }) => {
  await page.goto('./');
  const panel = page.getByRole('dialog', { name: 'Words used here' });
  await expect(panel).toHaveCount(0);
  await figure.button('Words').click();
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('term').filter({ hasText: /^guard$/ })).toBeVisible();
  await expect(panel.getByText('one process', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(figure.button('Words')).toBeFocused();
  await figure.button('Words').click();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
});
