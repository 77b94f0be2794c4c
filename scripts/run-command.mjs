import { spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const onWindows = process.platform === 'win32';
const running = new Set();
let stopping = false;

// A child sees a pipe, whatever this process writes to.
const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };

/**
 * Runs a command in the project's folder and keeps what it prints.
 * A string goes through the shell, as npm does with a script of package.json; an array does not.
 *
 * @param {string | string[]} command
 * @param {{ env?: NodeJS.ProcessEnv, limitSeconds?: number, silenceSeconds?: number }} options
 *   `limitSeconds` ends a command that takes too long, `silenceSeconds` one that prints nothing for so long.
 * @returns {Promise<{ ok: boolean, output: string, seconds: number }>}
 */
export function run(command, { env = {}, limitSeconds = 600, silenceSeconds } = {}) {
  const startedAt = performance.now();
  const [file, ...args] = typeof command === 'string' ? [command] : command;
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      env: withLocalPrograms({ ...process.env, ...colour, ...env }),
      shell: typeof command === 'string',
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that the whole tree below it can be ended.
      detached: !onWindows,
      windowsHide: true,
    });
    running.add(child);

    let output = '';
    const stopBecause = (reason) => {
      output += `\n${reason}\n`;
      // Playwright's server has a group of its own, and only Playwright ends it.
      endTree(child, 'SIGINT');
      setTimeout(() => endTree(child, 'SIGKILL'), 5000).unref();
    };
    const limit = setTimeout(() => stopBecause(`Ended after ${limitSeconds} s, its time limit.`), limitSeconds * 1000);
    let silence;
    const heard = () => {
      clearTimeout(silence);
      if (silenceSeconds === undefined) return;
      silence = setTimeout(() => stopBecause(`Ended after ${silenceSeconds} s without a sign of life.`), silenceSeconds * 1000);
    };
    heard();

    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
        heard();
      });
    }
    const finish = (ok) => {
      clearTimeout(limit);
      clearTimeout(silence);
      running.delete(child);
      // Ended on request: that is not a result, and whoever waits for one need not go on.
      if (stopping) return;
      resolve({ ok, output, seconds: (performance.now() - startedAt) / 1000 });
    };
    child.on('error', (error) => {
      output += `${error.message}\n`;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}

/** The npm that runs this script, else the one on PATH. */
export function runNpm(args, options) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('npm-cli.js')
    ? run([process.execPath, cli, ...args], options)
    : run(['npm', ...args].join(' '), options);
}

/** Ends with the children: a process group of its own does not hear the terminal's Ctrl-C. */
export function endChildrenOnSignal() {
  for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]]) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      process.stdout.write('\nStopped.\n');
      // SIGINT for all: Playwright answers it by ending its browsers and its server.
      for (const child of running) endTree(child, 'SIGINT');
      const leave = () => process.exit(code);
      setInterval(() => running.size === 0 && leave(), 50);
      setTimeout(() => {
        for (const child of running) endTree(child, 'SIGKILL');
        leave();
      }, 5000);
    });
  }
}

function endTree(child, signal) {
  if (onWindows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Already gone.
  }
}

// Windows spells it Path, and a copy of process.env is case-sensitive.
function withLocalPrograms(env) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [join(root, 'node_modules', '.bin'), env[name]].filter(Boolean).join(delimiter) };
}
