import type { Locator, Page } from '@playwright/test';
import { expect, test } from './figure.ts';
import { violations } from './violations.ts';

const RA_02 = 'A wait of two seconds that lasted two milliseconds';
const RA_02_SAID =
  'Reported: 3 attempts in 4 ms, nothing done, its caller told “gave up”. Done right: 2 attempts in 2.0 s, done once, told “ok”.';
const IK_01_SAID = 'Reported: 2 attempts, $60.00 moved where $30.00 was asked for. Done right: $30.00, once.';

const views = (page: Page): Locator => page.getByRole('navigation', { name: 'Views' });
const select = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true });
const found = (page: Page): Locator => page.getByText(/^(All \d+|\d+ of \d+) incidents$/);
const query = (page: Page): string => new URL(page.url()).search;

test('the incidents are a view of their own, with a link, and a place for the Back button', async ({ page, figure }) => {
  await page.goto('./');
  await expect(views(page).getByRole('link', { name: 'Figure' })).toHaveAttribute('aria-current', 'page');
  const link = views(page).getByRole('link', { name: 'Incidents' });
  await expect(link).not.toHaveAttribute('aria-current');
  // Before it is alive, a link loads the page that it leads to.
  await expect(page.locator('header [data-early]')).toHaveCount(0);
  await link.click();
  await expect(figure.headline).toHaveText(/^77 public incidents, replayed: \d+ did more than was asked for, \d+ said “done” of what was not\.$/);
  await expect(figure.headline).toBeFocused();
  await expect(link).toHaveAttribute('aria-current', 'page');
  expect(query(page)).toBe('?v=1&view=incidents');
  await expect(figure.playhead).toHaveCount(0);
  await page.goBack();
  await expect(figure.headline).toHaveText('The retry refunded the order twice. With a guard, once.');
  expect(query(page)).toBe('');
});

test('a row says the source and both results in numbers', async ({ page }) => {
  await page.goto('./?v=1&view=incidents');
  const row = page.getByRole('listitem').filter({ hasText: 'Every retry brought a key of its own' });
  await expect(row).toContainText('github.com/medusajs/medusa/issues/16681');
  await expect(row.getByRole('link')).toHaveCount(1);
  await expect(row).toContainText('reconstructed');
  await expect(row).toContainText('Reported2 attempts · at once · $60.00 · ok');
  await expect(row).toContainText('Done right2 attempts · at once · $30.00 · ok');
  await expect(row).toContainText('Done more often than asked');
});

test('the list is filtered by kind, by how much is reported, by harm and by words, each with its counts', async ({ page }) => {
  await page.goto('./?v=1&view=incidents');
  await expect(found(page)).toHaveText('All 77 incidents');
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(12);
  await select(page, 'Kind').selectOption('Retry-After (11)');
  await expect(found(page)).toHaveText('11 of 77 incidents');
  await expect(page.getByRole('heading', { name: 'Retry-After (11)' })).toBeVisible();
  await select(page, 'How much is reported').selectOption('partly reported (5)');
  await expect(found(page)).toHaveText('5 of 77 incidents');
  await select(page, 'What it did').selectOption('Waited too long (3)');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'The server said an hour, so the client slept an hour',
    'Twelve requests that kept the window shut',
    'Sixty seconds, whatever the server asked for',
  ]);
  await page.getByRole('searchbox', { name: 'Search' }).fill('agent hour');
  await expect(found(page)).toHaveText('0 of 77 incidents');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(found(page)).toHaveText('All 77 incidents');
  await page.getByRole('searchbox', { name: 'Search' }).fill('shopify');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([RA_02]);
});

test('a chosen incident opens on the timeline with its story, and leads back to its row', async ({ page, figure }) => {
  await page.goto('./?v=1&view=incidents');
  await page.getByRole('link', { name: RA_02 }).click();
  await expect(figure.headline).toHaveText(RA_02_SAID);
  await expect(figure.headline).toBeFocused();
  expect(query(page)).toBe('?v=1&view=incidents&scenario=incident-ra-02');
  const story = page.getByRole('region', { name: RA_02 });
  for (const part of ['What happened', 'Why', 'What to do instead', 'Source']) await expect(story.getByRole('heading', { name: part })).toBeVisible();
  await expect(story).toContainText('reconstructed');
  await expect(story).toContainText('github.com/Shopify/shopify-app-js/pull/3367');
  await expect(figure.modelReads).toHaveCount(0);
  await expect(figure.failure('Too slow')).toHaveCount(0);
  await page.getByRole('link', { name: 'All incidents' }).click();
  await expect(page.getByRole('link', { name: RA_02 })).toBeFocused();
  await page.goBack();
  await expect(figure.headline).toHaveText(RA_02_SAID);
  await page.goBack();
  await expect(found(page)).toHaveText('All 77 incidents');
});

