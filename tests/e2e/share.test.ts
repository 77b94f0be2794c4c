import { expectedOf, linkTo, runOf, settingsWith } from './expected.ts';
import { expect, Figure, test } from './figure.ts';

const settings = settingsWith(['not-there', 'silence']);

/** A preview that goes, with its dialog or its test, before all of it has come. */
test.afterEach(({ problems, baseURL }) => {
  const others = problems.filter((problem) => !(problem.startsWith(baseURL ?? '') && problem.endsWith('did not load')));
  problems.splice(0, problems.length, ...others);
});

test.beforeEach(async ({ page, figure }) => {
  await page.goto(linkTo(settings));
  await figure.button('Step back').click();
  await figure.button('Share or embed').click();
  await expect(page.getByRole('dialog', { name: 'Share or embed this state' })).toBeVisible();
});

test('the preview is the figure in a real frame, as the choices have it', async ({ page }) => {
  const preview = new Figure(page.frameLocator('iframe[title=Preview]'));
  const before = await page.evaluate(() => window.history.length);
  await expect(preview.headline).toHaveText(expectedOf(settings).headline);
  await expect(preview.trace).toBeVisible();
  // Set in its page, and gone where the page is loaded anew.
  await preview.within.locator(':root').evaluate((root) => root.setAttribute('data-same-page', ''));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('group', { name: 'Leave out' }).getByRole('checkbox', { name: 'Trace' }).check();
  await dialog.getByRole('group', { name: 'Show, but lock' }).getByRole('checkbox', { name: 'Switches' }).check();
  await dialog.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await expect(preview.trace).toHaveCount(0);
  await expect(preview.failure('Not there')).toBeDisabled();
  await expect(preview.within.locator('html')).toHaveAttribute('data-theme', 'dark');
  await dialog.getByRole('radio', { name: 'The opening step' }).check();
  await expect(preview.playhead).toHaveAttribute('aria-valuetext', expectedOf(settings).playhead);
  await expect(preview.within.locator('html')).toHaveAttribute('data-same-page', '');
  expect(await page.evaluate(() => window.history.length)).toBe(before);
});

test('what is chosen before the preview has come is shown when it comes', async ({ page }) => {
  await page.keyboard.press('Escape');
  let come: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/?*embed=1*', async (route) => {
    await late;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Share or embed' }).click();
  await page.getByRole('group', { name: 'Leave out' }).getByRole('checkbox', { name: 'Trace' }).check();
  come();
  const preview = new Figure(page.frameLocator('iframe[title=Preview]'));
  await expect(preview.ledgers.guarded).toBeVisible();
  await expect(preview.trace).toHaveCount(0);
});

test('every snippet leads to this state', async ({ page, baseURL, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = page.getByRole('dialog');
  await expect.poll(() => new URL(page.url()).search).toContain('at=');
  const here = new URL(page.url()).search.slice(1);
  const embedded = `${here}&embed=1`;
  for (const [kind, ...parts] of [
    ['Link', `${baseURL}?${here}`],
    ['iframe', `src="${baseURL}?${embedded.replaceAll('&', '&amp;')}"`, 'title="The retry refunded the order twice. With a guard, once."', 'height="640"'],
    ['Element', `<script src="${baseURL}embed.js" defer></script>`, ' fail="silence,not-there"', ' at="'],
    ['Markdown', `(when-tools-fail.png)](${baseURL}?${here})`],
    ['MyST', `:::{iframe} ${baseURL}?${embedded}`, ':placeholder: when-tools-fail.png'],
    ['Quarto', '```{=html}', `src="${baseURL}?${embedded.replaceAll('&', '&amp;')}"`],
    ['Docusaurus', `src={"${baseURL}?${embedded}"}`, 'style={{ border: 0 }}'],
  ] as const) {
    await dialog.getByRole('group', { name: 'Copy as' }).getByRole('radio', { name: kind, exact: true }).check();
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(dialog.getByText('Copied')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const part of parts) expect(copied, kind).toContain(part);
  }
});

test('from the opening step, in a chosen height; the default state has the shortest link', async ({ page, baseURL }) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'The opening step' }).check();
  await dialog.getByRole('slider', { name: 'Height' }).fill('500');
  await expect(dialog.locator('pre')).toContainText('height="500"');
  await expect(dialog.locator('pre')).not.toContainText('at=');
  await page.goto('./');
  await page.getByRole('button', { name: 'Share or embed' }).click();
  await dialog.getByRole('radio', { name: 'Link', exact: true }).check();
  await expect(dialog.locator('pre')).toHaveText(baseURL ?? '');
});

test('the element has the build’s poster of exactly this state, and of any other none', async ({ page, baseURL }) => {
  const dialog = page.getByRole('dialog');
  const element = async (link: string): Promise<string> => {
    await page.goto(link);
    await page.getByRole('button', { name: 'Share or embed' }).click();
    await dialog.getByRole('radio', { name: 'Element', exact: true }).check();
    return dialog.locator('pre').innerText();
  };
  expect(await element('./?v=1&scenario=credit-storm')).toContain(` poster="${baseURL}posters/credit-storm.svg"`);
  expect((await page.request.get('posters/credit-storm.svg')).headers()['content-type']).toContain('image/svg+xml');
  await dialog.getByRole('group', { name: 'Leave out' }).getByRole('checkbox', { name: 'Ledgers' }).check();
  await expect(dialog.locator('pre')).not.toContainText('poster=');
  expect(await element('./?v=1&scenario=incident-ra-02')).toContain(` poster="${baseURL}posters/incident-ra-02.svg"`);
  expect((await page.request.get('posters/incident-ra-02.svg')).ok()).toBe(true);
  expect(await element('./?v=1&fail=too-slow')).not.toContain('poster=');
});

test('a program has a poster too', async ({ page }) => {
  await page.goto('./?v=1&scenario=credit-storm');
  await page.getByRole('button', { name: 'Share or embed' }).click();
  const poster = page.getByRole('img', { name: 'Inherited: 8 attempts, $200.00 moved where $75.00 was asked for. With key: $75.00, as asked for.' });
  await expect(poster).toBeVisible();
  expect(await poster.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1_200);
  await expect(page.getByRole('button', { name: 'Download as SVG' })).toBeVisible();
});

test('poster and trace leave as files and text; where copying is refused the text stands selected', async ({ page }) => {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } });
  });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: /^The retry refunded the order twice/ })).toBeVisible();
  for (const [name, file] of [
    ['Download as SVG', 'when-tools-fail.svg'],
    ['Download as PNG', 'when-tools-fail.png'],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name }).click()]);
    expect(download.suggestedFilename()).toBe(file);
  }
  await expect(dialog.getByRole('img', { name: /^QR code of http/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy as JSON' }).click();
  const field = dialog.getByRole('textbox', { name: /Copying is refused here/ });
  expect(JSON.parse(await field.inputValue())).toMatchObject({ scenario: { name: 'figure' }, lanes: [{ id: 'no-guard' }, { id: 'guarded' }] });
});

test('it closes with Escape, gives the focus back, and left the figure as it was', async ({ page, figure }) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(figure.button('Share or embed')).toBeFocused();
  await figure.shows(expectedOf(settings, runOf(settings).opening - 1));
});
