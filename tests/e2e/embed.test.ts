import type { Page } from '@playwright/test';
import { DEFAULT_SETTINGS } from '../../src/core/figure.ts';
import { DEFAULT_FRAME, type Frame } from '../../src/store/frame.ts';
import { expectedOf, linkTo, runOf, settingsWith } from './expected.ts';
import { expect, Figure, test } from './figure.ts';

const embedded = (frame: Partial<Frame> = {}): Frame => ({ ...DEFAULT_FRAME, embed: '1', ...frame });
const framed = (frame: Partial<Frame> = {}, settings = DEFAULT_SETTINGS): string => linkTo(settings, { frame: embedded(frame) });

/** A page around the frame that keeps what it hears. */
async function host(page: Page, baseURL: string | undefined, link: string, attributes = ''): Promise<Figure> {
  const address = new URL(link, baseURL).href;
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Host</title><link rel="icon" href="./icon.svg"><style>body { background: rgb(1, 2, 3) }</style>
        <script>heard = []; addEventListener('message', ({ data, source }) => heard.push([source === frames[0], data]))</script>
        <p style="height: 900px">Above</p><button>Mine</button>
        <iframe title="Figure" src="${address.replaceAll('&', '&amp;')}" width="700" height="500" style="border: 0" ${attributes}></iframe><button>After</button>`,
    }),
  );
  await page.goto('./host.html');
  return new Figure(page.frameLocator('iframe[title=Figure]'));
}

type Heard = readonly (readonly [boolean, { readonly type?: string; readonly subject?: string } & Record<string, unknown>])[];
const heard = (page: Page): Promise<Heard> => page.evaluate(() => (window as unknown as { heard: Heard }).heard);
const told = async (page: Page, type: string) => (await heard(page)).map(([, data]) => data).filter((data) => data.type === `when-tools-fail/${type}`);

/** `type` without the prefix. */
async function say(page: Page, type: string, rest: object = {}): Promise<void> {
  await page.evaluate((message) => {
    window.frames[0]?.postMessage(message, '*');
  }, { type: `when-tools-fail/${type}`, v: 1, ...rest });
}

test('an embed is the figure alone, on the ground of its host, and leads to the whole', async ({ page, figure, baseURL }) => {
  const settings = settingsWith(['not-there', 'silence']);
  await page.goto(framed({ theme: 'dark' }, settings));
  await figure.shows(expectedOf(settings));
  await expect(page.getByRole('banner')).toHaveCount(0);
  expect(await page.evaluate(() => [getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.documentElement).colorScheme])).toEqual([
    'rgba(0, 0, 0, 0)',
    'dark',
  ]);
  const full = page.getByRole('link', { name: 'Open the full figure' });
  await expect(full).toHaveAttribute('href', linkTo(settings, { frame: { ...DEFAULT_FRAME, theme: 'dark' } }));
  const [opened] = await Promise.all([page.waitForEvent('popup'), full.click()]);
  await opened.waitForLoadState();
  expect(opened.url()).toBe(new URL(linkTo(settings, { frame: { ...DEFAULT_FRAME, theme: 'dark' } }), baseURL).href);
});

test('where new windows are refused the address stands selected', async ({ page, baseURL, problems }) => {
  const figure = await host(page, baseURL, framed(), 'sandbox="allow-scripts allow-same-origin"');
  await figure.within.getByRole('link', { name: 'Open the full figure' }).click();
  const field = figure.within.getByRole('textbox', { name: /New windows are refused here/ });
  await expect(field).toHaveValue(new URL('./', baseURL).href);
  await expect.poll(() => field.evaluate((element: HTMLTextAreaElement) => element.value.slice(element.selectionStart, element.selectionEnd))).toBe(
    new URL('./', baseURL).href,
  );
  expect(problems.splice(0)).toEqual([expect.stringContaining('can escape its sandboxing'), expect.stringContaining('Blocked opening')]);
});

test('full screen and back: on a ground of its own, and the host is told no other height', async ({ page, baseURL }) => {
  const figure = await host(page, baseURL, framed(), 'allow="fullscreen"');
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
  await say(page, 'hello', { id: 'mine', events: [] });
  await expect.poll(() => told(page, 'height')).toHaveLength(1);
  const root = figure.within.locator(':root');
  await expect(root).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await figure.button('Full screen').click();
  await expect(figure.button('Leave full screen')).toBeVisible();
  expect(await root.evaluate((element) => [element.matches(':fullscreen'), innerWidth > 700])).toEqual([true, true]);
  await expect(root).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await figure.button('Step back').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS, 12));
  await figure.button('Leave full screen').click();
  await expect(figure.button('Full screen')).toBeVisible();
  await expect.poll(() => root.evaluate(() => innerWidth)).toBe(700);
  await figure.shows(expectedOf(DEFAULT_SETTINGS, 12));
  expect(await told(page, 'height')).toHaveLength(1);
});

test('full screen that a host does not allow has no button; where it fails a tab opens, or the address stands selected', async ({ page, baseURL, problems }) => {
  const settings = settingsWith(['not-there']);
  const figure = await host(page, baseURL, framed({}, settings), `allow="fullscreen 'none'"`);
  await figure.shows(expectedOf(settings));
  await expect(figure.within.getByRole('link', { name: 'Open the full figure' })).toBeVisible();
  await expect(figure.button('Full screen')).toHaveCount(0);

  await page.unroute('**/host.html');
  await host(page, baseURL, framed({ hide: ['link'] }, settings), 'allow="fullscreen"');
  await expect(figure.button('Words')).toBeVisible();
  await expect(figure.button('Full screen')).toHaveCount(0);

  await page.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'));
  });
  await page.unroute('**/host.html');
  await host(page, baseURL, framed({}, settings), 'allow="fullscreen"');
  const address = new URL(linkTo(settings), baseURL).href;
  const [opened] = await Promise.all([page.waitForEvent('popup'), figure.button('Full screen').click()]);
  await opened.waitForLoadState();
  expect(opened.url()).toBe(address);

  await page.unroute('**/host.html');
  await host(page, baseURL, framed({}, settings), 'allow="fullscreen" sandbox="allow-scripts allow-same-origin"');
  await figure.button('Full screen').click();
  await expect(figure.within.getByRole('textbox', { name: /New windows are refused here/ })).toHaveValue(address);
  expect(problems.splice(0)).toEqual([expect.stringContaining('can escape its sandboxing'), expect.stringContaining('Blocked opening')]);
});

test('parts are left out one by one, and the rest stays whole', async ({ page, figure }) => {
  const parts = {
    headline: figure.headline,
    controls: figure.button('Step forward'),
    speed: page.getByRole('group', { name: 'Speed' }),
    switches: figure.failure('Too slow'),
    policy: figure.slider('Retries'),
    ledgers: figure.ledgers.guarded,
    model: figure.modelReads,
    trace: figure.trace,
    words: figure.button('Words'),
    undo: figure.button('Undo'),
    link: page.getByRole('link', { name: 'Open the full figure' }),
  } as const;
  await page.goto(framed());
  for (const part of Object.values(parts)) await expect(part).toBeVisible();
  const names = Object.keys(parts) as (keyof typeof parts)[];
  // Two halves, so that each is seen beside those that stay.
  for (const hide of [names.filter((_, index) => index % 2 === 0), names.filter((_, index) => index % 2 === 1)]) {
    await page.goto(framed({ hide }));
    await expect(figure.timeline).toBeVisible();
    for (const name of names) {
      const gone = hide.includes(name) || (name === 'speed' && hide.includes('controls'));
      await expect(parts[name], name).toHaveCount(gone ? 0 : 1);
    }
  }
});

test('what is locked shows its value and does not move', async ({ page, figure }) => {
  await page.goto(framed({ lock: ['switches', 'jitter', 'retries'] }));
  await expect(figure.failure('Too slow')).toBeDisabled();
  await expect(figure.failure('Posted, then silence')).toBeChecked();
  await expect(figure.choice('Which silence it was', 'Late')).toBeDisabled();
  await expect(figure.slider('Retries')).toBeDisabled();
  await expect(page.getByRole('combobox', { name: 'Jitter' })).toBeDisabled();
  await expect(figure.slider('First backoff')).toBeEnabled();
  await figure.button('Step back').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS, 12));

  await page.goto(framed({ lock: ['controls', 'policy'] }));
  await expect(figure.playhead).toBeDisabled();
  await figure.button('Step back').click({ force: true });
  await figure.timeline.getByRole('img').first().click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
  await expect(figure.slider('First backoff')).toBeDisabled();
  await figure.failure('Not there').click();
  await figure.shows(expectedOf(settingsWith(['silence', 'not-there'])));
});

test('keys=off leaves the keys to the page; motion=off moves nothing; reset leads back to what the author chose', async ({ page, figure }) => {
  const settings = settingsWith(['not-there']);
  await page.goto(framed({ keys: 'off', motion: 'off' }, settings));
  await figure.button('Last step').focus();
  await page.keyboard.press('Home');
  await figure.shows(expectedOf(settings));
  await figure.button('First step').click();
  await figure.button('Step forward').click();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await figure.failure('Too slow').click();
  await page.keyboard.press('Control+z');
  await expect(figure.failure('Too slow')).toBeChecked();
  await figure.button('Play').click();
  await expect(figure.button('Pause')).toBeVisible();
  await figure.button('Reset').click();
  await figure.shows(expectedOf(settings));
  await expect(figure.button('Play')).toBeVisible();
});

test('one lane by itself has a headline, a ledger and a trace of its own', async ({ page, figure }) => {
  for (const [lanes, headline] of [
    ['no-guard', 'Without a guard, the order was refunded twice.'],
    ['guarded', 'With a guard, the order was refunded once.'],
  ] as const) {
    await page.goto(framed({}, { ...DEFAULT_SETTINGS, lanes }));
    await expect(figure.headline).toHaveText(headline);
    await expect(page.getByRole('region', { name: /^Ledger/ })).toHaveCount(1);
    await expect(figure.timeline.getByRole('img')).toHaveCount(1);
  }
});

test('a host that does not ask is told nothing, and keeps its focus and scroll', async ({ page, baseURL }) => {
  const figure = await host(page, baseURL, framed());
  await figure.button('First step').click();
  await figure.failure('Too slow').click();
  await figure.shows(expectedOf(settingsWith(['silence', 'too-slow']), 0));
  expect(await heard(page)).toEqual([]);
  await page.goto('about:blank');
  await page.goto('./host.html');
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
  expect(await page.evaluate(() => [document.activeElement?.tagName, window.scrollY])).toEqual(['BODY', 0]);
});

test('a host that says hello is told the height, and the events that it asked for', async ({ page, baseURL }) => {
  const figure = await host(page, baseURL, framed());
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
  await say(page, 'hello', { id: 'mine', events: ['step', 'outcome'] });
  await expect.poll(() => told(page, 'height')).toHaveLength(1);
  const content = await page.frames()[1]?.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
  expect(await told(page, 'height')).toEqual([{ type: 'when-tools-fail/height', v: 1, id: 'mine', height: content }]);
  expect(await told(page, 'ready')).toEqual([{ type: 'when-tools-fail/ready', v: 1, id: 'mine' }]);

  const { steps, trace } = runOf(DEFAULT_SETTINGS);
  await say(page, 'step', { to: 'first' });
  for (let index = 1; index < steps.length; index += 1) await say(page, 'step', { to: 'forward' });
  await expect.poll(async () => (await told(page, 'step')).length).toBe(steps.length);
  expect((await told(page, 'step')).at(-1)).toMatchObject({ id: 'mine', step: { index: steps.length - 1, of: steps.length, atMs: steps.at(-1)?.at } });
  const observed = trace.lanes.flatMap(({ events }) => events).filter(({ kind }) => kind === 'observation');
  expect(await told(page, 'outcome')).toHaveLength(observed.length);
  // Stepping changed no height.
  expect(await told(page, 'height')).toHaveLength(1);

  await say(page, 'step', { to: { event: 'no-guard.refund.1.outcome' } });
  await expect.poll(async () => (await told(page, 'step')).at(-1)).toMatchObject({ step: { event: 'no-guard.refund.1.outcome' } });
});

test('the height is that of the content, whatever height the host gives the frame', async ({ page, baseURL }) => {
  const figure = await host(page, baseURL, framed());
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
  for (const [index, height] of [500, 100, 2_000, 20_000].entries()) {
    await page.locator('iframe').evaluate((frame, px) => frame.setAttribute('height', String(px)), height);
    await expect.poll(() => figure.within.locator(':root').evaluate(() => innerHeight)).toBe(height);
    await say(page, 'hello', { id: 'mine', events: [] });
    await expect.poll(() => told(page, 'height')).toHaveLength(index + 1);
  }
  expect(new Set((await told(page, 'height')).map(({ height }) => height)).size).toBe(1);
});

test('Tab leaves the frame, and a knob that is let go outside of it is let go', async ({ page, baseURL }) => {
  const figure = await host(page, baseURL, framed());
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
  await figure.within.getByRole('link', { name: 'Open the full figure' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'After' })).toBeFocused();

  await figure.button('First step').click();
  await figure.playhead.scrollIntoViewIfNeeded();
  const box = await figure.playhead.boundingBox();
  if (box === null) throw new Error('the playhead is not shown');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 8, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, y, { steps: 4 });
  await expect(figure.playhead).not.toHaveValue('0');
  await page.mouse.move(900, 10, { steps: 4 });
  await page.mouse.up();
  const letGo = await figure.playhead.inputValue();
  await page.mouse.move(box.x + box.width / 4, y, { steps: 4 });
  await figure.button('Step forward').focus();
  expect(await figure.playhead.inputValue()).toBe(letGo);
});

test('a host loads states, chooses the theme and resets; an embed stays one', async ({ page, baseURL }) => {
  const figure = await host(page, baseURL, framed({}, settingsWith(['too-slow'])));
  await figure.shows(expectedOf(settingsWith(['too-slow'])));
  for (const query of ['fail=none', 'fail=not-there', 'fail=silence&retries=0']) await say(page, 'load', { query });
  const settings = settingsWith(['silence'], { params: { ...DEFAULT_SETTINGS.params, maxRetries: 0 } });
  await figure.shows(expectedOf(settings));
  await expect(figure.within.getByRole('banner')).toHaveCount(0);
  await say(page, 'theme', { theme: 'projector' });
  await expect(figure.within.locator('html')).toHaveAttribute('data-theme', 'projector');
  await figure.failure('Not there').click();
  await say(page, 'reset');
  await figure.shows(expectedOf(settings));
  await say(page, 'load', { query: 'retries=lots' });
  await expect(figure.within.getByText('In the link, retries is “lots”')).toBeVisible();
});

test('a hostile host changes nothing: flood, garbage, prototypes, ten million characters, other windows', async ({ page, baseURL }) => {
  const figure = await host(page, baseURL, framed());
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.evaluate(() => {
    const frame = window.frames[0];
    const long = 'x'.repeat(10_000_000);
    const prefix = 'when-tools-fail/';
    for (const data of [
      null, 7, long, [], { type: long, v: 1 }, { type: `${prefix}load`, v: 1, query: long }, { type: `${prefix}hello`, v: 1, id: long },
      JSON.parse('{"__proto__": {"type": "when-tools-fail/reset", "v": 1}, "constructor": 1}'), { type: `${prefix}theme`, v: 1, theme: '__proto__' },
      { type: `${prefix}step`, v: '1', to: 'first' }, new Map([[1, 2]]), new ArrayBuffer(8),
    ]) frame?.postMessage(data, '*');
    for (let i = 0; i < 20_000; i += 1) frame?.postMessage({ type: `${prefix}step`, v: 2, to: 'first' }, '*');
    // A window that is not the one around the frame.
    const other = document.createElement('iframe');
    document.body.append(other);
    const script = document.createElement('script');
    script.text = "parent.frames[0].postMessage({ type: 'when-tools-fail/step', v: 1, to: 'first' }, '*')";
    other.contentDocument?.body.append(script);
  });
  await figure.button('Step forward').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS, 14));
  expect(await heard(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test('Canvas and H5P are told the height in their own words', async ({ page, baseURL }) => {
  const figure = await host(page, baseURL, framed({ embed: 'canvas' }));
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
  await expect.poll(async () => (await heard(page)).map(([, data]) => data['subject'])).toEqual(['lti.frameResize']);
  const height = (await heard(page))[0]?.[1]['height'];
  expect(height).toBeGreaterThan(500);
  await page.evaluate(() => window.frames[0]?.postMessage({ context: 'h5p', action: 'ready' }, '*'));
  await expect.poll(async () => (await heard(page)).at(-1)?.[1]).toEqual({ context: 'h5p', action: 'hello' });
  await page.evaluate(() => window.frames[0]?.postMessage({ context: 'h5p', action: 'hello' }, '*'));
  await expect.poll(async () => (await heard(page)).at(-1)?.[1]).toEqual({ context: 'h5p', action: 'prepareResize' });
  await page.evaluate(() => window.frames[0]?.postMessage({ context: 'h5p', action: 'resizePrepared' }, '*'));
  await expect.poll(async () => (await heard(page)).at(-1)?.[1]).toEqual({ context: 'h5p', action: 'resize', scrollHeight: height });
});

for (const width of [700, 390, 320]) {
  test(`an embed of ${width} px keeps its height while stepping, and nothing sticks out`, async ({ page, figure }) => {
    await page.setViewportSize({ width, height: 500 });
    await page.goto(framed());
    await figure.shows(expectedOf(DEFAULT_SETTINGS));
    const size = () => page.evaluate(() => [document.body.getBoundingClientRect().height, document.documentElement.scrollWidth]);
    const [height] = await size();
    await figure.button('First step').click();
    for (let index = 1; index < runOf(DEFAULT_SETTINGS).steps.length; index += 1) {
      await figure.button('Step forward').click();
      expect(await size()).toEqual([height, width]);
    }
  });
}