test('each lane says what its caller was told beside what is true, and its ledger what was asked for', async ({ page, figure }) => {
  await page.goto('./?v=1&scenario=incident-ik-01');
  await expect(figure.headline).toHaveText(IK_01_SAID);
  await expect(figure.timeline.getByRole('heading', { level: 2 })).toHaveText(['New key per attempt: $60.00 refunded', 'One key per operation: $30.00 refunded']);
  await expect(figure.timeline.getByRole('img', { name: 'New key per attempt: $60.00 refunded: 2 attempts; told: ok; true: $60.00 moved in 2 entries' })).toBeVisible();
  const reported = page.getByRole('region', { name: 'Ledger, New key per attempt: $60.00 refunded' });
  await expect(reported.getByRole('row').filter({ hasText: 'request' })).toHaveText(['0.00request30.00', '0.00request · again30.00']);
  await expect(reported).toContainText('expected$30.00actual$60.00');
  await expect(reported).toContainText('more than was asked for');
  const right = page.getByRole('region', { name: 'Ledger, One key per operation: $30.00 refunded' });
  await expect(right).toContainText('expected$30.00actual$30.00');
  await expect(right).toContainText('as asked for, and told so');
});

test('the playhead goes through a program step by step, and says what happens', async ({ page, figure }) => {
  await page.goto('./?v=1&scenario=incident-ra-02');
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', /^2\.00 s, step 4 of 4\. Done right: attempt 2 is sent; attempt 2: OK; /);
  await figure.button('First step').click();
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', /^0\.00 s, step 1 of 4\. Both lanes: attempt 1 is sent; /);
  const right = page.getByRole('region', { name: 'Ledger, 2.0 read as seconds: retry at 2 s' });
  await expect(right).toContainText('no entry yet');
  await figure.button('Step forward').click();
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', /^0\.002 s, step 2 of 4\. Reported: attempt 2 is sent; /);
  await figure.button('Last step').click();
  await expect(right.getByRole('row').filter({ hasText: 'request' })).toHaveCount(1);
});

test('of many lanes any two are seen, and the link has them', async ({ page, figure }) => {
  await page.goto('./?v=1&scenario=incident-ra-02');
  await expect(select(page, 'Upper lane').getByRole('option')).toHaveCount(5);
  await select(page, 'Upper lane').selectOption('Date read as not-a-number: retries after 1 ms');
  await select(page, 'Lower lane').selectOption('Date read as a time: retry at 20 s');
  await expect(figure.headline).toHaveText(
    'Date reported: 3 attempts in 2 ms, nothing done, its caller told “gave up”. Date right: 2 attempts in 20.0 s, done once, told “ok”.',
  );
  await expect.poll(() => query(page)).toBe('?v=1&view=incidents&scenario=incident-ra-02&compare=date-reported,date-right');
  await page.reload();
  await expect(select(page, 'Lower lane')).toHaveValue('date-right');
  // Never one lane twice.
  await select(page, 'Lower lane').selectOption('Date read as not-a-number: retries after 1 ms');
  await expect(select(page, 'Upper lane')).toHaveValue('date-right');
});

test('lanes that are not there are named, and the first two are seen', async ({ page, figure }) => {
  await page.goto('./?v=1&scenario=incident-ra-02&compare=right,nowhere');
  await expect(page.getByText('In the link, compare is “right,nowhere”; the first two lanes are seen instead.')).toBeVisible();
  await expect(figure.headline).toHaveText(RA_02_SAID);
});

test('next and previous lead through all of them, each a place of its own', async ({ page, figure }) => {
  await page.goto('./?v=1&scenario=incident-bo-02');
  await expect(page.getByText('1 of 77', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Previous incident' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Next incident' }).click();
  await expect(figure.headline).toHaveText(/^Reported: 101 attempts in 32 min, /);
  expect(query(page)).toBe('?v=1&view=incidents&scenario=incident-bo-04');
  await page.getByRole('link', { name: 'Previous incident' }).click();
  await expect(figure.headline).toHaveText(/^Reported: 41 attempts in 482\.0 s, /);
  await page.goBack();
  await expect(figure.headline).toHaveText(/^Reported: 101 attempts /);
  await views(page).getByRole('link', { name: 'Figure' }).click();
  await expect(figure.headline).toHaveText('The retry refunded the order twice. With a guard, once.');
  await expect(figure.failure('Too slow')).toBeVisible();
});

