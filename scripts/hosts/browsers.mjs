import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, firefox } from '@playwright/test';
import { freePort } from '../free-port.mjs';
import { playwrightView } from './playwright-view.ts';
import { startSession } from './webdriver-view.ts';

const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
const apt = (...packages) => `${sudo}apt-get install -y --no-install-recommends ${packages.join(' ')}`;

/**
 * Each is `{ name, install }`, and `start` where it is installed: it gives `{ version, newView, end }`.
 * `newView()` gives a view of a fresh page and how to close that.
 */
export const browsers = [
  { name: 'Chromium', install: apt('chromium'), start: startChromium() },
  { name: 'Firefox', install: apt('firefox-esr'), start: startFirefox() },
  { name: 'WebKitGTK', install: apt('webkit2gtk-driver', 'xvfb', 'xauth', 'dbus', 'fonts-dejavu-core'), start: startWebKit() },
];

function startChromium() {
  const executablePath = process.env.CHROME_PATH ?? onPath('chromium', 'google-chrome', 'google-chrome-stable', 'chrome') ?? existing(chromium.executablePath());
  // As in playwright.config.ts.
  const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return executablePath && (async () => withPlaywright(await chromium.launch({ executablePath, args })));
}

function startFirefox() {
  const own = existing(firefox.executablePath());
  const installed = onPath('firefox-esr', 'firefox');
  if (own) return async () => withPlaywright(await firefox.launch());
  // One that Playwright did not patch is driven by WebDriver BiDi.
  return installed && (async () => withPlaywright(await firefox.launch({ channel: 'moz-firefox', executablePath: installed }), { pointsIntoFrames: false }));
}

function withPlaywright(browser, { pointsIntoFrames = true } = {}) {
  return {
    version: browser.version(),
    async newView() {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      return { view: playwrightView(await context.newPage(), pointsIntoFrames), close: () => context.close() };
    },
    end: () => browser.close(),
  };
}

function startWebKit() {
  const driver = onPath('WebKitWebDriver');
  const screen = onPath('Xvfb');
  const binary = ['x86_64', 'aarch64']
    .flatMap((machine) => ['4.1', '6.0', '4.0'].map((version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`))
    .find((file) => existsSync(file));
  return driver && screen && binary && (() => withWebKit({ driver, screen, binary }));
}

async function withWebKit({ driver, screen, binary }) {
  // The screen chooses a free number itself, and prints it.
  const xvfb = spawn(screen, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const display = await new Promise((resolve, reject) => {
    xvfb.stdout.once('data', (number) => resolve(`:${String(number).trim()}`));
    xvfb.once('error', reject);
    xvfb.once('exit', () => reject(new Error('Xvfb ended')));
  });
  const port = await freePort(4474);
  const child = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      // Its sandbox needs namespaces that containers refuse; the pages are the project's own.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const endProcesses = () => {
    child.kill();
    xvfb.kill();
  };
  try {
    const session = await startSession(`http://127.0.0.1:${port}`, {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    });
    return {
      version: session.version,
      newView: async () => ({ view: session.view, close: () => session.view.open('about:blank') }),
      async end() {
        // The browser is the session's; ended with its driver it would stay.
        await session.end().catch(() => undefined);
        endProcesses();
      },
    };
  } catch (error) {
    endProcesses();
    throw error;
  }
}

function onPath(...names) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}

function existing(file) {
  return existsSync(file) ? file : undefined;
}
