import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { findingOf } from '../../src/core/finding.ts';
import { jsonText } from '../../src/core/format/json.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import { simulate } from '../../src/core/simulate.ts';
import { packScenario } from '../../src/store/packed-scenario.ts';
import { en } from '../../src/words/en.ts';
import { expect, test } from './figure.ts';
import { violations } from './violations.ts';

function named(name: string): Scenario {
  const found = NAMED_SCENARIOS.find(({ scenario }) => scenario.name === name);
  if (found === undefined) throw new Error(`no scenario ${name}`);
  return found.scenario;
}

/** Somebody's own: like one of the figure's, and called otherwise. */
const OWN: Scenario = { ...named('short-deadline'), name: 'my-deadline', title: 'my own deadline' };
const OWN_HEADLINE = headlineOf(OWN);

function headlineOf(scenario: Scenario): string {
  const finding = findingOf(simulate(scenario));
  return finding === null ? '' : en.headline(finding).map(({ text }) => text).join('');
}

class ScenarioDialog {
  readonly open: Locator;
  readonly dialog: Locator;
  readonly text: Locator;
  readonly status: Locator;
  readonly problems: Locator;

  constructor(page: Page) {
    this.open = page.getByRole('button', { name: 'Open a scenario', exact: true });
    this.dialog = page.getByRole('dialog', { name: 'A scenario of your own' });
    this.text = this.dialog.getByRole('textbox', { name: 'Scenario as JSON' });
    this.status = this.dialog.getByRole('region', { name: 'Problems' }).getByRole('status');
    this.problems = this.dialog.getByRole('list').getByRole('button');
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  async choose(page: Page, file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }): Promise<void> {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), this.button('Open a file').click()]);
    await chooser.setFiles(file);
  }
}

const asFile = (content: string | Buffer, name = 'my-deadline.scenario.json') => ({ name, mimeType: 'application/json', buffer: Buffer.from(content) });

/** What a browser does when a file is let go over the page. */
async function drop(page: Page, content: string, name: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([text, fileName]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName, { type: 'application/json' }));
      return transfer;
    },
    [content, name] as const,
  );
  const target = page.getByRole('region', { name: 'Timeline', exact: true });
  // A browser repeats it as long as something is dragged, so a page that comes alive meanwhile hears it too.
  await expect(async () => {
    await target.dispatchEvent('dragover', { dataTransfer: data });
    await expect(page.getByText('Drop the file, and it is opened')).toBeVisible({ timeout: 250 });
  }).toPass();
  await target.dispatchEvent('drop', { dataTransfer: data });
}

test('from the picker: shown as it stands, undone, redone, and found again in the dialog', async ({ page, figure }) => {
  await page.goto('./?v=1&fail=not-there');
  const before = await figure.headline.innerText();
  const scenario = new ScenarioDialog(page);
  await scenario.open.click();
  await expect(scenario.text).toHaveValue(/"name": "figure"/);
  await scenario.choose(page, asFile(jsonText(OWN).replaceAll('\n', '\r\n')));
  await expect(scenario.text).toHaveValue(jsonText(OWN));
  await expect(scenario.status).toHaveText('No problems. It can be shown.');
  await scenario.button('Show it').click();
  await expect(scenario.dialog).toHaveCount(0);
  await expect(scenario.open).toBeFocused();
  await expect(figure.headline).toHaveText(OWN_HEADLINE);
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue('.file');
  await expect(page.getByRole('option', { name: 'Your scenario: my own deadline' })).toBeAttached();
  // It stands as it is.
  await expect(figure.failure('Not there')).toHaveCount(0);
  await expect(figure.slider('Retries')).toHaveCount(0);
  await figure.button('Undo').click();
  await expect(figure.headline).toHaveText(before);
  await expect(figure.failure('Not there')).toBeChecked();
  await figure.button('Redo').click();
  await expect(figure.headline).toHaveText(OWN_HEADLINE);
  await scenario.open.click();
  await expect(scenario.text).toHaveValue(jsonText(OWN));
});

test('dropped anywhere on the page, also while the dialog is open', async ({ page, figure }) => {
  await page.goto('./');
  await expect(figure.headline).toBeVisible();
  const scenario = new ScenarioDialog(page);
  await drop(page, jsonText(OWN), 'my-deadline.json');
  await expect(scenario.text).toHaveValue(jsonText(OWN));
  await drop(page, jsonText(named('timeout')), 'timeout.json');
  await expect(scenario.text).toHaveValue(jsonText(named('timeout')));
  await scenario.button('Show it').click();
  await expect(figure.headline).toHaveText('The call gave up after 3 attempts, and the model reads why.');
});

