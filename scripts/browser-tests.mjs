// Runs tests/e2e against the page that is in dist. Arguments go to Playwright: npm run browser -- --grep Playhead
import './require-node-20.mjs';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './find-browser.mjs';
import { freePort } from './free-port.mjs';
import { root } from './run-command.mjs';

if (!existsSync(join(root, 'dist', 'index.html'))) {
  console.error('dist/index.html is not there. Run npm run build first.');
  process.exit(1);
}

const executable = process.env.BROWSER_EXECUTABLE ?? (await find());
const child = spawn(
  process.execPath,
  [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, BROWSER_EXECUTABLE: executable, BROWSER_TEST_PORT: String(await freePort(4174)) },
  },
);
// The child hears Ctrl-C itself, and needs this process to wait until its browsers are closed.
process.on('SIGINT', () => {});
child.on('close', (code) => process.exit(code ?? 1));

async function find() {
  const found = await findBrowser((line) => console.log(line));
  if ('executable' in found) return found.executable;
  console.error(found.problem);
  process.exit(1);
}
