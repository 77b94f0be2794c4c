import type { FrameLocator, Page } from '@playwright/test';
import { expect, test } from './figure.ts';

/** The loader alone: the figure's page is a stand-in that writes down what it is told. */
const STAND_IN = `<!doctype html><html lang="en"><title>Stand-in</title><link rel="icon" href="data:,">
<main><p role="status"></p><input aria-label="Answer"></main>
<script>
  const said = document.querySelector('[role=status]');
  said.textContent = location.search;
  let id;
  window.tell = (type, detail) => parent.postMessage({ type: 'when-tools-fail/' + type, v: 1, id, ...detail }, '*');
  addEventListener('message', ({ source, data }) => {
    if (source !== parent) return;
    if (!data.type.endsWith('/hello')) { said.textContent = JSON.stringify(data); return; }
    id = data.id;
    tell('ready');
    tell('height', { height: Number(new URLSearchParams(location.search).get('seed')) || 500 });
  });
</script>`;

/** Says nothing until its `start` is called. */
const LATE = STAND_IN.replace("addEventListener('message'", "window.start = () => addEventListener('message'");

const ELEMENT = '<when-tools-fail><a href="index.html">The figure on a page of its own</a></when-tools-fail>';

/** A page of someone else. What it hears from the element stands in `heard`. */
async function openHost(page: Page, body: string, { standIn = STAND_IN, loader = '<script src="embed.js"></script>' } = {}): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Host</title>${loader}
        <script>window.heard = []; for (const name of ['ready', 'step', 'outcome', 'prediction', 'height'])
          addEventListener(name, ({ detail }) => heard.push([name, detail]));</script><body>${body}`,
    }),
  );
  await page.route('**/index.html?*', (route) => route.fulfill({ contentType: 'text/html', body: standIn }));
  await page.goto('host.html');
  return asked;
}

const opener = (page: Page) => page.getByRole('button', { name: 'Open the figure', exact: true });
const frames = (page: Page) => page.locator('when-tools-fail iframe');
const framed = (page: Page, index = 0): FrameLocator => frames(page).nth(index).contentFrame();
const told = (page: Page, index = 0) => framed(page, index).getByRole('status');
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: [string, unknown][] }).heard);

async function tellHost(page: Page, type: string, detail: object): Promise<void> {
  await framed(page)
    .locator(':root')
    .evaluate((_, [name, rest]) => (window as unknown as { tell: (type: string, detail: object) => void }).tell(name, rest), [type, detail] as const);
}

async function startFrame(page: Page, index = 0): Promise<void> {
  await expect(told(page, index)).toHaveText(/^\?v=1/);
  await framed(page, index).locator(':root').evaluate(() => (window as unknown as { start: () => void }).start());
}

/** By script, and all in one task. */
function askForAll(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const element of document.querySelectorAll('when-tools-fail')) element.shadowRoot?.querySelector('button')?.click();
  });
}

test('until it is asked for, only the loader is fetched; the words claim nothing, and the author’s link stays', async ({ page }) => {
  const asked = await openHost(page, ELEMENT);
  await expect(opener(page)).toBeVisible();
  await expect(opener(page)).toHaveAccessibleDescription('Interactive figure: When Tools Fail');
  await expect(page.getByRole('link', { name: 'The figure on a page of its own' })).toBeVisible();
  await expect(page.getByRole('img')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual(['/host.html', '/embed.js']);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
});

test('a press of a key opens the frame, and the focus goes with it', async ({ page }) => {
  await openHost(page, '<when-tools-fail fail="not-there" over-capture="allowed" data-x="1" class="wide" onclick=""></when-tools-fail>');
  await page.keyboard.press('Tab');
  await expect(opener(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(frames(page)).toHaveCount(1);
  await expect(opener(page)).toHaveCount(0);
  await expect(frames(page)).toHaveAttribute('title', 'Interactive figure: When Tools Fail');
  await expect(frames(page)).toHaveAttribute('allow', 'fullscreen; clipboard-write');
  await expect(told(page)).toHaveText('?v=1&embed=1&fail=not-there&over-capture=allowed');
  await page.keyboard.press('Tab');
  await expect(framed(page).getByLabel('Answer')).toBeFocused();
});

test('a script that presses the button takes nobody’s focus', async ({ page }) => {
  await openHost(page, `<input aria-label="Name" autofocus>${ELEMENT}`);
  await expect(page.getByLabel('Name')).toBeFocused();
  await opener(page).evaluate((button: HTMLButtonElement) => button.click());
  await expect(told(page)).toHaveText('?v=1&embed=1');
  await expect(page.getByLabel('Name')).toBeFocused();
});

test('a poster, a name and a label of the author’s own', async ({ page }) => {
  await openHost(
    page,
    '<when-tools-fail poster="icon.svg" poster-alt="Two ledgers" title="Ein Werkzeug versagt" label="Figur öffnen" height="700"></when-tools-fail>',
  );
  await expect(page.getByRole('img', { name: 'Two ledgers' })).toBeVisible();
  const button = page.getByRole('button', { name: 'Figur öffnen', exact: true });
  await expect(button).toHaveAccessibleDescription('Ein Werkzeug versagt');
  // The whole of it can be pressed, as people expect of a picture.
  await page.getByText('Ein Werkzeug versagt').click({ force: true });
  await expect(frames(page)).toHaveAttribute('title', 'Ein Werkzeug versagt');
});

test('the frame is as high as it says, within reason', async ({ page }) => {
  await openHost(page, ELEMENT);
  await opener(page).click();
  await expect(frames(page)).toHaveCSS('height', '500px');
  for (const [height, is] of [
    [501, 500],
    [502, 502],
    [1e9, 20_000],
    [0, 20_000],
    [-5, 20_000],
    ['900', 20_000],
    [null, 20_000],
    [Infinity, 20_000],
    [300, 300],
  ] as const) {
    await tellHost(page, 'height', { height });
    await tellHost(page, 'step', { step: { index: height } });
    await expect.poll(async () => (await heard(page)).at(-1)).toEqual(['step', { step: { index: height } }]);
    await expect(frames(page)).toHaveCSS('height', `${is}px`);
  }
});

test('a frame that says nothing keeps the author’s height, and one that starts late is asked again', async ({ page }) => {
  await openHost(page, '<when-tools-fail height="720"></when-tools-fail>', { standIn: LATE });
  await opener(page).click();
  await expect(told(page)).toHaveText('?v=1&embed=1');
  await expect(frames(page)).toHaveCSS('height', '720px');
  await startFrame(page);
  await expect(frames(page)).toHaveCSS('height', '500px');
  expect(await heard(page)).toEqual([['ready', {}]]);
});

test('what the frame tells becomes events of the element, once each', async ({ page }) => {
  await openHost(page, ELEMENT);
  await opener(page).click();
  await expect.poll(() => heard(page)).toEqual([['ready', {}]]);
  const step = { index: 3, of: 9, atMs: 400, event: 'no-guard.refund.1.outcome' };
  const outcome = { lane: 'no-guard', call: 'refund', category: 'transient', attempts: 1, usable: false };
  await tellHost(page, 'ready', {});
  await tellHost(page, 'step', { step });
  await tellHost(page, 'outcome', outcome);
  await tellHost(page, 'nonsense', {});
  await tellHost(page, 'prediction', { right: true });
  await expect.poll(() => heard(page)).toEqual([
    ['ready', {}],
    ['step', { step }],
    ['outcome', outcome],
    ['prediction', { right: true }],
  ]);
});

test('messages from anyone else, and what makes no sense, are not heard', async ({ page }) => {
  await openHost(page, `${ELEMENT}<iframe title="Other" srcdoc="<p>Other</p>"></iframe>`);
  await opener(page).click();
  await expect(frames(page)).toHaveCSS('height', '500px');
  const message = { type: 'when-tools-fail/height', v: 1, id: '1', height: 900 };
  await page.evaluate((sent) => {
    postMessage(sent, '*');
    postMessage({ ...sent, type: 'when-tools-fail/step' }, '*');
  }, message);
  await page.frameLocator('[title=Other]').locator(':root').evaluate((_, sent) => parent.postMessage(sent, '*'), message);
  await framed(page).locator(':root').evaluate((_, sent) => {
    for (const odd of [null, 5, 'text', [], {}, { ...sent, v: 2 }, { ...sent, id: 'another' }, { ...sent, type: null }]) parent.postMessage(odd, '*');
  }, message);
  await tellHost(page, 'step', { step: 'last' });
  await expect.poll(async () => (await heard(page)).at(-1)).toEqual(['step', { step: 'last' }]);
  expect(await heard(page)).toHaveLength(2);
  await expect(frames(page)).toHaveCSS('height', '500px');
});

test('attributes may change: another state and another theme are told, another page is another frame', async ({ page }) => {
  await openHost(page, ELEMENT);
  const element = page.locator('when-tools-fail');
  const set = (name: string, value: string) => element.evaluate((host, [key, to]) => host.setAttribute(key, to), [name, value] as const);
  await set('title', 'Before');
  await expect(opener(page)).toHaveAccessibleDescription('Before');
  await set('fail', 'none');
  await opener(page).click();
  await expect(told(page)).toHaveText('?v=1&embed=1&fail=none');
  await expect.poll(() => heard(page)).toHaveLength(1);
  await set('theme', 'dark');
  await expect(told(page)).toHaveText(JSON.stringify({ type: 'when-tools-fail/theme', v: 1, theme: 'dark' }));
  await set('data-mine', '1');
  await set('fail', 'not-there');
  await expect(told(page)).toHaveText(
    JSON.stringify({ type: 'when-tools-fail/load', v: 1, query: 'v=1&embed=1&fail=not-there&theme=dark' }),
  );
  await element.evaluate((host) => host.removeAttribute('theme'));
  await expect(told(page)).toHaveText(JSON.stringify({ type: 'when-tools-fail/theme', v: 1, theme: 'auto' }));
  await set('title', 'After');
  await expect(frames(page)).toHaveAttribute('title', 'After');
  await set('src', 'other/index.html?v=1&fail=none&silence=late&unknown=1');
  await expect(told(page)).toHaveText('?v=1&embed=1&fail=not-there&silence=late');
  await expect(frames(page)).toHaveAttribute('src', /\/other\/index\.html/);
  await set('src', 'javascript:document.body.remove()');
  await expect(frames(page)).toHaveAttribute('src', /^http.*\/index\.html\?v=1&embed=1&fail=not-there$/);
  await expect(told(page)).toHaveText('?v=1&embed=1&fail=not-there');
});

test('what changes before the frame is ready is told when it is', async ({ page }) => {
  await openHost(page, ELEMENT, { standIn: LATE });
  await opener(page).click();
  await expect(told(page)).toHaveText('?v=1&embed=1');
  await page.locator('when-tools-fail').evaluate((host) => host.setAttribute('fail', 'none'));
  await startFrame(page);
  await expect(told(page)).toHaveText(JSON.stringify({ type: 'when-tools-fail/load', v: 1, query: 'v=1&embed=1&fail=none' }));
});

test('moved on the page: one stand-in stays one, an open figure stays open, and each is heard once', async ({ page }) => {
  await openHost(page, `<section id="from">${ELEMENT}</section><section id="to"></section>`);
  const move = () =>
    page.evaluate(() => {
      const host = document.querySelector('when-tools-fail');
      const [from, to] = [document.querySelector('#from'), document.querySelector('#to')];
      if (host) (host.parentElement === from ? to : from)?.append(host);
    });
  await move();
  await expect(opener(page)).toHaveCount(1);
  await opener(page).click();
  await expect.poll(() => heard(page)).toHaveLength(1);
  await page.locator('when-tools-fail').evaluate((host) => host.setAttribute('fail', 'none'));
  await expect(told(page)).toContainText('fail=none');
  await move();
  await expect(told(page)).toContainText('fail=none');
  await expect(frames(page)).toHaveCount(1);
  await expect(frames(page)).toHaveCSS('height', '500px');
  await expect(opener(page)).toHaveCount(0);
  await expect.poll(() => heard(page)).toHaveLength(2);
  await tellHost(page, 'step', { step: 1 });
  await expect.poll(() => heard(page)).toHaveLength(3);
  await page.locator('when-tools-fail').evaluate((host) => host.remove());
  await expect(frames(page)).toHaveCount(0);
});

test('two on a page, and the script twice: each for itself', async ({ page }) => {
  await openHost(page, '<when-tools-fail seed="410"></when-tools-fail><when-tools-fail seed="420"></when-tools-fail>', {
    loader: '<script src="embed.js"></script><script src="embed.js"></script>',
  });
  await expect(opener(page)).toHaveCount(2);
  await opener(page).last().click();
  await expect(frames(page)).toHaveCSS('height', '420px');
  await opener(page).click();
  await expect(frames(page)).toHaveCount(2);
  await expect(frames(page).first()).toHaveCSS('height', '410px');
  await expect(frames(page).last()).toHaveCSS('height', '420px');
});

test('load="visible": the frame comes when it is near, without focus or scrolling', async ({ page }) => {
  await openHost(page, '<div style="height: 5000px">Long</div><when-tools-fail load="visible"></when-tools-fail>');
  await expect(opener(page)).toHaveCount(1);
  await page.evaluate(() => scrollTo(0, 4_400));
  await expect(told(page)).toHaveText('?v=1&embed=1');
  expect(await page.evaluate(() => [scrollY, document.activeElement === document.body])).toEqual([4_400, true]);
});

test('many that are asked for at once start one after another, and nobody who presses waits', async ({ page }) => {
  await openHost(page, ELEMENT.repeat(5), { standIn: LATE });
  await askForAll(page);
  await expect(told(page)).toHaveText('?v=1&embed=1');
  await expect(frames(page)).toHaveCount(1);
  await expect(opener(page)).toHaveCount(4);
  await startFrame(page);
  await expect(frames(page)).toHaveCount(2);
  // The one that was second waits for the pressed one too.
  await opener(page).last().click();
  await expect(frames(page)).toHaveCount(3);
  await startFrame(page, 1);
  await expect.poll(() => heard(page)).toHaveLength(2);
  await expect(frames(page)).toHaveCount(3);
  await startFrame(page, 2);
  await expect(frames(page)).toHaveCount(4);
  // One that is taken away is waited for no longer.
  await page.locator('when-tools-fail').nth(2).evaluate((host) => host.remove());
  await expect(opener(page)).toHaveCount(0);
  await expect(frames(page)).toHaveCount(4);
});

test('a frame that never says anything holds the next back for five seconds', async ({ page }) => {
  await page.clock.install();
  await openHost(page, ELEMENT.repeat(2), { standIn: '<!doctype html><title>Gone</title>' });
  await page.clock.pauseAt(Date.now() + 60_000);
  await askForAll(page);
  await page.clock.runFor(4_900);
  await expect(frames(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(frames(page)).toHaveCount(2);
});

test('load="visible": what is scrolled past does not start, and starts when it is seen again', async ({ page }) => {
  const gap = '<div style="height: 3000px"></div>';
  const seen = '<when-tools-fail load="visible"></when-tools-fail>';
  await openHost(page, `${seen}${gap}${seen}${gap}${seen}${gap}`, { standIn: LATE });
  const see = (index: number) => page.locator('when-tools-fail').nth(index).scrollIntoViewIfNeeded();
  await expect(frames(page)).toHaveCount(1);
  for (const index of [1, 2]) {
    await see(index);
    await expect(page.locator('when-tools-fail').nth(index)).toBeInViewport();
  }
  await startFrame(page);
  await expect(frames(page)).toHaveCount(2);
  await expect(page.locator('when-tools-fail').nth(2).locator('iframe')).toHaveCount(1);
  await startFrame(page, 1);
  await expect.poll(() => heard(page)).toHaveLength(2);
  await expect(frames(page)).toHaveCount(2);
  await see(1);
  await expect(frames(page)).toHaveCount(3);
});

test('a script that comes after the element, under a policy that refuses inline styles', async ({ page }) => {
  await page.route('**/strict.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': "default-src 'none'; script-src 'self'; frame-src 'self'; img-src data:" },
      body: `<!doctype html><html lang="en"><title>Strict</title><link rel="icon" href="data:,"><when-tools-fail seed="777"></when-tools-fail><script src="embed.js" defer></script>`,
    }),
  );
  await openHost(page, '');
  await page.goto('strict.html');
  await expect(opener(page)).toHaveCSS('cursor', 'pointer');
  await opener(page).click();
  await expect(frames(page)).toHaveCSS('height', '777px');
  await expect(frames(page)).toHaveCSS('border-top-width', '0px');
});

test('without script the author’s link is there', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  await openHost(page, ELEMENT);
  await expect(page.getByRole('link', { name: 'The figure on a page of its own' })).toBeVisible();
  await context.close();
});