test('pasted and written with the keyboard: each problem at its line, and its button leads there', async ({ page, figure, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./');
  const before = await figure.headline.innerText();
  const scenario = new ScenarioDialog(page);
  await scenario.open.focus();
  await page.keyboard.press('Enter');
  await expect(scenario.dialog).toBeVisible();
  const wrong = jsonText(OWN).replace('"seed": 1', '"seed": "lucky"').replace('"deadlineMs": 350', '"deadlineMs": -5');
  await page.evaluate((text) => navigator.clipboard.writeText(text), wrong);
  await scenario.text.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(scenario.text).toHaveValue(wrong);
  await expect(scenario.status).toHaveText('2 problems to clear before it can be shown.');
  await expect(scenario.problems).toHaveText([/^Line 5 seed: .+Expected number but received "lucky"$/, /^Line 14 policy\.deadlineMs: .+Expected >=1 but received -5$/]);
  await expect(scenario.text).toHaveAttribute('aria-invalid', 'true');
  await expect(scenario.button('Show it')).toHaveAttribute('aria-disabled', 'true');
  await expect(scenario.button('Show it')).toHaveAccessibleDescription('2 problems to clear before it can be shown.');
  await scenario.button('Show it').click({ force: true });
  await expect(scenario.dialog).toBeVisible();
  // Out of the field with the Tab key, to the problem, and back to its place by Enter.
  await scenario.text.press('Tab');
  await page.keyboard.press('Tab');
  await expect(scenario.problems.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(scenario.text).toBeFocused();
  expect(await scenario.text.evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd))).toBe('-5');
  await page.keyboard.type('350');
  await expect(scenario.problems).toHaveCount(1);
  await scenario.problems.click();
  await page.keyboard.type('2');
  await expect(scenario.status).toHaveText('No problems. It can be shown.');
  await page.keyboard.press('Escape');
  await expect(figure.headline).toHaveText(before);
  // Closed without being shown: nothing that was written is lost.
  await scenario.open.click();
  await expect(scenario.text).toHaveValue(/"seed": 2,/);
  await scenario.button('Show it').click();
  await expect(figure.headline).toHaveText(OWN_HEADLINE);
});

test('a mistake in the JSON is named with what was expected; a written text waits while others are looked at', async ({ page }) => {
  await page.goto('./');
  const scenario = new ScenarioDialog(page);
  await scenario.open.click();
  const text = await scenario.text.inputValue();
  const written = text.replace('"seed": 1,', '"seed": 1');
  await scenario.text.fill(written);
  await expect(scenario.problems).toHaveText(['Line 6 Expected a comma, or the end of what is open, found "order"']);
  const start = scenario.dialog.getByRole('combobox', { name: 'Start from' });
  await start.selectOption('timeout');
  await expect(scenario.text).toHaveValue(jsonText(named('timeout')));
  await start.selectOption({ label: 'What is shown now' });
  await expect(scenario.text).toHaveValue(text);
  await start.selectOption({ label: 'Your text' });
  await expect(scenario.text).toHaveValue(written);
});

test('a text to start from that was not changed keeps its readable link', async ({ page, figure }) => {
  await page.goto('./');
  const scenario = new ScenarioDialog(page);
  await scenario.open.click();
  await scenario.dialog.getByRole('combobox', { name: 'Start from' }).selectOption('timeout');
  await scenario.button('Show it').click();
  await expect(figure.headline).toHaveText('The call gave up after 3 attempts, and the model reads why.');
  expect(new URL(page.url()).search).toBe('?v=1&scenario=timeout');
});

test('saved as a file that the command line reads too', async ({ page }) => {
  await page.goto('./');
  const scenario = new ScenarioDialog(page);
  await scenario.open.click();
  await scenario.text.fill(jsonText(OWN));
  const [download] = await Promise.all([page.waitForEvent('download'), scenario.button('Save as file').click()]);
  expect(download.suggestedFilename()).toBe('my-deadline.scenario.json');
  expect(readFileSync(await download.path(), 'utf8')).toBe(jsonText(OWN));
});

