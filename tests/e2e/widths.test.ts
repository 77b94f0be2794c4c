import type { Page } from '@playwright/test';
import { DEFAULT_SETTINGS, SWITCHES } from '../../src/core/figure.ts';
import { linkTo, settingsWith } from './expected.ts';
import { expect, Figure, test } from './figure.ts';

const EVERY = settingsWith(SWITCHES.map(({ id }) => id));

/** Text that sticks out of the page or of the control that holds it. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page scrolls sideways: ${scrollWidth} in ${clientWidth}`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const holder = text.parentElement;
      if (holder === null || (text.textContent ?? '').trim() === '' || !holder.checkVisibility({ visibilityProperty: true })) continue;
      // Lanes choose the wording that fits, and cut the last one; the others are for ears only.
      if (holder.closest('[role=img], .sr-only, noscript, option, script, dialog:not([open])') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const { left, right, width } of range.getClientRects()) {
        if (width > 0 && (left < -0.5 || right > clientWidth + 0.5)) found.push(`“${text.textContent ?? ''}” leaves the page`);
      }
    }
    for (const control of document.querySelectorAll<HTMLElement>('button, label, select, [role=status]')) {
      if (control.closest('.sr-only') !== null || !control.checkVisibility()) continue;
      if (control.scrollWidth > control.clientWidth + 1 && getComputedStyle(control).display !== 'inline') {
        found.push(`“${control.textContent}” is cut: ${control.scrollWidth} in ${control.clientWidth}`);
      }
    }
    return [...new Set(found)];
  });
}

for (const [name, link] of [
  ['the opening state', './'],
  ['every switch on', linkTo(EVERY)],
  ['notices', './?retries=abc&silnce=late&fail=silence,not-a-failure-that-anyone-knows-of&at=nonsense'],
] as const) {
  test(`${name}: nothing sticks out from 320 to 1920 px`, async ({ page, figure }) => {
    await page.goto(link);
    await expect(figure.headline).toBeVisible();
    for (const width of [320, 390, 700, 768, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 720 });
      expect(await overflowing(page), `at ${width} px`).toEqual([]);
    }
  });
}

test('in the dark and in forced colours it has the same places', async ({ page, figure }) => {
  await page.goto('./');
  const places = async () => {
    const boxes = [];
    for (const part of [figure.headline, figure.timeline, figure.ledgers.unguarded, figure.ledgers.guarded, figure.trace]) {
      boxes.push(await part.boundingBox());
    }
    return boxes;
  };
  const colours = () => page.evaluate(() => [getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor]);
  const light = await places();
  const inLight = await colours();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await places()).toEqual(light);
  expect(await colours()).not.toEqual(inLight);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  expect(await places()).toEqual(light);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('what is read first stands first: headline, timeline, switches, ledgers, what the model reads, trace', async ({ page, figure }) => {
    await page.goto('./');
    const tops: number[] = [];
    for (const part of [
      figure.headline,
      figure.timeline,
      figure.failure('Temporary error'),
      figure.slider('Retries'),
      figure.ledgers.unguarded,
      figure.ledgers.guarded,
      figure.modelReads,
      figure.trace,
    ]) {
      tops.push((await part.boundingBox())?.y ?? NaN);
    }
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
  });

  test('both totals are in sight at once, and stay so while the switches are used', async ({ page, figure }) => {
    await page.goto('./');
    for (const total of ['$160.00', '$80.00']) expect(await inSight(page, total), total).toBe(true);
    for (const { id } of SWITCHES) {
      const name = { 'temporary-error': 'Temporary error', 'no-such-tool': 'No such tool', silence: 'Posted, then silence' }[id as string];
      if (name === undefined) continue;
      await figure.failure(name).scrollIntoViewIfNeeded();
      for (const total of ['$160.00', '$80.00']) expect(await inSight(page, total), `${total} beside ${name}`).toBe(true);
    }
    // They are the run's: without retries nothing is refunded twice.
    await figure.slider('Retries').scrollIntoViewIfNeeded();
    await figure.slider('Retries').press('Home');
    await expect.poll(() => inSight(page, '$160.00')).toBe(false);
    expect(await inSight(page, '$80.00')).toBe(true);
  });

  test('what has the focus is not covered by the pinned totals', async ({ page, figure }) => {
    await page.goto('./');
    await figure.button('Copy the trace').focus();
    const covered: string[] = [];
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Shift+Tab');
      const hidden = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return null;
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (met !== null && (element.contains(met) || met.contains(element) || met.closest('label') !== null)) return null;
        return element.getAttribute('aria-label') ?? (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null) ?? element.tagName;
      });
      if (hidden !== null) covered.push(hidden);
    }
    expect(covered).toEqual([]);
  });

  test('a finger meets at least 44 px', async ({ page, figure }) => {
    await page.goto('./?v=1&retries=3&foo=bar');
    await expect(figure.button('Dismiss')).toBeVisible();
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    expect(await smallTargets(page, 44)).toEqual([]);
  });

  test('a finger that scrolls the page may start on a slider', async ({ page }) => {
    await page.goto('./');
    const sliders = await page.getByRole('slider').all();
    expect(sliders.length).toBeGreaterThan(5);
    for (const slider of sliders) await expect(slider).toHaveCSS('touch-action', 'pan-y');
  });

  test('a tap on the row of a switch flips it, and one on the lane moves the playhead', async ({ page, figure }) => {
    await page.goto('./');
    // The whole row is the switch's label, so that its words may be met as well.
    const row = page.getByText('404, and will stay so');
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = await row.boundingBox();
    if (box === null) throw new Error('the row is not shown');
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await expect(figure.failure('Not there')).toBeChecked();
    const before = await figure.playhead.getAttribute('aria-valuetext');
    await figure.timeline.getByRole('img', { name: /^No guard/ }).tap();
    await expect(figure.playhead).not.toHaveAttribute('aria-valuetext', before ?? '');
  });
});

test('a mouse meets at least 24 px', async ({ page, figure }) => {
  await page.goto('./');
  await expect(figure.headline).toBeVisible();
  expect(await smallTargets(page, 24)).toEqual([]);
});

test('in a frame of 700 × 500 both totals and verdicts are in sight, and the host keeps focus and scroll', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>A lesson</title><link rel="icon" href="./icon.svg">
        <label>Answer <input id="answer"></label><div style="height: 300px"></div>
        <iframe src="./" title="When Tools Fail" width="700" height="500" style="border: 0; display: block"></iframe>
        <div style="height: 2000px"></div>
        <script>answer.focus(); scrollTo(0, 250)</script>`,
    }),
  );
  await page.goto(`${baseURL ?? ''}host.html`, { waitUntil: 'networkidle' });
  const figure = new Figure(page.frameLocator('iframe'));
  await expect(figure.button('Play')).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: 'Answer' })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(250);

  for (const [lane, ...texts] of [
    ['No guard', '$160.00', 'refunded twice'],
    ['Guarded by order', '$80.00', 'refunded once, in this process'],
  ] as const) {
    const heading = figure.timeline.getByRole('heading', { name: lane, exact: true }).locator('..');
    for (const text of texts) await expect(heading.getByText(text, { exact: true }), text).toBeInViewport({ ratio: 1 });
  }
  const frame = page.frames().find((each) => each !== page.mainFrame());
  expect(await frame?.evaluate(() => [window.scrollX, window.scrollY, document.documentElement.scrollWidth])).toEqual([0, 0, 700]);

  await figure.button('Step back').click();
  await expect(figure.playhead).not.toHaveAttribute('aria-valuetext', /^4\.10 s/);
  expect(await page.evaluate(() => [window.scrollY, history.length])).toEqual([250, 2]);
});

/** Whether the text is anywhere in the viewport, and nothing covers it. */
function inSight(page: Page, text: string): Promise<boolean> {
  return page.getByText(text, { exact: true }).evaluateAll((elements) =>
    elements.some((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (right === left || !element.checkVisibility({ visibilityProperty: true })) return false;
      const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return met !== null && (element.contains(met) || met.contains(element));
    }),
  );
}

