import { defineConfig } from '@playwright/test';

// scripts/browser-tests.mjs sets the first two. Without them: Playwright's own download, a port beside
// that of `npm start`, and what `npm run build` built.
const executablePath = process.env['BROWSER_EXECUTABLE'];
const port = process.env['BROWSER_TEST_PORT'] ?? '4174';
const folder = process.env['BROWSER_TEST_DIST'] ?? 'dist';
const baseURL = `http://127.0.0.1:${port}/`;

/**
 * Chromium listens to one list only, the last. Playwright's comes first and is repeated here, but for what concerns other
 * browsers and systems. Of ours: the suggestions below the address bar are two pages of the browser's own in each window,
 * and no test has an address bar; without them a test costs the processor half.
 */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'DialMediaRouteProvider', 'GlobalMediaControls'],
  ...['HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['BlockOriginHeaderModificationOnRedirect', 'AvoidCorsURLLoaderRestartOnRedirect', 'Translate', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  // Enough for a machine that is busy with something else; a test that waits for nothing is none the slower.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  // A test that passes at the second try is a test that fails.
  retries: 0,
  forbidOnly: true,
  reporter: [
    ['line'],
    // scripts/test.mjs reads the counts here.
    ['json', { outputFile: '.cache/browser-tests.json' }],
  ],
  // Recording every test costs as much as running it: `npm run browser -- --trace on` to look into one.
  use: {
    baseURL,
    browserName: 'chromium',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // No GPU on build machines; the others keep the browser from calling its maker's hosts, which
      // costs seconds where the network is closed. Playwright itself adds --no-sandbox, which root needs.
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${port} --strictPort --outDir ${folder}`,
    url: baseURL,
    reuseExistingServer: false,
  },
});
