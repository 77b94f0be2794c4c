import { readFileSync } from 'node:fs';
import { expect, test } from './figure.ts';

const golden = (name: string): string => readFileSync(new URL(`../golden/${name}.txt`, import.meta.url), 'utf8');

for (const [name, headline] of [
  ['timeout', 'The call gave up after 3 attempts, and the model reads why.'],
  ['refund-no-guard', 'Without a guard, the order was refunded twice.'],
  ['naive-baseline', 'Called directly, the order was refunded once, and the run died before it could say so.'],
  ['robust-loop', 'With a guard, the order was refunded once.'],
] as const) {
  test(`the scenario ${name} by its link: its own headline, and its trace as the essay prints it`, async ({ page, figure }) => {
    await page.goto(`./?v=1&scenario=${name}`);
    await expect(figure.headline).toHaveText(headline);
    await expect(figure.failure('Too slow')).toHaveCount(0);
    await expect(figure.slider('Retries')).toHaveCount(0);
    await figure.button('Last step').click({ force: true });
    for (const line of golden(name).split('\n').filter((each) => each.trim() !== '').slice(0, 8)) {
      await expect(figure.trace).toContainText(line.trim().replaceAll(/ {2,}/g, ' '), { ignoreCase: false });
    }
  });
}

test('the naive call and the robust loop are the two lanes of one run', async ({ page, figure }) => {
  await page.goto('./');
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('naive-beside-robust');
  await expect(figure.headline).toHaveText(
    'Called directly, the order was refunded once, and the run died before it could say so. Through execute_tool and a guard, once, and the agent says so.',
  );
  expect(new URL(page.url()).search).toBe('?v=1&scenario=naive-beside-robust');
  await expect(page.getByText('Naive: called directly: reports nothing')).toBeVisible();
  const naive = page.getByRole('region', { name: 'Ledger, naive' });
  await expect(naive).toContainText('refunded once, nothing reported');
  await expect(naive).toContainText('The run died: nobody is told anything.');
  await expect(page.getByRole('region', { name: 'Ledger, robust' })).toContainText('refunded once, in this process');
  await expect(page.getByText('Naive: called directly · nothing more: the run died')).toBeVisible();
});

test('a chosen scenario is a place for the Back button, is undone, and leaves the figure as it was', async ({ page, figure }) => {
  await page.goto('./?v=1&fail=too-slow');
  const before = await figure.headline.innerText();
  const choose = page.getByRole('combobox', { name: 'Scenario' });
  await choose.selectOption('timeout');
  await expect(figure.headline).toHaveText('The call gave up after 3 attempts, and the model reads why.');
  expect(new URL(page.url()).search).toBe('?v=1&scenario=timeout&fail=too-slow');
  await page.goBack();
  await expect(figure.headline).toHaveText(before);
  await page.goForward();
  await expect(choose).toHaveValue('timeout');
  await choose.selectOption('figure');
  await expect(figure.failure('Too slow')).toBeChecked();
  await figure.button('Undo').click();
  await expect(choose).toHaveValue('timeout');
});

test('the place that is left keeps what was seen there last', async ({ page, figure }) => {
  await page.goto('./?v=1&fail=too-slow');
  await figure.button('First step').click();
  await figure.button('Step forward').click();
  const seen = await figure.playhead.getAttribute('aria-valuetext');
  // At once: before the address has followed the steps.
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('timeout');
  await expect(figure.headline).toHaveText('The call gave up after 3 attempts, and the model reads why.');
  expect(new URL(page.url()).search).toBe('?v=1&scenario=timeout&fail=too-slow');
  await page.goBack();
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', seen ?? '');
});

test('a scenario that is not there is named, and the figure is shown', async ({ page, figure }) => {
  await page.goto('./?v=1&scenario=shipwreck');
  await expect(page.getByText('In the link, scenario is “shipwreck”; figure is used instead.')).toBeVisible();
  await expect(figure.failure('Too slow')).toBeVisible();
});
