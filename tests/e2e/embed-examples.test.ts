import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DEFAULT_SETTINGS } from '../../src/core/figure.ts';
import { buildReactHost } from '../../scripts/react-host.mjs';
import { expectedOf, settingsWith } from './expected.ts';
import { expect, Figure, test } from './figure.ts';

const TOP = join(import.meta.dirname, '..', '..');

/** The pages of examples with the built figure, at the addresses that they have where the project's root is served. */
async function openExample(page: Page, name: string): Promise<void> {
  await page.route(/\/(examples|docs)\//, (route) => route.fulfill({ path: join(TOP, new URL(route.request().url()).pathname) }));
  await page.route('**/dist/**', async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('/dist/', '/') });
    // As docs/hosting.md asks of whoever serves the figure to sandboxed pages.
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } });
  });
  await page.goto(`examples/${name}`);
}

const NOTHING_WRONG = settingsWith([]);
const framed = (page: Page, title: string) => new Figure(page.locator(`iframe[title="${title}"]`).contentFrame());
const heightOf = (page: Page, title: string) =>
  page.locator(`iframe[title="${title}"]`).evaluate((frame) => frame.getBoundingClientRect().height);

/** The frame holds the whole figure, and not more: nothing scrolls inside. */
async function fits(page: Page, title: string): Promise<void> {
  await expect
    .poll(() =>
      page
        .locator(`iframe[title="${title}"]`)
        .contentFrame()
        .locator(':root')
        .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    )
    .toBeLessThan(2);
}

test('plain: a frame alone, the element with a poster, and the element that opens when it is near', async ({ page }) => {
  await openExample(page, 'plain.html');
  await framed(page, 'When Tools Fail: nothing goes wrong').shows(expectedOf(NOTHING_WRONG));
  expect(await heightOf(page, 'When Tools Fail: nothing goes wrong')).toBe(640);

  const lost = 'When Tools Fail: a refund whose answer is lost';
  await expect(page.getByRole('img', { name: /\$160\.00 and \$80\.00/ })).toBeVisible();
  await page.getByRole('button', { name: 'Open the figure' }).and(page.locator(':visible')).first().click();
  await framed(page, lost).shows(expectedOf(DEFAULT_SETTINGS));
  await fits(page, lost);
  const height = await heightOf(page, lost);
  await framed(page, lost).button('Step back').click();
  await framed(page, lost).button('First step').click();
  expect(await heightOf(page, lost)).toBe(height);

  const missing = 'When Tools Fail: a 404, which no retry can clear';
  await page.getByRole('link', { name: 'The same state on a page of its own' }).scrollIntoViewIfNeeded();
  await framed(page, missing).shows(expectedOf(settingsWith(['not-there'])));
  await fits(page, missing);
});

test('sandboxed: the figure runs where it has no origin', async ({ page }) => {
  await openExample(page, 'sandboxed.html');
  const figure = framed(page, 'When Tools Fail: nothing goes wrong');
  await figure.shows(expectedOf(NOTHING_WRONG));
  await figure.failure('Not there').click();
  await figure.shows(expectedOf(settingsWith(['not-there'])));
});

test('a learning platform: usable in a box of fixed height, no focus taken, nothing scrolled', async ({ page }) => {
  await openExample(page, 'lms.html');
  const settings = settingsWith(['silence'], { silence: 'request-lost' });
  const figure = framed(page, 'When Tools Fail: a refund whose answer is lost');
  await figure.shows(expectedOf(settings));
  expect(await page.evaluate(() => [scrollY, document.activeElement === document.body])).toEqual([0, true]);
  await figure.button('First step').click();
  await figure.shows(expectedOf(settings, 0));
});

test('React: attributes follow the state of the page, and its handlers hear the steps', async ({ page }) => {
  await buildReactHost();
  await openExample(page, 'react.html');
  await page.getByRole('button', { name: 'Open the figure' }).click();
  const figure = framed(page, 'When Tools Fail');
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
  await page.getByLabel('Nothing goes wrong').check();
  await figure.shows(expectedOf(NOTHING_WRONG));
  await figure.button('Step back').click();
  await expect(page.getByRole('status')).toHaveText(/^Step \d+ of \d+$/);
  const before = await figure.text();
  await page.getByLabel('Dark').check();
  await expect(page.locator('when-tools-fail')).toHaveAttribute('theme', 'dark');
  expect(await figure.text()).toEqual(before);
});
