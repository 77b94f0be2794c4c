import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { DEFAULT_SETTINGS, figureScenario, type FigureSettings } from '../../src/core/figure.ts';
import { essayLines, ledgerLine } from '../../src/core/format/essay.ts';
import { linkTo, runOf, settingsWith } from './expected.ts';
import { expect, test, type Figure } from './figure.ts';

/** Every line of both lanes, from the first to the ledger, as it is read: without the indent. */
function wholeText(settings: FigureSettings): readonly string[] {
  const scenario = figureScenario(settings);
  const { trace } = runOf(settings);
  return trace.lanes.flatMap((lane) => [...essayLines(scenario, lane), ledgerLine(scenario, lane)].map(({ text }) => plain(text)));
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

async function textOf(page: Page): Promise<string> {
  return plain(await page.getByRole('main').innerText());
}

async function hasNoControls(figure: Figure): Promise<void> {
  for (const role of ['button', 'slider', 'switch', 'checkbox', 'radio', 'combobox'] as const) {
    await expect(figure.within.getByRole(role)).toHaveCount(0);
  }
}

const everything = settingsWith(['temporary-error', 'too-slow', 'silence', 'not-there', 'nothing-found', 'wrong-arguments', 'no-such-tool']);

for (const [name, settings] of [
  ['the opening run', DEFAULT_SETTINGS],
  ['every failure at once', everything],
] as const) {
  test(`paper has ${name} as a whole, from whatever step, and no controls`, async ({ page, figure }) => {
    await page.goto(linkTo(settings));
    await figure.button('First step').click();
    await expect(figure.ledgers.unguarded).toContainText('no entry yet');

    await page.emulateMedia({ media: 'print' });
    await expect(figure.ledgers.unguarded).toContainText('$160.00');
    await expect(figure.ledgers.guarded).toContainText('refunded once, in this process');
    await expect(figure.headline).toBeVisible();
    const text = await textOf(page);
    for (const line of wholeText(settings)) expect(text).toContain(line);
    await hasNoControls(figure);

    await page.emulateMedia({ media: 'screen' });
    await expect(figure.ledgers.unguarded).toContainText('no entry yet');
    await expect(figure.button('Play')).toBeVisible();
  });
}

for (const format of ['A4', 'Letter'] as const) {
  test(`a PDF of ${format} has the whole run on two or three pages, and the figure is as it was afterwards`, async ({ page, figure }, info) => {
    await page.goto('./');
    await figure.button('First step').click();
    await expect(figure.ledgers.unguarded).toContainText('no entry yet');
    await page.evaluate(() => {
      addEventListener('beforeprint', () => {
        document.documentElement.dataset['printed'] = document.querySelector('main')?.innerText ?? '';
      });
    });

    const file = await page.pdf({ format });
    writeFileSync(info.outputPath(`${format}.pdf`), file);
    const pages = file.toString('latin1').match(/\/Type \/Page\b/g) ?? [];
    expect(pages.length).toBeGreaterThanOrEqual(2);
    expect(pages.length).toBeLessThanOrEqual(3);

    const printed = plain((await page.locator('html').getAttribute('data-printed')) ?? '');
    for (const line of wholeText(DEFAULT_SETTINGS)) expect(printed).toContain(line);
    await expect(figure.ledgers.unguarded).toContainText('no entry yet');
  });
}

test('nothing is wider than the paper, and no lane is cut', async ({ page, figure }) => {
  // 182 mm, the column of A4 with its margins, at 96 px to the inch.
  await page.setViewportSize({ width: 688, height: 1000 });
  await page.goto(linkTo(everything));
  await page.emulateMedia({ media: 'print' });
  await expect(figure.ledgers.unguarded).toContainText('$160.00');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(688);
  const uncut = await figure.timeline.locator('.lane-plot').evaluateAll((plots) =>
    plots.map((plot) => plot.getBoundingClientRect()).every(({ left, right, width }) => left >= 0 && right <= 688 && width > 300),
  );
  expect(uncut).toBe(true);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('paper has the text of the whole opening run', async ({ page }) => {
    await page.goto('./');
    await page.emulateMedia({ media: 'print' });
    const text = await textOf(page);
    for (const line of wholeText(DEFAULT_SETTINGS)) expect(text).toContain(line);
  });
});