test('everything is reached with the keyboard', async ({ page, figure }) => {
  await page.goto('./');
  // Before it is alive, a link loads the page that it leads to.
  await expect(page.locator('header [data-early]')).toHaveCount(0);
  await views(page).getByRole('link', { name: 'Incidents' }).focus();
  await page.keyboard.press('Enter');
  await expect(figure.headline).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('milliseconds timer');
  for (const name of ['Kind', 'How much is reported', 'What it did']) {
    await page.keyboard.press('Tab');
    await expect(select(page, name)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: RA_02 })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(figure.headline).toHaveText(RA_02_SAID);
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('link', { name: 'Next incident' })).toBeFocused();
  await figure.playhead.focus();
  await page.keyboard.press('Home');
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', /step 1 of 4/);
});

test('all is there when the network goes away after the page has come to rest', async ({ page, figure, context, problems }) => {
  const shelf = page.waitForResponse(/incident-shelf/);
  await page.goto('./');
  await (await shelf).finished();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await views(page).getByRole('link', { name: 'Incidents' }).click();
  await page.getByRole('link', { name: RA_02 }).click();
  await expect(figure.headline).toHaveText(RA_02_SAID);
  // The browser asks for the icon anew at each address; the page asks for nothing.
  expect(problems.filter((problem) => !/icon\.png|ERR_INTERNET_DISCONNECTED/.test(problem))).toEqual([]);
  problems.length = 0;
});

test('an embed shows the list without the page around it, and a locked one cannot leave', async ({ page, figure }) => {
  await page.goto('./?v=1&view=incidents&embed=1');
  await expect(found(page)).toHaveText('All 77 incidents');
  await expect(views(page)).toHaveCount(0);
  await page.getByRole('link', { name: RA_02 }).click();
  await expect(figure.headline).toHaveText(RA_02_SAID);
  await page.goto('./?v=1&view=incidents&embed=1&lock=scenario');
  await expect(page.getByRole('heading', { name: RA_02 })).toBeVisible();
  await expect(page.getByRole('link', { name: RA_02 })).toHaveCount(0);
  await page.goto('./?v=1&scenario=incident-ra-02&embed=1&hide=story&lock=scenario,lanes');
  await expect(figure.headline).toHaveText(RA_02_SAID);
  await expect(page.getByRole('region', { name: RA_02 })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'All incidents' })).toHaveCount(0);
  await expect(select(page, 'Upper lane')).toBeDisabled();
});

for (const { width, link } of [
  { width: 320, link: './?v=1&view=incidents' },
  { width: 320, link: './?v=1&scenario=incident-ra-02' },
  { width: 320, link: './?v=1&scenario=incident-bo-04' },
  { width: 320, link: './?v=1&scenario=incident-ni-05' },
  { width: 700, link: './?v=1&scenario=incident-jq-14&embed=1' },
]) {
  test(`nothing is wider than ${width} px: ${link}`, async ({ page, figure }) => {
    await page.setViewportSize({ width, height: 640 });
    await page.goto(link);
    await expect(figure.headline).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

for (const { name, link, media, size } of [
  { name: 'the list', link: './?v=1&view=incidents' },
  { name: 'the list on a small phone, in the dark', link: './?v=1&view=incidents', media: { colorScheme: 'dark' as const }, size: { width: 320, height: 640 } },
  { name: 'an incident with lanes to choose from', link: './?v=1&scenario=incident-ra-02' },
  { name: 'an incident with looks into the records, in the dark', link: './?v=1&scenario=incident-jq-14', media: { colorScheme: 'dark' as const } },
  { name: 'an incident without an end, in forced colours', link: './?v=1&scenario=incident-to-06', media: { forcedColors: 'active' as const } },
  { name: 'an incident in the projector theme', link: './?v=1&scenario=incident-ik-07&theme=projector' },
]) {
  test(`axe finds nothing: ${name}`, async ({ page, figure }) => {
    if (size !== undefined) await page.setViewportSize(size);
    if (media !== undefined) await page.emulateMedia(media);
    await page.goto(link);
    await expect(figure.headline).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
