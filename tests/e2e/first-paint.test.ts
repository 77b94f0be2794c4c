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

for (const width of [1280, 390]) {
  test(`comes alive at ${width} px without a shift, and reads the same before and after`, async ({ page, figure, browser, baseURL }) => {
    const size = { width, height: 720 };
    const still = await browser.newPage({ javaScriptEnabled: false, viewport: size, ...(baseURL === undefined ? {} : { baseURL }) });
    await still.goto('./');
    const before = await still.getByRole('main').innerText();
    await still.close();

    await page.setViewportSize(size);
    const shifts = await watchShifts(page);
    await page.goto('./', { waitUntil: 'networkidle' });
    await figure.shows(expectedOf(DEFAULT_SETTINGS));
    expect(await page.getByRole('main').innerText()).toBe(before);
    // A font that comes after the first paint moves words by a pixel or two, which no metrics can quite prevent:
    // one that moved a line would be ten times this.
    expect((await shifts()).total).toBeLessThan(0.01);
    // Alive: the script answers.
    await figure.button('First step').click();
    await figure.shows(expectedOf(DEFAULT_SETTINGS, 0));
  });
}

test('a click that comes before anything else has loaded is not lost', async ({ page, figure }) => {
  await page.goto('./', { waitUntil: 'commit' });
  await figure.failure('Not there').click();
  await figure.shows(expectedOf(settingsWith(['silence', 'not-there'])));
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
