import type { Page } from '@playwright/test';
import { expectedOf, linkTo, settingsWith } from './expected.ts';
import { expect, test, type Figure } from './figure.ts';

const SAID = /worker was refused/;

/** Everything that crosses to the worker and back is noted; `held` keeps what comes back until it is released. */
async function watchWorker(page: Page, held: boolean): Promise<void> {
  await page.addInitScript((hold) => {
    const posted: unknown[] = [];
    const waiting: (() => void)[] = [];
    const Native = window.Worker;
    class Watched extends Native {
      constructor(...rest: ConstructorParameters<typeof Worker>) {
        super(...rest);
        // Registered before the page's own listener, so that it decides what that one hears.
        this.addEventListener('message', (event) => {
          const reply = event.data as { kind: string };
          posted.push(reply);
          if (!hold || reply.kind !== 'simulated' || !event.isTrusted) return;
          event.stopImmediatePropagation();
          waiting.push(() => this.dispatchEvent(new MessageEvent('message', { data: reply })));
        });
      }
      override postMessage(message: unknown): void {
        posted.push(message);
        super.postMessage(message);
      }
    }
    window.Worker = Watched;
    Object.assign(window, { posted, waiting });
  }, held);
}

const kindsPosted = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { posted: { kind: string }[] }).posted.map(({ kind }) => kind));

const waitingReplies = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { waiting: unknown[] }).waiting.length);

async function changesAndShows(figure: Figure): Promise<void> {
  await figure.failure('Nothing found').click();
  await figure.shows(expectedOf(settingsWith(['silence', 'nothing-found'])));
  await figure.slider('Retries').press('Home');
  await figure.shows(expectedOf(settingsWith(['silence', 'nothing-found'], { params: { maxRetries: 0 } })));
}

test('the engine runs in a worker, and not on the page', async ({ page, figure }) => {
  await watchWorker(page, false);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const started = page.waitForEvent('worker');
  await page.goto('./');
  const worker = await started;
  expect(worker.url()).toMatch(/^blob:/);
  const loaded = scripts.length;
  await changesAndShows(figure);
  expect(page.workers()).toHaveLength(1);
  const kinds = await kindsPosted(page);
  // What was asked before the handshake waits for it.
  expect(kinds.indexOf('ready')).toBeGreaterThanOrEqual(0);
  expect(kinds.indexOf('ready')).toBeLessThan(kinds.indexOf('simulated'));
  expect(kinds.filter((kind) => kind === 'simulate')).toHaveLength(2);
  expect(kinds.filter((kind) => kind === 'simulated')).toHaveLength(2);
  // The engine of the main thread is not even asked for, but for what loads after the first paint.
  expect(scripts.slice(loaded).filter((url) => url.includes('engine'))).toEqual([]);
  await expect(page.getByText(SAID)).toHaveCount(0);
});

test('a reply to what was asked before does not win', async ({ page, figure }) => {
  await watchWorker(page, true);
  await page.goto('./');
  await figure.failure('Not there').click();
  await expect.poll(() => waitingReplies(page)).toBe(1);
  await figure.failure('Nothing found').click();
  await expect.poll(() => waitingReplies(page)).toBe(2);
  const both = expectedOf(settingsWith(['silence', 'not-there', 'nothing-found']));
  const release = (index: number) => page.evaluate((at) => (window as unknown as { waiting: (() => void)[] }).waiting[at]?.(), index);
  await release(0);
  await release(1);
  await figure.shows(both);
  // Late, a second time, and of a run that was never asked for.
  await release(0);
  await release(1);
  await figure.shows(both);
});

test('a worker whose constructor throws: the page works, and says it quietly', async ({ page, figure }) => {
  await page.addInitScript(() => {
    window.Worker = new Proxy(window.Worker, {
      construct() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  await page.goto('./');
  await changesAndShows(figure);
  await expect(page.getByRole('contentinfo').getByText(SAID)).toBeVisible();
  await expect(page.getByRole('main').getByText(SAID)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
});

test('a content policy that forbids workers: the page works, from a link to another state too', async ({ page, figure, problems }) => {
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': "worker-src 'none'" } });
    },
  );
  const settings = settingsWith(['not-there']);
  await page.goto(linkTo(settings));
  await figure.shows(expectedOf(settings));
  await figure.failure('Not there').click();
  await figure.shows(expectedOf(settingsWith([])));
  await expect(page.getByRole('contentinfo').getByText(SAID)).toBeVisible();
  expect(problems.every((problem) => /Content Security Policy/.test(problem))).toBe(true);
  problems.length = 0;
});

test('a worker that never answers: the page is seen, and works after a while', async ({ page, figure }) => {
  await page.addInitScript(() => {
    window.Worker = class extends EventTarget {
      postMessage(): void {}
      terminate(): void {}
    } as unknown as typeof Worker;
  });
  const settings = settingsWith(['not-there']);
  await page.goto(linkTo(settings));
  await figure.shows(expectedOf(settings));
  await expect(page.getByRole('contentinfo').getByText(SAID)).toBeVisible();
  await figure.failure('Nothing found').click();
  await figure.shows(expectedOf(settingsWith(['not-there', 'nothing-found'])));
});

test('a worker that dies is replaced, and nothing that was asked is lost', async ({ page, figure }) => {
  await page.addInitScript(() => {
    const Native = window.Worker;
    let first = true;
    window.Worker = class extends Native {
      readonly #dies = first;
      constructor(...rest: ConstructorParameters<typeof Worker>) {
        super(...rest);
        first = false;
      }
      override postMessage(message: unknown): void {
        if (this.#dies) this.dispatchEvent(new Event('error'));
        else super.postMessage(message);
      }
    };
  });
  const started = page.waitForEvent('worker');
  await page.goto('./');
  await started;
  await changesAndShows(figure);
});
