import type { Page } from '@playwright/test';
import { DEFAULT_SETTINGS } from '../../src/core/figure.ts';
import { en } from '../../src/words/en.ts';
import { expectedOf, linkTo, settingsWith } from './expected.ts';
import { expect, test } from './figure.ts';

/** The sum of all layout shifts, from the first paint on. */
async function watchShifts(page: Page): Promise<() => Promise<{ total: number; sources: string[] }>> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly sources: readonly { readonly node: Node | null }[];
    }
    const shifts = { total: 0, sources: [] as string[] };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        shifts.total += entry.value;
        for (const { node } of entry.sources) shifts.sources.push((node?.textContent ?? '').slice(0, 60));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: { total: number; sources: string[] } }).shifts);
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [1280, 390]) {
    test(`the opening picture is readable at ${width} px, and says what it cannot do`, async ({ page, figure }) => {
      await page.setViewportSize({ width, height: 720 });
      await page.goto('./');
      await figure.shows(expectedOf(DEFAULT_SETTINGS));
      for (const part of [figure.timeline, figure.modelReads, figure.trace]) await expect(part).toBeVisible();
      await expect(figure.timeline.getByRole('img', { name: /^No guard: 2 refunds posted, \$160\.00$/ })).toBeVisible();
      await expect(figure.timeline.getByRole('img', { name: /^Guarded by order: 1 refund posted, \$80\.00$/ })).toBeVisible();
      await expect(page.locator('noscript p')).toBeVisible();
      expect(await page.locator('noscript').innerText()).toBe(en.needsScript);
      await expect(page).toHaveTitle(en.productName);
    });
  }
});

test.describe('where only the first part of the page has come', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [1280, 390]) {
    test(`the headline and the timeline stand at ${width} px where the rest will find them`, async ({ page }) => {
      await page.setViewportSize({ width, height: 720 });
      const places = (): Promise<unknown> =>
        Promise.all(['h1', '#timeline'].map((selector) => page.locator(selector).boundingBox()));

      // The parser closes what is open: what is drawn from half of the markup is what the first frame shows.
      await page.route(/\/$/, async (route) => {
        const response = await route.fetch();
        const [firstPart = ''] = (await response.text()).split('<div class="figure-side"');
        await route.fulfill({ response, body: firstPart });
      });
      await page.goto('./');
      await expect(page.locator('footer')).toHaveCount(0);
      const first = await places();

      await page.unroute(/\/$/);
      await page.goto('./');
      await expect(page.locator('footer')).toHaveCount(1);
      expect(await places()).toEqual(first);
    });
  }
});