test('the link brings it back at the first picture, and the Back button leads away from it', async ({ page, figure, context }) => {
  await page.goto('./?v=1&theme=light');
  const before = await figure.headline.innerText();
  const scenario = new ScenarioDialog(page);
  await scenario.open.click();
  await scenario.text.fill(jsonText(OWN));
  await scenario.button('Show it').click();
  await expect(figure.headline).toHaveText(OWN_HEADLINE);
  expect(new URL(page.url()).search).toMatch(/^\?v=1&file=[\w-]{400,900}&theme=light$/);
  const link = page.url();
  await page.goBack();
  await expect(figure.headline).toHaveText(before);
  await page.goForward();
  await expect(figure.headline).toHaveText(OWN_HEADLINE);
  const other = await context.newPage();
  // Every headline that is ever seen.
  await other.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = (): void => {
      const heading = document.querySelector('h1');
      if (heading !== null && heading.checkVisibility({ visibilityProperty: true, opacityProperty: true })) seen.add(heading.textContent);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await other.goto(link);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(OWN_HEADLINE);
  expect(await other.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual([OWN_HEADLINE]);
  expect(other.url()).toBe(link);
  await other.close();
});

test('lanes that are no pair have no finding: the scenario’s own title is the headline', async ({ page, figure }) => {
  const [, guarded] = OWN.lanes;
  if (guarded === undefined) throw new Error('a pair has two lanes');
  const alike: Scenario = { ...OWN, title: 'two guards, each for itself', lanes: [guarded, { ...guarded, id: 'guarded-too' }] };
  await page.goto(`./?v=1&file=${await packScenario(alike)}`);
  await expect(figure.headline).toHaveText('Two guards, each for itself');
});

test('a link whose file is broken says so, shows the figure, and keeps the rest', async ({ page, figure }) => {
  const packed = await packScenario(OWN);
  await page.goto(`./?v=1&file=${packed.slice(0, -30)}&fail=not-there`);
  await expect(page.getByText('In the link, file cannot be unpacked: it was cut short, changed, or not made by this page. The figure is shown instead.')).toBeVisible();
  await expect(figure.failure('Not there')).toBeChecked();
});

test('shared: the frame and the link hold it; one that is too long for a link is offered as a file', async ({ page, figure, problems }) => {
  await page.goto(`./?v=1&file=${await packScenario(OWN)}`);
  await expect(figure.headline).toHaveText(OWN_HEADLINE);
  await figure.button('Share or embed').click();
  const share = page.getByRole('dialog', { name: 'Share or embed this state' });
  await expect(page.frameLocator('iframe[title=Preview]').getByRole('heading', { level: 1 })).toHaveText(OWN_HEADLINE);
  await expect(share.getByRole('img', { name: /^QR code of / })).toBeVisible();
  await expect(share.locator('pre')).toContainText('file=');
  await page.keyboard.press('Escape');
  const scenario = new ScenarioDialog(page);
  await scenario.open.click();
  // What no packer makes short.
  let noise = 7;
  const random = (): number => (noise = (noise * 16_807) % 2_147_483_647) / 2_147_483_647;
  const long: Scenario = {
    ...OWN,
    name: 'long',
    faults: Array.from({ length: 600 }, () => ({ tool: `tool-${random()}`, requests: { from: 1, to: 1 }, fault: { kind: 'slow', latencyMs: 1 } })),
  };
  await scenario.choose(page, asFile(jsonText(long)));
  await expect(scenario.text).toHaveValue(/"name": "long"/);
  await scenario.button('Show it').click();
  await expect(page.getByRole('option', { name: 'Your scenario: my own deadline' })).toBeAttached();
  // No server would take the address with it.
  await expect.poll(() => page.url().length).toBeLessThan(200);
  await figure.button('Share or embed').click();
  await expect(share.getByText(/^The link has \d+ characters, more than many servers, chats and mail programs carry/)).toBeVisible();
  await expect(share.getByText('The link is too long for a QR code.')).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), share.getByRole('button', { name: 'Save the scenario as file' }).click()]);
  expect(download.suggestedFilename()).toBe('long.scenario.json');
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toEqual(long);
  problems.splice(0, problems.length, ...problems.filter((problem) => !problem.endsWith('did not load')));
});

