import { writeFileSync } from 'node:fs';
import { printTrace } from '../../src/cli/print-trace.ts';
import { DEFAULT_SETTINGS, figureScenario, type FigureSettings } from '../../src/core/figure.ts';
import { linkTo, settingsWith } from './expected.ts';
import { expect, test } from './figure.ts';

/** What `npm run trace` prints for the run of these settings. */
function printed(settings: FigureSettings, file: string): string {
  writeFileSync(file, JSON.stringify(figureScenario(settings)));
  return printTrace([file]).stdout;
}

test('the trace is copied as the command line prints it', async ({ page, context, figure }, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const settings = settingsWith(['silence', 'wrong-arguments', 'too-slow'], { silence: 'late' });
  await page.goto(linkTo(settings));
  await expect(figure.trace.getByText('Copied')).toHaveCount(0);
  await figure.button('Copy the trace').click();
  await expect(figure.trace.getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(printed(settings, info.outputPath('scenario.json')));
});

for (const refusal of ['rejects', 'is missing'] as const) {
  test(`where the clipboard ${refusal}, the trace stands selected in a field`, async ({ page, context, figure }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript((kind) => {
      if (kind === 'rejects') navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
      else Object.defineProperty(navigator, 'clipboard', { value: undefined });
    }, refusal);
    await page.goto('./');
    await figure.button('Copy the trace').click();
    const field = figure.trace.getByRole('textbox');
    await expect(field).toBeFocused();
    const text = await field.inputValue();
    expect(text).toContain('LANE guarded');
    const selected = await field.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
    expect(selected).toBe(text);
    if (refusal === 'is missing') return;
    await page.keyboard.press('Control+c');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    // Keys in the field are the field's own.
    await page.keyboard.press('Control+z');
    await expect(figure.failure('Posted, then silence')).toBeChecked();
  });
}

test('the line under the playhead is marked in both lanes, and what follows is not known yet', async ({ page, figure }) => {
  await page.goto(linkTo(DEFAULT_SETTINGS, { cursor: { lane: 'no-guard', id: 'refund.1.outcome' } }));
  const marked = figure.trace.locator('[aria-current=step]');
  await expect(marked.filter({ hasText: 'the confirmation timed out' })).toHaveCount(2);
  await figure.button('First step').click();
  await expect(marked.filter({ hasText: 'the confirmation timed out' })).toHaveCount(0);
  await expect(marked.filter({ hasText: 'Step 1' })).toHaveCount(2);
});