/** Keeps the page's script back until it is told to let it come. */
async function holdScript(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/start-[\w-]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

for (const width of [1280, 390]) {
  test(`comes alive at ${width} px without a shift, and reads the same before and after`, async ({ page, figure }) => {
    await page.setViewportSize({ width, height: 720 });
    const shifts = await watchShifts(page);
    const release = await holdScript(page);
    await page.goto('./', { waitUntil: 'commit' });
    // With its styles: the first script runs after them.
    await page.waitForLoadState('domcontentloaded');
    await expect(figure.trace).toBeVisible();
    const before = await page.getByRole('main').innerText();
    release();
    await page.waitForLoadState('networkidle');
    await figure.shows(expectedOf(DEFAULT_SETTINGS));
    expect(await page.getByRole('main').innerText()).toBe(before);
    // A font that comes after the first paint is not swapped in.
    expect(await shifts()).toEqual({ total: 0, sources: [] });
    // Alive: the script answers.
    await figure.button('First step').click();
    await figure.shows(expectedOf(DEFAULT_SETTINGS, 0));
  });
}

test.describe('before the script has come', () => {
  let release: () => void = () => undefined;

  test.beforeEach(async ({ page }) => {
    release = await holdScript(page);
    await page.goto('./', { waitUntil: 'commit' });
  });

  test('what is changed is changed when it comes', async ({ page, figure }) => {
    await figure.failure('Not there').click();
    await figure.choice('Which silence it was', 'Late').click();
    await figure.slider('Retries').fill('3');
    await page.getByRole('combobox', { name: 'Jitter' }).selectOption('full');
    // Nothing answers yet, and no switch shows what is not so.
    await expect(figure.failure('Not there')).not.toBeChecked();
    await expect(figure.choice('Which silence it was', 'Late')).not.toBeChecked();

    release();
    await expect(figure.failure('Not there')).toBeChecked();
    await expect(figure.choice('Which silence it was', 'Late')).toBeChecked();
    await figure.shows(
      expectedOf(
        settingsWith(['silence', 'not-there'], { silence: 'late', jitter: 'full', params: { ...DEFAULT_SETTINGS.params, maxRetries: 3 } }),
      ),
    );
  });

  test('every press of a button counts when it comes', async ({ figure }) => {
    await figure.button('First step').click();
    await figure.button('Step forward').click();
    await figure.button('Step forward').click();
    release();
    await figure.shows(expectedOf(DEFAULT_SETTINGS, 2));
  });

  test('so does every key on a button of the timeline', async ({ page, figure }) => {
    await figure.button('Step back').focus();
    for (const key of ['Home', 'ArrowRight', 'Space', 'PageDown']) await page.keyboard.press(key);
    release();
    await figure.shows(expectedOf(DEFAULT_SETTINGS, 1));
    await expect(figure.button('Step back')).toBeFocused();
  });
});

test.describe('the headline comes first', () => {
  const WHOLE = 'h1, #timeline, .figure-side, .figure-trace, footer';

  /** What has been seen so far, frame by frame. */
  async function watchFrames(page: Page): Promise<() => Promise<string[]>> {
    await page.addInitScript(() => {
      // `frames` is the window's own.
      const drawn: string[] = [];
      Object.assign(window, { drawn });
      const look = (): void => {
        const seen = ['h1', '#timeline', '.figure-side', '.figure-trace', 'footer'].filter((part) => document.querySelector(part)?.checkVisibility());
        if (drawn.at(-1) !== seen.join(', ')) drawn.push(seen.join(', '));
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    return () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn);
  }

  /** Resolves after so many frames. */
  function drawFrames(page: Page, count: number): Promise<void> {
    return page.evaluate(async (wanted) => {
      for (let drawn = 0; drawn < wanted; drawn += 1) await new Promise(requestAnimationFrame);
    }, count);
  }

  test('and all of the rest with the next frame', async ({ page }) => {
    const frames = await watchFrames(page);
    await page.goto('./');
    await expect.poll(frames).toEqual(['h1', WHOLE]);
  });

  test('and nothing else before all of it is parsed, which does not wait for scripts after it', async ({ page }) => {
    // A page of the same origin, into which the figure's comes as over a slow network.
    const frames = await watchFrames(page);
    await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }));
    await page.goto('./empty');
    const html = await page.evaluate(async () => (await fetch('./')).text());
    const middle = html.indexOf('Guarded by order', html.indexOf('id="timeline"'));
    expect(middle).toBeGreaterThan(0);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else hands the parser a part at a time
    const come = (part: string): Promise<void> => page.evaluate((text) => { document.write(text); }, part);
    await come(html.slice(0, middle));
    await expect.poll(frames).toContain('h1');
    await drawFrames(page, 10);
    expect((await frames()).at(-1)).toBe('h1');
    const end = html.indexOf('</footer>');
    await come(html.slice(middle, end));
    await expect.poll(async () => (await frames()).at(-1)).toBe(WHOLE);
    await come(html.slice(end));
    await page.evaluate(() => { document.close(); });
    // A document that is written into is drawn before its styles are there, as no other is.
    const drawn = await frames();
    expect(drawn.slice(drawn.indexOf('h1'))).toEqual(['h1', WHOLE]);
  });

  test('and the rest too where no frame is ever drawn', async ({ page, figure }) => {
    await page.addInitScript(() => {
      window.requestAnimationFrame = () => 0;
    });
    const release = await holdScript(page);
    await page.goto('./', { waitUntil: 'commit' });
    await expect(figure.timeline).toBeVisible();
    release();
  });
});

for (const query of ['v=1&fail=none', 'v=1&at=no-guard.policy.action', 'v=1&over-capture=refused&refund=160', 'fail', '%66ail=none']) {
  test(`never shows the opening picture where a link asks for another: ${query}`, async ({ page, figure }) => {
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const look = (): void => {
        const [headline, playhead] = [document.querySelector('h1'), document.querySelector('[aria-label=Playhead]')];
        // checkVisibility does not look at visibility by itself.
        if (headline !== null && getComputedStyle(headline).visibility === 'visible') {
          seen.add(`${headline.textContent} | ${playhead?.getAttribute('aria-valuetext') ?? ''}`);
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(`./?${query}`);
    await expect(figure.headline).toBeVisible();
    const { headline, playhead } = { headline: await figure.headline.innerText(), playhead: (await figure.text()).playhead ?? '' };
    expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual([`${headline} | ${playhead}`]);
    expect(`${headline} | ${playhead}`).not.toBe(
      `${expectedOf(DEFAULT_SETTINGS).headline} | ${expectedOf(DEFAULT_SETTINGS).playhead}`,
    );
  });
}

test('nothing is seen of a link to another state until its own run is there', async ({ page, figure }) => {
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    Object.assign(window, { held });
    window.Worker = class extends window.Worker {
      override postMessage(message: unknown): void {
        held.push(() => super.postMessage(message));
      }
    };
  });
  const settings = settingsWith(['not-there']);
  await page.goto(linkTo(settings));
  await expect.poll(() => page.evaluate(() => (window as unknown as { held: unknown[] }).held.length)).toBe(1);
  await expect(figure.headline).toHaveCount(0);
  await page.evaluate(() => (window as unknown as { held: (() => void)[] }).held[0]?.());
  await figure.shows(expectedOf(settings));
});
