import type { Frame, Page } from '@playwright/test';
import { clickByScript, type View } from './view.ts';

/** How long one click may wait for its element to hold still, in milliseconds. */
const CLICK_MS = 15_000;

/** @param pointsIntoFrames whether the browser's driver does: Firefox's loses a click in a frame of another site */
export function playwrightView(page: Page, pointsIntoFrames = true): View {
  const inside = (index: number | undefined): Frame => {
    const frame = index === undefined ? page.mainFrame() : page.mainFrame().childFrames()[index];
    if (frame === undefined) throw new Error(`the page has no frame ${String(index)}`);
    return frame;
  };
  const view: View = {
    async open(url) {
      await page.goto(url, { waitUntil: 'commit' });
    },
    evaluate: <A, R>(inPage: (argument: A) => R, argument: A, frame?: number) =>
      // Playwright's own types for this unwrap handles, which are not used here.
      (inside(frame).evaluate as (f: (argument: A) => R, argument: A) => Promise<R>)(inPage, argument),
    async click(selector, frame) {
      if (frame !== undefined && !pointsIntoFrames) return clickByScript(view, selector, frame);
      if (frame !== undefined) {
        await page.locator('iframe').nth(frame).scrollIntoViewIfNeeded({ timeout: CLICK_MS });
        await page.evaluate(drawn);
      }
      await inside(frame).click(selector, { timeout: CLICK_MS });
    },
  };
  return view;
}

/**
 * In the page: what was scrolled to is drawn. Chromium draws no frame of another site that is out of sight, and finds
 * the one under a point by what was drawn last: a click at once after a scroll reaches nobody.
 */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
