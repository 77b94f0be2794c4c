import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beginStage, endStage } from './print-stage.mjs';
import { root, runNpm } from './run-command.mjs';

/** @returns {Promise<boolean>} whether everything package-lock.json names is there now */
export async function installMissing() {
  const reason = whyInstall();
  if (reason === undefined) return true;
  beginStage('install');
  // NODE_ENV=production would leave out the build tools.
  const { ok, output, seconds } = await runNpm(['ci', '--include=dev']);
  endStage({ verdict: ok ? 'ok' : 'failed', seconds, note: reason, output });
  if (!ok) console.error('npm ci failed, so nothing was built. Its message is above; when that is solved, run this again.');
  return ok;
}

// Compared by content and not by date: a checkout changes the dates of files and not what they say.
function whyInstall() {
  const lock = readLock('package-lock.json');
  const installed = readLock('node_modules/.package-lock.json');
  if (installed === undefined) return 'node_modules is not there yet';
  for (const [path, wanted] of Object.entries(lock.packages)) {
    // Optional packages are those of other platforms.
    if (path === '' || wanted.optional) continue;
    const found = installed.packages[path];
    if (found?.version !== wanted.version || found.integrity !== wanted.integrity || !existsSync(join(root, path))) {
      return `${path} is not at ${wanted.version}`;
    }
  }
  return undefined;
}

function readLock(path) {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
