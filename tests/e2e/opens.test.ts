import { DEFAULT_SETTINGS } from '../../src/core/figure.ts';
import { expectedOf } from './expected.ts';
import { expect, test } from './figure.ts';

test('opens paused where the ledgers differ and both refund calls have returned', async ({ page, figure }) => {
  await page.goto('./');
  await expect(figure.headline).toHaveText('The retry refunded the order twice. With a guard, once.');
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', /^4\.10 s, step \d+ of \d+\. /);
  await expect(figure.ledgers.unguarded).toContainText('$160.00');
  await expect(figure.ledgers.unguarded).toContainText('refunded twice');
  await expect(figure.ledgers.guarded).toContainText('$80.00');
  await expect(figure.ledgers.guarded).toContainText('refunded once, in this process');
  await expect(figure.button('Play')).toBeVisible();
  await expect(figure.button('Pause')).toHaveCount(0);
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
});

test('takes neither the focus nor the scroll', async ({ page }) => {
  await page.goto('./', { waitUntil: 'networkidle' });
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  expect(await page.evaluate(() => [window.scrollX, window.scrollY])).toEqual([0, 0]);
});

for (const { address, files } of [
  { address: './', files: /^(assets\/[\w.-]+|boot\.js)$/ },
  { address: './?v=1&fail=not-there', files: /^(assets\/[\w.-]+|boot\.js)$/ },
  { address: './when-tools-fail.html?v=1&fail=not-there', files: null },
]) {
  test(`phones nobody, and keeps nothing: ${address}`, async ({ page, context, figure, problems }) => {
    // Also what is written and removed again would be keeping.
    await page.addInitScript(() => {
      const kept: string[] = [];
      Object.assign(window, { kept });
      const tell = (on: object, name: string): void => {
        const native = Reflect.get(on, name) as (...rest: unknown[]) => unknown;
        Reflect.set(on, name, function (this: unknown, ...rest: unknown[]) {
          kept.push(`${name} ${String(rest[0])}`);
          return native.apply(this, rest);
        });
      };
      tell(Storage.prototype, 'setItem');
      tell(IDBFactory.prototype, 'open');
      tell(CacheStorage.prototype, 'open');
      tell(ServiceWorkerContainer.prototype, 'register');
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: (cookie) => kept.push(`cookie ${String(cookie)}`) });
    });
    const asked: string[] = [];
    // A request to another origin, from the worker too, is a problem to every test (figure.ts); a socket is none of its requests.
    page.on('websocket', (socket) => asked.push(socket.url()));
    page.on('request', (request) => {
      const { protocol, pathname } = new URL(request.url());
      // Inside the page itself; the icon is the browser's own business, at its own time.
      if (!/^(blob|data):$/.test(protocol) && pathname !== '/icon.png') asked.push(pathname.slice(1));
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    // What comes when the page is at rest: the engine, the motion, and the builder.
    for (const late of files === null ? [] : ['spawn', 'dom-mini', 'ShareDialog']) {
      await expect.poll(() => asked.filter((path) => path.startsWith(`assets/${late}-`)).length, late).toBe(1);
    }
    const loaded = asked.length;
    expect(asked.slice(1).filter((path) => files?.test(path) !== true)).toEqual([]);

    await figure.failure('Too slow').click();
    await figure.slider('Retries').press('End');
    await figure.choice('Speed', '4×').click();
    await figure.button('First step').click();
    await figure.button('Step forward').click();
    await figure.playhead.press('End');
    await figure.button('First step').click();
    await figure.button('Play').click();
    await figure.button('Pause').click();
    await figure.button('Undo').click();
    await figure.button('Copy the trace').click();
    await figure.button('Words').click();
    await page.keyboard.press('Escape');
    expect(asked.slice(loaded)).toEqual([]);
    // The preview is the page once more, in a frame.
    const own = new URL(page.url()).pathname.slice(1);
    await figure.button('Share or embed').click();
    await expect(page.getByRole('dialog', { name: 'Share or embed this state' })).toBeVisible();
    await expect(page.frameLocator('iframe[title=Preview]').getByRole('heading', { level: 1 })).toBeVisible();
    // At rest: what is on its way when the frame goes would fail at any time after.
    await page.frames().at(-1)?.waitForLoadState('networkidle');
    await page.keyboard.press('Escape');
    expect(asked.slice(loaded).filter((path) => path !== own && files?.test(path) !== true)).toEqual([]);
    // The preview was taken away, perhaps before it was whole.
    problems.splice(0, problems.length, ...problems.filter((problem) => !problem.endsWith('did not load')));

    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate(() => (window as unknown as { kept: string[] }).kept)).toEqual([]);
    const kept = await page.evaluate(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
    expect(kept).toEqual({ local: 0, session: 0, databases: 0, caches: 0, workers: 0 });
  });
}

test('the words panel opens over the page, closes with Escape and gives the focus back', async ({ page, figure }) => {
  await page.goto('./');
  const panel = page.getByRole('dialog', { name: 'Words used here' });
  await expect(panel).toHaveCount(0);
  await figure.button('Words').click();
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('term').filter({ hasText: /^guard$/ })).toBeVisible();
  await expect(panel.getByText('one process', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(figure.button('Words')).toBeFocused();
  await figure.button('Words').click();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
});
