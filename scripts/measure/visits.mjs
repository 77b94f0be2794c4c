// What is handed to `evaluate` runs in the page; in-page.js has put its functions on the window.
/* global clearInterval, document, location, window */
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/** How much slower than this machine: what Lighthouse takes for a phone. */
const SLOWER = 4;
/** How long a page is watched after its load event: everything that it does when idle has begun by then. */
const SETTLE_MS = 3_000;
/** The frames of so long are counted, or of the whole run where it is shorter. */
const PLAY_MS = 5_000;
/** How late the fonts come where the shift is measured: after the first paint, as on a slow network. */
const FONTS_LATE_MS = 1_500;

const stepForward = '[aria-label="Step forward"]';
const timeline = '[aria-label="Timeline"]';

export const wide = { width: 1280, height: 800 };
export const narrow = { width: 390, height: 844 };

/** @param {string} executable a Chromium */
export async function openBrowser(executable) {
  const browser = await chromium.launch({
    executablePath: executable,
    // No GPU on build machines; the others keep the browser from using the network for itself.
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
  });
  return { newPage: (options) => newPage(browser, options), close: () => browser.close() };
}

/** A page with nothing in its cache, on the slowed-down processor. */
async function newPage(browser, { viewport = wide } = {}) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.addInitScript({ path: join(import.meta.dirname, 'in-page.js') });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

async function closing(page, use) {
  try {
    return await use(page);
  } finally {
    await page.context().close();
  }
}

/** @returns milliseconds to the first paint, and those in which tasks were longer than they may be */
export async function load(browser, address) {
  return closing(await browser.newPage(), async (page) => {
    await page.goto(address);
    await page.waitForTimeout(SETTLE_MS);
    return page.evaluate(() => ({
      paintMs: (performance.getEntriesByName('first-contentful-paint')[0] ?? performance.getEntriesByName('first-paint')[0])?.startTime,
      blockingMs: window.measured.blockingMs,
    }));
  });
}

/** @returns milliseconds from the start of the navigation until a click on the step button is seen to work */
export async function respond(browser, address, { button = stepForward, place = timeline } = {}) {
  return closing(await browser.newPage(), async (page) => {
    await page.addInitScript((what) => {
      window.answeredAt = window.firstAnswer(what);
    }, { button, place });
    await page.goto(address);
    return page.evaluate(() => window.answeredAt);
  });
}

/** @returns the layout shift while the page comes, its fonts come late, and it plays */
export async function shift(browser, address, viewport) {
  return closing(await browser.newPage({ viewport }), async (page) => {
    await page.route(/\.woff2$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, FONTS_LATE_MS));
      await route.continue();
    });
    await page.goto(address);
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate(() => document.fonts.ready);
    const coming = await page.evaluate(() => window.measured.shift);
    await press(page, 'First step');
    await press(page, 'Play');
    await page.evaluate((ms) => window.frameGaps(ms), PLAY_MS);
    const whole = await page.evaluate(() => window.measured.shift);
    return { coming, playing: whole - coming };
  });
}

/** @returns milliseconds from each change of a slider to its picture */
export async function slide(browser, address, changes) {
  return closing(await browser.newPage(), async (page) => {
    await page.goto(address);
    // The engine starts when the page is at rest.
    await page.waitForTimeout(SETTLE_MS);
    const took = [];
    for (const { slider, to } of changes) {
      const id = await page.getByRole('slider', { name: slider }).getAttribute('id');
      took.push(await page.evaluate((what) => window.slide(what), { range: `[id="${id}"]`, to, picture: timeline }));
      await page.waitForTimeout(300);
    }
    return took;
  });
}

/** @returns the gaps between frames, in milliseconds, while an empty page moves a box by script */
export async function animateNothing(browser, address) {
  return closing(await browser.newPage(), async (page) => {
    await page.goto(address);
    await page.waitForTimeout(SETTLE_MS);
    return page.evaluate((ms) => window.frameGaps(ms), PLAY_MS);
  });
}

