import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root, run } from './run-command.mjs';

const playwrightCli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');

/**
 * An installed Chromium or Chrome, else Playwright's download, else Debian's package.
 *
 * @param {(line: string) => void} say told before anything is downloaded or installed
 * @returns {Promise<{ executable: string, version: string } | { problem: string }>}
 */
export async function findBrowser(say) {
  const { chromium } = await import('@playwright/test');
  const downloaded = chromium.executablePath();

  const named = process.env.CHROME_PATH;
  if (named) {
    const version = await versionIfItStarts(named);
    if (version) return { executable: named, version };
    return { problem: `CHROME_PATH=${named} does not start. Correct it, or unset it to have a browser looked for.` };
  }

  const present = await firstThatStarts([...installedPlaces(), downloaded]);
  if (present) return present;

  say('No Chromium or Chrome found: downloading Playwright\'s (playwright install chromium).');
  const download = await run([process.execPath, playwrightCli, 'install', '--no-shell', 'chromium'], {
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
    // Progress is printed for every tenth of about 170 MB.
    silenceSeconds: 60,
  });
  const fresh = await firstThatStarts([downloaded]);
  if (fresh) return fresh;

  if (isRootWithApt()) {
    if (download.ok) {
      say("Playwright's Chromium lacks system libraries: installing them with apt-get (playwright install-deps chromium).");
      await run([process.execPath, playwrightCli, 'install-deps', 'chromium']);
    } else {
      say('That download failed: installing Chromium with apt-get (apt-get install chromium).');
      const apt = await run('apt-get update && apt-get install -y --no-install-recommends chromium', {
        env: { DEBIAN_FRONTEND: 'noninteractive' },
      });
      if (!apt.ok) say(`apt-get failed: ${apt.output.trim().split('\n').at(-1)}`);
    }
    const installed = await firstThatStarts([...installedPlaces(), downloaded]);
    if (installed) return installed;
  }
  return {
    problem: `No Chromium or Chrome starts here and none could be installed. Run: ${installCommand()}   (or set CHROME_PATH to one), then run npm test again.`,
  };
}

async function firstThatStarts(places) {
  for (const executable of places) {
    const version = await versionIfItStarts(executable);
    if (version) return { executable, version };
  }
  return undefined;
}

// Being there is not enough: on Ubuntu /usr/bin/chromium-browser only says that a snap is missing,
// and a downloaded browser may lack system libraries.
async function versionIfItStarts(executable) {
  if (!existsSync(executable)) return undefined;
  // On Windows --version opens a window and prints nothing.
  if (process.platform === 'win32') return 'version unknown';
  const { ok, output } = await run([executable, '--version'], { limitSeconds: 20 });
  return ok ? /Chrom[^\n]*?\d+(?:\.\d+)+/.exec(output)?.[0] : undefined;
}

function installedPlaces() {
  if (process.platform === 'win32') {
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((folder) => [
        join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        join(folder, 'Chromium', 'Application', 'chrome.exe'),
      ]);
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) =>
      ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'].map((name) => join(folder, name)),
    );
  if (process.platform !== 'darwin') return onPath;
  const inApplications = ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
    join(folder, 'Google Chrome.app', 'Contents', 'MacOS', 'Google Chrome'),
    join(folder, 'Chromium.app', 'Contents', 'MacOS', 'Chromium'),
  ]);
  return [...inApplications, ...onPath];
}

function isRootWithApt() {
  return process.getuid?.() === 0 && distribution() !== undefined;
}

function installCommand() {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  if (distribution() === 'debian') return `${sudo}apt-get update && ${sudo}apt-get install -y chromium`;
  if (distribution() === 'ubuntu') return 'npx playwright install --with-deps chromium';
  return 'npx playwright install chromium';
}

function distribution() {
  if (!existsSync('/etc/os-release')) return undefined;
  const release = readFileSync('/etc/os-release', 'utf8');
  // Descendants of Ubuntu name both in ID_LIKE.
  return ['ubuntu', 'debian'].find((name) => new RegExp(`^ID(_LIKE)?=.*\\b${name}\\b`, 'm').test(release));
}
