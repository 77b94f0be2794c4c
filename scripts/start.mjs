// npm start: install what is missing, build, serve the built page.
import './require-node-20.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, host, isFree } from './free-port.mjs';
import { installMissing } from './install-missing.mjs';
import { beginStage, endStage } from './print-stage.mjs';
import { endChildrenOnSignal, root, run } from './run-command.mjs';

endChildrenOnSignal();

// Before the work of installing and building, which a wrong PORT would waste.
const wantedPort = readPort();
if (wantedPort !== undefined && !(await isFree(wantedPort))) {
  fail(`Port ${wantedPort} is in use (PORT=${wantedPort}). Stop what uses it, or leave PORT unset to take the next free one.`);
}

if (!(await installMissing())) process.exit(1);

beginStage('build');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const build = await run(scripts.build);
endStage({ verdict: build.ok ? 'ok' : 'failed', ...build });
if (!build.ok) fail('The page could not be built, so nothing is served. The reason is above.');

beginStage('serve');
const { preview } = await import('vite');
const port = wantedPort ?? (await freePort(4173));
const server = await preview({ root, logLevel: 'error', preview: { host, port, strictPort: true } }).catch((error) =>
  fail(`The server did not start on ${host}:${port}: ${error.message}`),
);
endStage({ verdict: 'ok', note: `http://${host}:${port}/   (Ctrl-C stops it)` });

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // Stopping a server is how it is meant to end, so the code is 0.
  process.removeAllListeners(signal);
  process.on(signal, () => {
    process.stdout.write('\nStopped.\n');
    server.close().finally(() => process.exit(0));
  });
}

function readPort() {
  const text = process.env.PORT;
  if (!text) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return port;
  return fail(`PORT=${text} is not a port. Set a whole number from 1 to 65535, or leave it unset.`);
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