/** @returns the gaps between frames, in milliseconds, while the figure plays from its first step */
export async function play(browser, address, { speed, viewport }) {
  return closing(await browser.newPage({ viewport }), async (page) => {
    await page.goto(`${address}?v=1&speed=${speed}`);
    await page.waitForTimeout(SETTLE_MS);
    await press(page, 'First step');
    await page.waitForTimeout(500);
    await press(page, 'Play');
    return page.evaluate((ms) => window.frameGaps(ms, () => document.querySelector('[aria-label="Pause"]') === null), PLAY_MS);
  });
}

/** By script: a pointer would leave its hover and its tooltip in what is measured. */
function press(page, name) {
  return page.evaluate((label) => document.querySelector(`[aria-label="${label}"]`).click(), name);
}

/** How often a person clicks whom nothing answers. */
const CLICK_EVERY_MS = 100;

/**
 * A page with many figures: what it asked for before any of them, and how it answers while a script asks for all of
 * them at once. The page is clicked from outside, so that a click counts that has to wait to be seen at all.
 *
 * @param {{ figures: number, allowed: RegExp, otherHost?: string }} options `otherHost` has the frames' page from another
 *   site, which gives them a process of their own, as slow as the page's
 * @returns kilobytes and requests before, milliseconds until a button of the page itself is answered, at worst, and
 *   until the last figure is ready
 */
export async function manyEmbeds(browser, address, { figures, allowed, otherHost }) {
  return closing(await browser.newPage(), async (page) => {
    const asked = [];
    let bytes = 0;
    page.on('response', (response) => {
      asked.push(new URL(response.url()).pathname);
      bytes += Number(response.headers()['content-length'] ?? 0);
    });
    await page.goto(address);
    await page.waitForTimeout(SETTLE_MS);
    const before = asked.slice(1).filter((path) => !allowed.test(path) && path !== '/icon.svg').length;
    const kilobytes = bytes / 1000;

    const processes = [];
    page.on('framenavigated', (frame) => processes.push(slowDown(page, frame)));
    const stop = await clickOnAndOn(page, '#own');
    const lastMs = await page.evaluate(allReady, { figures, otherHost });
    stop();
    const own = (await Promise.all(processes)).filter(Boolean).length;
    if (own > 0 !== (otherHost !== undefined)) throw new Error(`${own} of ${figures} frames have a process of their own: this browser is not as others`);
    const worst = await page.evaluate(() => window.measured.slowestAnswerMs);
    return { 'kB before': kilobytes, 'other requests before': before, 'slowest answer, ms': worst, 'the last is ready after, ms': lastMs };
  });
}

/** @returns whether the frame has a process of its own; the page's is slowed down already */
async function slowDown(page, frame) {
  try {
    const session = await page.context().newCDPSession(frame);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    return true;
  } catch {
    return false;
  }
}

/** Does not wait for an answer: a page that gives none is to be measured, and not to slow the clicks down. */
async function clickOnAndOn(page, selector) {
  const { x, y } = await page.locator(selector).boundingBox();
  const session = await page.context().newCDPSession(page);
  const click = () => {
    for (const type of ['mousePressed', 'mouseReleased']) {
      session.send('Input.dispatchMouseEvent', { type, x: x + 2, y: y + 2, button: 'left', clickCount: 1 }).catch(() => undefined);
    }
  };
  const clicking = setInterval(click, CLICK_EVERY_MS);
  return () => clearInterval(clicking);
}

/** In the page. Asks for all figures, and gives the milliseconds until the last of them runs. */
function allReady({ figures, otherHost }) {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let ready = 0;
    document.addEventListener('ready', () => {
      ready += 1;
      if (ready === figures) resolve(performance.now() - startedAt);
    });
    for (const element of document.querySelectorAll('when-tools-fail')) {
      if (otherHost !== undefined) element.setAttribute('src', `http://${otherHost}:${location.port}/index.html`);
      element.shadowRoot.querySelector('button').click();
    }
  });
}
