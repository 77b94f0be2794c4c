import type { Page } from '@playwright/test';
import { SWITCHES } from '../../src/core/figure.ts';
import { linkTo, settingsWith } from './expected.ts';
import { expect, test, type Figure } from './figure.ts';
import { violations } from './violations.ts';

const EVERY = linkTo(settingsWith(SWITCHES.map(({ id }) => id)));

interface State {
  readonly name: string;
  readonly link: string;
  readonly media?: Parameters<Page['emulateMedia']>[0];
  readonly size?: { readonly width: number; readonly height: number };
  readonly arrange?: (page: Page, figure: Figure) => Promise<void>;
}

async function copied(page: Page, figure: Figure): Promise<void> {
  await page.context().grantPermissions(['clipboard-write']);
  await figure.button('Last step').click();
  await figure.button('Copy the trace').click();
  await expect(figure.trace.getByText('Copied')).toBeVisible();
}

const STATES: readonly State[] = [
  { name: 'light', link: './' },
  { name: 'dark, every switch on, the trace copied, on the last step', link: EVERY, media: { colorScheme: 'dark' }, arrange: copied },
  { name: 'forced colours', link: './', media: { forcedColors: 'active' } },
  { name: 'a phone, every switch on', link: EVERY, size: { width: 390, height: 844 } },
  {
    name: 'the builder, and the projector theme behind it',
    link: './?v=1&theme=projector',
    async arrange(page, figure) {
      await figure.button('Share or embed').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.frameLocator('iframe[title=Preview]').getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    name: 'the words panel, on a small phone in the dark',
    link: './',
    media: { colorScheme: 'dark' },
    size: { width: 320, height: 640 },
    async arrange(page, figure) {
      await figure.button('Words').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'notices, the first step, and a trace that could not be copied',
    link: './?retries=abc&silnce=late',
    async arrange(page, figure) {
      await expect(figure.button('Dismiss')).toHaveCount(2);
      await figure.button('First step').click();
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
      await figure.button('Copy the trace').click();
      await expect(figure.trace.getByRole('textbox')).toBeFocused();
    },
  },
];

for (const { name, link, media, size, arrange } of STATES) {
  test(`axe finds nothing: ${name}`, async ({ page, figure }) => {
    if (size !== undefined) await page.setViewportSize(size);
    if (media !== undefined) await page.emulateMedia(media);
    await page.goto(link);
    await expect(figure.headline).toBeVisible();
    await arrange?.(page, figure);
    // The preview is the page once more, with the same landmarks; it is looked at by itself.
    expect(await violations(page, { without: 'iframe[title=Preview]' })).toEqual([]);
  });
}
