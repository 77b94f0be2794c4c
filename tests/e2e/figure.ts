import { expect, test as base, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { Expected } from './expected.ts';

/** The page as a person meets it: by role and name, with the names that the page promises. */
export class Figure {
  readonly headline: Locator;
  readonly timeline: Locator;
  readonly playhead: Locator;
  readonly ledgers: { readonly unguarded: Locator; readonly guarded: Locator };
  readonly modelReads: Locator;
  readonly trace: Locator;

  readonly within: Page | FrameLocator;

  constructor(within: Page | FrameLocator) {
    this.within = within;
    this.headline = within.getByRole('heading', { level: 1 });
    this.timeline = within.getByRole('region', { name: 'Timeline', exact: true });
    this.playhead = within.getByRole('slider', { name: 'Playhead', exact: true });
    this.ledgers = {
      unguarded: within.getByRole('region', { name: 'Ledger, no guard', exact: true }),
      guarded: within.getByRole('region', { name: 'Ledger, guarded by order', exact: true }),
    };
    this.modelReads = within.getByRole('region', { name: 'What the model reads', exact: true });
    this.trace = within.getByRole('region', { name: 'Trace', exact: true });
  }

  button(name: string): Locator {
    return this.within.getByRole('button', { name, exact: true });
  }

  failure(name: string): Locator {
    return this.within.getByRole('switch', { name, exact: true });
  }

  slider(name: string): Locator {
    return this.within.getByRole('slider', { name, exact: true });
  }

  choice(group: string, name: string): Locator {
    return this.within.getByRole('group', { name: group, exact: true }).getByRole('radio', { name, exact: true });
  }

  /** What the page says of the step under the playhead to those who do not see it, when nothing else does. */
  spoken(): Locator {
    return this.timeline.getByRole('status');
  }

  /** The headline, both ledgers and the playhead are what the engine says. */
  async shows({ headline, unguarded, guarded, playhead }: Expected): Promise<void> {
    await expect(this.headline).toHaveText(headline);
    for (const [ledger, lane] of [
      [this.ledgers.unguarded, unguarded],
      [this.ledgers.guarded, guarded],
    ] as const) {
      await expect(ledger).toContainText(lane.verdict);
      await expect(ledger.getByText(lane.total, { exact: true })).toBeVisible();
      await expect(ledger).toContainText(lane.belief);
      await expect(ledger.getByRole('row').filter({ hasText: 'ORD-5510' })).toHaveCount(lane.entries);
    }
    await expect(this.playhead).toHaveAttribute('aria-valuetext', playhead);
  }

  /** Everything that is read of one step. */
  async text(): Promise<{ readonly main: string; readonly playhead: string | null }> {
    return {
      main: await this.within.getByRole('main').innerText(),
      playhead: await this.playhead.getAttribute('aria-valuetext'),
    };
  }
}

interface Fixtures {
  readonly figure: Figure;
  /** What went wrong in the page, unasked for; it has to stay empty. Remove what a test provokes. */
  readonly problems: string[];
}

export const test = base.extend<Fixtures>({
  page: async ({ page, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page);
    // The load event may come before the second frame, with which the page is whole: what is measured then would be half.
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      if (javaScriptEnabled && options?.waitUntil === undefined) {
        await page.waitForFunction(() => document.documentElement.dataset['first'] === undefined);
      }
      return response;
    };
    await use(page);
  },
  figure: async ({ page, problems }, use) => {
    expect(problems).toEqual([]);
    await use(new Figure(page));
  },
  problems: [
    async ({ page, baseURL, javaScriptEnabled }, use) => {
      const problems: string[] = [];
      page.on('console', (message) => {
        // A frame out of sight is not drawn, so it uses its fonts when it is seen: the page's own are not excused.
        const unseen = message.text().includes('was preloaded using link preload but not used') && message.location().url !== page.url();
        if ((message.type() === 'error' || message.type() === 'warning') && !unseen) problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('requestfailed', (request) => {
        // Scripts that are preloaded are not fetched where none is run.
        if (javaScriptEnabled || request.resourceType() !== 'script') problems.push(`${request.url()} did not load`);
      });
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(baseURL ?? '') && !/^(blob|data):/.test(url)) problems.push(`asked for ${url}`);
      });
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
