import { resolve } from 'node:path';
import { test } from '@playwright/test';
import { playwrightView } from '../../scripts/hosts/playwright-view.ts';
import { serveSites, type Sites } from '../../scripts/hosts/sites.ts';
import { situations } from '../../scripts/hosts/situations.ts';

// Some of what `npm run test:hosts` meets in three browsers.

const folder = resolve(import.meta.dirname, '../..', process.env['BROWSER_TEST_DIST'] ?? 'dist');
let sites: Sites;

test.beforeAll(async () => {
  sites = await serveSites(folder);
});

test.afterAll(() => {
  sites.close();
});

for (const { name, build, meet } of situations.filter(({ isQuick }) => isQuick)) {
  test(`${build}: ${name}`, async ({ page }) => {
    await meet(playwrightView(page), { sites, folder });
  });
}