test('hostile files: each has its message at once, and the page stays as it was', async ({ page, figure }) => {
  await page.goto('./');
  const before = await figure.text();
  const scenario = new ScenarioDialog(page);
  await scenario.open.click();
  const text = await scenario.text.inputValue();
  for (const [content, name, expected] of [
    ['x'.repeat(10_000_000), 'ten-megabytes.json', 'ten-megabytes.json was not opened: it is too big to be a scenario.'],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]), 'picture.png', 'picture.png was not opened: it is not text in UTF-8.'],
    [Buffer.from('\ufeff{}', 'utf16le'), 'sixteen.json', 'sixteen.json was not opened: it is not text in UTF-8.'],
  ] as const) {
    await scenario.choose(page, asFile(content, name));
    await expect(scenario.dialog.getByText(expected)).toBeVisible();
    await expect(scenario.text).toHaveValue(text);
  }
  for (const [content, expected] of [
    ['['.repeat(100_000), /Expected at most 32 levels of nesting/],
    [`[${'0,'.repeat(150_000)}0]`, /Expected at most 20000 values in all/],
    [text.replace('"seed"', '"__proto__": {"polluted": true}, "constructor": 1, "seed"'), /__proto__ means nothing here/],
    [text.replace('"seed": 1', '"seed": NaN'), /found NaN/],
    [text.replace('"seed": 1', '"seed": 1e999'), /Received Infinity/],
    ['', /found the end/],
  ] as const) {
    await scenario.choose(page, asFile(content));
    await expect(scenario.problems.first()).toHaveText(expected);
    await expect(scenario.button('Show it')).toHaveAttribute('aria-disabled', 'true');
  }
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
  await scenario.choose(page, asFile(`\ufeff${text}`));
  await expect(scenario.status).toHaveText('No problems. It can be shown.');
  await page.keyboard.press('Escape');
  expect(await figure.text()).toEqual(before);
});

test('locked in an embed it cannot be opened; in one that is not, it can', async ({ page }) => {
  await page.goto('./?v=1&embed=1&lock=scenario');
  const scenario = new ScenarioDialog(page);
  await expect(scenario.open).toHaveAttribute('aria-disabled', 'true');
  await scenario.open.click({ force: true });
  await expect(scenario.dialog).toHaveCount(0);
  await page.goto('./?v=1&embed=1&hide=switches');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(scenario.open).toHaveCount(0);
  await page.goto('./?v=1&embed=1');
  await scenario.open.click();
  await expect(scenario.text).toBeVisible();
});

test('where a sandbox refuses downloads, the text stands selected', async ({ page, problems }) => {
  await page.goto('./');
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.title = 'Sandbox';
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
    frame.src = './?embed=1';
    frame.width = '900';
    frame.height = '700';
    document.body.replaceChildren(frame);
  });
  const frame = page.frameLocator('iframe[title=Sandbox]');
  await frame.getByRole('button', { name: 'Open a scenario' }).click();
  await frame.getByRole('button', { name: 'Save as file' }).click();
  await expect(frame.getByText('If no file comes, saving is refused here. The text is selected: copy it with the keyboard.')).toBeVisible();
  const field = frame.getByRole('textbox', { name: 'Scenario as JSON' });
  expect(await field.evaluate((area: HTMLTextAreaElement) => area.selectionEnd - area.selectionStart === area.value.length)).toBe(true);
  // What the browser itself says of such a frame, and of the download.
  await expect.poll(() => problems.filter((problem) => /sandbox/.test(problem)).length).toBe(2);
  problems.length = 0;
});

for (const [name, media, size] of [
  ['light', {}, null],
  ['dark, on a small phone', { colorScheme: 'dark' }, { width: 320, height: 640 }],
  ['forced colours', { forcedColors: 'active' }, null],
] as const) {
  test(`axe: the dialog with problems, ${name}`, async ({ page }) => {
    if (size !== null) await page.setViewportSize(size);
    await page.emulateMedia(media);
    await page.goto('./');
    const scenario = new ScenarioDialog(page);
    await scenario.open.click();
    await scenario.text.fill(jsonText(OWN).replace('"seed": 1', '"seed": "lucky"'));
    await scenario.choose(page, asFile(Buffer.from([0xff, 0xff]), 'picture.png'));
    await expect(scenario.problems).toHaveCount(1);
    expect(await violations(page)).toEqual([]);
    const wider = await scenario.dialog.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    expect(wider).toBeLessThanOrEqual(0);
  });
}
