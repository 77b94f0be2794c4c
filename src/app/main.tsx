import { firstPaint } from './first-paint.ts';

// The picture is painted before its script takes the processor; where boot.js has hidden it, a link waits for the script.
const hidden = document.documentElement.dataset['opening'] !== undefined;

// Such a link needs the engine too, and at once.
if (hidden) void import('../worker/spawn.ts').catch(() => undefined);
// And one that brings a scenario, what reads it.
if (/[?&]file=/.test(window.location.search)) void import('../store/packed-scenario.ts').catch(() => undefined);

(hidden ? Promise.resolve() : firstPaint())
  // Two tasks, and two files: a click between them is answered, and the page's code is compiled beside the library's.
  .then(() => import('./library.ts'))
  .then(() => import('./start.tsx'))
  .then(({ start }) => start())
  .catch(() => {
    // The opening picture is better than none.
    delete document.documentElement.dataset['opening'];
  });