/** Controls whose reach, around their own middle, is less than `least` pixels high or wide. */
function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate((size) => {
    const small: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href]')) {
      if (control.closest('dialog:not([open])') !== null || !control.checkVisibility()) continue;
      const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
      const isIts = (x: number, y: number): boolean => {
        const met = document.elementFromPoint(x, y);
        return met !== null && (control.contains(met) || (label !== undefined && met.closest('label') === label));
      };
      // From the middle of the control, or of its label: one of both has to be large enough.
      const reaches = [control, ...(label === undefined ? [] : [label])].map((target) => {
        target.scrollIntoView({ block: 'center' });
        const { left, right, top, bottom } = target.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const reach = (dx: number, dy: number): number => {
          let far = 0;
          while (far < size && isIts(x + dx * (far + 0.5), y + dy * (far + 0.5))) far += 0.5;
          return far;
        };
        return { wide: reach(1, 0) + reach(-1, 0), high: reach(0, 1) + reach(0, -1) };
      });
      // The measure goes by half pixels, on both sides.
      if (reaches.some(({ wide, high }) => wide >= size - 1 && high >= size - 1)) continue;
      const name = control.getAttribute('aria-label') ?? label?.textContent ?? control.textContent;
      small.push(`${name}: ${reaches.map(({ wide, high }) => `${wide} × ${high}`).join(' or ')}`);
    }
    window.scrollTo(0, 0);
    return small;
  }, least);
}

test('the playhead and the sliders are as wide as their lane and their column', async ({ page, figure }) => {
  await page.goto(linkTo(DEFAULT_SETTINGS));
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 720 });
    const box = await figure.playhead.boundingBox();
    expect(box?.width).toBeGreaterThan(width === 320 ? 200 : 300);
  }
});
