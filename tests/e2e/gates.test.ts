import type { Locator, Page } from '@playwright/test';
import { expect, test, type Figure } from './figure.ts';

/** Wide enough for the words in the marks. */
test.use({ viewport: { width: 1440, height: 900 } });

/** The state of a gate beside the lane's name, at the playhead. */
function fact(page: Page, name: string): Locator {
  return page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
}

async function forward(figure: Figure, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) await figure.button('Step forward').click();
}

test('a breaker is followed from closed to open, through a failed probe, to closed again', async ({ page, figure }) => {
  await page.goto('./?v=1&scenario=breaker');
  const lane = (state: string): Locator => page.getByRole('img', { name: new RegExp(`^With a breaker: .*; breaker: ${state}$`) });
  await figure.button('First step').click();
  await expect(fact(page, 'Breaker')).toHaveText('closed');
  await expect(lane('closed')).toBeVisible();
  // 2, 4 and 6 s: three silences.
  await forward(figure, 3);
  await expect(fact(page, 'Breaker')).toHaveText('open until 16.0 s');
  await expect(figure.spoken()).toContainText('the circuit breaker opens: nothing is sent until 16.0 s');
  await forward(figure, 1);
  await expect(lane('open until 16\\.0 s')).toBeVisible();
  await expect(figure.spoken()).toContainText('With breaker: c4 attempt 1: the circuit is open: not sent');
  // In its bar or, where that is too narrow for the word, beside it.
  await expect(lane('open until 16\\.0 s').getByText(/rejected/).filter({ visible: true }).first()).toBeVisible();
  // 10, 12, 14 and 18 s.
  await forward(figure, 4);
  await expect(fact(page, 'Breaker')).toHaveText('half-open');
  await expect(figure.spoken()).toContainText('c6 attempt 1 is sent, as a probe');
  await forward(figure, 1);
  await expect(fact(page, 'Breaker')).toHaveText('open until 30.0 s');
  await figure.button('Last step').click();
  await expect(lane('closed')).toBeVisible();
  await expect(lane('closed').getByText('open: nothing is sent until 30.0 s')).toBeVisible();
  // The lane without one has no row of it.
  await expect(page.getByText('Breaker', { exact: true })).toHaveCount(2);
});

test('a retry quota says what is left, in the row and at the playhead, until there is too little', async ({ page, figure }) => {
  await page.goto('./?v=1&scenario=retry-quota');
  const lane = page.getByRole('img', { name: /^With a retry quota: / });
  await figure.button('First step').click();
  await expect(fact(page, 'Retry quota')).toHaveText('4 of 4 left');
  await forward(figure, 1);
  await expect(fact(page, 'Retry quota')).toHaveText('3 of 4 left');
  await figure.button('Last step').click();
  await expect(fact(page, 'Retry quota')).toHaveText('1 of 4 left');
  await expect(lane).toHaveAccessibleName(/; retry quota: 1 of 4 left$/);
  await expect(lane.getByText('0 left: too little for a retry').last()).toBeVisible();
});

for (const [width, height] of [[320, 640], [390, 844], [700, 500]] as const) {
  test(`the gates keep within a page of ${width} px, and the lane its height at every step`, async ({ page, figure }) => {
    await page.setViewportSize({ width, height });
    await page.goto('./?v=1&scenario=breaker&embed=1');
    await expect(figure.timeline).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const heights = new Set<number | undefined>();
    await figure.button('First step').click();
    for (let step = 0; step < 12; step += 1) {
      heights.add((await page.getByRole('img', { name: /^With a breaker: / }).boundingBox())?.height);
      await figure.button('Step forward').click();
    }
    expect(heights.size).toBe(1);
    await expect(page.getByText('Breaker', { exact: true }).last()).toBeVisible();
  });
}
