import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../../src/core/figure.ts';
import { en } from '../../src/words/en.ts';
import { inMarkup } from '../../src/words/in-markup.ts';
import { ELSEWHERE, ELSEWHERE_QUERY, figureIn } from './figure-in.ts';
import { REFUSES_EVERYTHING, SEEN_LATER, TELLS_WHAT_GOES_WRONG, WORKER_REFUSED } from './scripts-of-hosts.ts';
import type { Sites } from './sites.ts';
import { until, type View } from './view.ts';

/** What a host does to the page, and what the page has to do then. */
export interface Situation {
  readonly name: string;
  readonly build: 'many files' | 'one file';
  /** Also in npm test, in Chromium. */
  readonly isQuick?: boolean;
  /** The page cannot come alive here, for this reason; what is tested is what is seen instead. */
  readonly notApplicable?: string;
  /** Throws where the page does not do what it should. */
  readonly meet: (view: View, surroundings: Surroundings) => Promise<void>;
}

export interface Surroundings {
  readonly sites: Sites;
  /** The folder that the sites serve. */
  readonly folder: string;
}

/** Any host of files can send it. Module scripts, fonts and modulepreload ask for it in an opaque origin. */
const CORS = { 'access-control-allow-origin': '*' };
/**
 * The least that the many files need.
 *
 * @param self the host; by its name in a sandboxed frame, where WebKit takes 'self' for the opaque origin
 */
const policy = (self = "'self'"): Readonly<Record<string, string>> => ({
  'content-security-policy': `default-src 'none'; script-src ${self}; style-src ${self} 'unsafe-inline'; img-src ${self} data:; font-src ${self} data:; connect-src 'none'; worker-src ${self} blob:`,
});
const ONE_FILE = 'when-tools-fail.html';
const SANDBOX = 'sandbox="allow-scripts"';

const manyFiles: readonly Situation[] = [
  {
    name: 'in a folder of a folder, a link to another state',
    build: 'many files',
    isQuick: true,
    async meet(view, { sites }) {
      const { address } = sites.site({ under: 'courses/tool calls/', script: TELLS_WHAT_GOES_WRONG });
      await view.open(address + ELSEWHERE_QUERY);
      const figure = figureIn(view);
      await figure.works(ELSEWHERE);
      await figure.runsIn('worker');
      await nothingWentWrong(view);
    },
  },
  {
    name: 'framed by another site: neither focus nor scroll taken',
    build: 'many files',
    async meet(view, { sites }) {
      const { address } = sites.site();
      // An empty screen above: whatever scrolls to the figure moves the page.
      await view.open(sites.host(`<input autofocus><div style="height:120vh"></div>${frame(address)}`));
      const figure = figureIn(view, 0);
      await figure.reads(DEFAULT_SETTINGS);
      await figure.isAlive();
      const host = await view.evaluate(() => ({ focus: document.activeElement?.tagName, scroll: scrollY }), null);
      if (host.focus === 'IFRAME' || host.scroll !== 0) throw new Error(`took ${JSON.stringify(host)}`);
      await figure.works();
    },
  },
  {
    name: 'content policy of docs/hosts.md',
    build: 'many files',
    isQuick: true,
    async meet(view, { sites }) {
      const { address } = sites.site({ headers: policy(), script: TELLS_WHAT_GOES_WRONG });
      await view.open(address);
      const figure = figureIn(view);
      await figure.works();
      await figure.runsIn('worker');
      await nothingWentWrong(view);
    },
  },
  {
    name: `${SANDBOX}, with the header`,
    build: 'many files',
    isQuick: true,
    async meet(view, { sites }) {
      const { address } = sites.site({ headers: CORS, script: TELLS_WHAT_GOES_WRONG });
      await view.open(sites.host(frame(address + ELSEWHERE_QUERY, SANDBOX)));
      await worksSandboxed(view);
    },
  },
  {
    name: `${SANDBOX}, with the header and the content policy, which names the host`,
    build: 'many files',
    async meet(view, { sites }) {
      const { address } = sites.site({ headers: { ...CORS, ...policy(sites.origin) }, script: TELLS_WHAT_GOES_WRONG });
      await view.open(sites.host(frame(address, SANDBOX)));
      const figure = figureIn(view, 0);
      await figure.works();
      await figure.runsIn('worker');
      await nothingWentWrong(view, 0);
    },
  },
  {
    name: `${SANDBOX}, without the header`,
    build: 'many files',
    isQuick: true,
    notApplicable: 'modules are refused: the opening picture is read',
    async meet(view, { sites }) {
      const { address } = sites.site();
      await view.open(sites.host(frame(address, SANDBOX) + frame(address + ELSEWHERE_QUERY, SANDBOX)));
      // For the link too: the opening picture is better than none.
      for (const index of [0, 1]) await figureIn(view, index).reads(DEFAULT_SETTINGS);
    },
  },
  {
    name: 'storage, cookies, clipboard, Worker, history, full screen, new windows, downloads refused',
    build: 'many files',
    isQuick: true,
    async meet(view, { sites }) {
      const { address } = sites.site({ script: TELLS_WHAT_GOES_WRONG + REFUSES_EVERYTHING });
      await view.open(address + ELSEWHERE_QUERY);
      const figure = figureIn(view);
      await figure.works(ELSEWHERE);
      await figure.runsIn('page');
      await figure.press(en.buttons.copyTrace);
      await figure.says(en.buttons.copyByHand);
      await nothingWentWrong(view);
    },
  },
  {
    name: 'network gone after load',
    build: 'many files',
    async meet(view, { sites }) {
      const site = sites.site({ script: TELLS_WHAT_GOES_WRONG });
      await view.open(site.address);
      const figure = figureIn(view);
      await figure.isAlive();
      await atRest(view, site.asked);
      site.goAway();
      await figure.works();
      await figure.runsIn('worker');
      await figure.press(en.buttons.play);
      await nothingWentWrong(view);
    },
  },
  {
    name: 'asks for its own files, and for nothing after it has loaded',
    build: 'many files',
    async meet(view, { sites }) {
      const site = sites.site();
      await view.open(site.address + ELSEWHERE_QUERY);
      const figure = figureIn(view);
      await figure.isAlive();
      const loaded = await atRest(view, site.asked);
      await figure.works(ELSEWHERE);
      const [first, ...more] = ownFiles(site.asked);
      const strange = more.filter((file) => !/^(assets\/[\w.-]+|boot\.js)$/.test(file));
      if (first !== 'index.html' || strange.length > 0 || more.length + 1 > loaded) throw new Error(`asked for ${site.asked.join(', ')}`);
    },
  },
  {
    name: 'in a tab that is not seen, then seen',
    build: 'many files',
    async meet(view, { sites }) {
      const { address } = sites.site({ script: TELLS_WHAT_GOES_WRONG + SEEN_LATER });
      await view.open(address);
      const figure = figureIn(view);
      await figure.isAlive();
      await figure.evaluate(() => {
        (window as unknown as { show: () => void }).show();
      });
      await figure.works();
      await nothingWentWrong(view);
    },
  },
  {
    name: 'in a frame of no size, then sized',
    build: 'many files',
    async meet(view, { sites }) {
      await view.open(sites.host(`<iframe title="Figure" src="${sites.site().address}" style="width:0;height:0;border:0"></iframe>`));
      const figure = figureIn(view, 0);
      await figure.isAlive();
      await view.evaluate(() => document.querySelector('iframe')?.setAttribute('style', 'width:100%;height:800px;border:0'), null);
      await figure.works();
    },
  },
  {
    name: 'display: none, then shown',
    build: 'many files',
    async meet(view, { sites }) {
      await view.open(sites.host(frame(sites.site().address + ELSEWHERE_QUERY, 'hidden')));
      const figure = figureIn(view, 0);
      await figure.isAlive();
      await view.evaluate(() => document.querySelector('iframe')?.removeAttribute('hidden'), null);
      await figure.works(ELSEWHERE);
    },
  },
  {
    name: 'two on one page, each with a state of its own',
    build: 'many files',
    isQuick: true,
    async meet(view, { sites }) {
      const { address } = sites.site();
      await view.open(sites.host(frame(address) + frame(address + ELSEWHERE_QUERY)));
      await figureIn(view, 0).works();
      await figureIn(view, 1).works(ELSEWHERE);
    },
  },
  pressedBeforeTheScript('many files', 'index.html'),
  {
    name: 'in a frame of 320 px: no scrolling sideways',
    build: 'many files',
    async meet(view, { sites }) {
      await view.open(sites.host(`<iframe title="Figure" src="${sites.site().address}" width="320" height="640" style="border:0"></iframe>`));
      const figure = figureIn(view, 0);
      await figure.works();
      const width = await figure.evaluate(() => document.documentElement.scrollWidth);
      if (width > 320) throw new Error(`is ${width} px wide`);
    },
  },
];

const oneFile: readonly Situation[] = [
  {
    name: 'file://',
    build: 'one file',
    isQuick: true,
    async meet(view, { folder }) {
      await view.open(pathToFileURL(join(folder, ONE_FILE)).href);
      const figure = figureIn(view);
      await figure.works();
      await figure.runsIn('worker');
      await askedForNothing(view);
    },
  },
  {
    name: 'file://, a link to another state',
    build: 'one file',
    isQuick: true,
    async meet(view, { folder }) {
      await view.open(pathToFileURL(join(folder, ONE_FILE)).href + ELSEWHERE_QUERY);
      const figure = figureIn(view);
      await figure.works(ELSEWHERE);
      await figure.runsIn('worker');
      await askedForNothing(view);
    },
  },
  {
    name: `${SANDBOX}, without the header`,
    build: 'one file',
    isQuick: true,
    async meet(view, { sites }) {
      const { address } = sites.site({ script: TELLS_WHAT_GOES_WRONG });
      await view.open(sites.host(frame(`${address}${ONE_FILE}${ELSEWHERE_QUERY}`, SANDBOX)));
      await worksSandboxed(view);
    },
  },
  {
    name: `${SANDBOX}, network gone after load`,
    build: 'one file',
    async meet(view, { sites }) {
      const site = sites.site();
      await view.open(sites.host(frame(site.address + ONE_FILE, SANDBOX)));
      const figure = figureIn(view, 0);
      await figure.reads(DEFAULT_SETTINGS);
      site.goAway();
      await figure.works();
      await figure.runsIn('worker');
      if (site.asked.length !== 1) throw new Error(`asked for ${site.asked.join(', ')}`);
    },
  },
  pressedBeforeTheScript('one file', ONE_FILE),
  {
    name: `in srcdoc, ${SANDBOX}`,
    build: 'one file',
    async meet(view, { sites }) {
      const site = sites.site({ headers: CORS });
      await view.open(sites.host(`<iframe title="Figure" width="100%" height="900" style="border:0" ${SANDBOX}></iframe>`));
      await until('the frame is there', () => view.evaluate(() => document.querySelectorAll('iframe').length, null), (count) => count === 1);
      await view.evaluate((url) => {
        void fetch(url)
          .then((response) => response.text())
          .then((html) => document.querySelector('iframe')?.setAttribute('srcdoc', html));
      }, site.address + ONE_FILE);
      const figure = figureIn(view, 0);
      await figure.works();
      await figure.runsIn('worker');
    },
  },
  {
    name: 'two on one page, each with a state of its own',
    build: 'one file',
    async meet(view, { sites }) {
      const { address } = sites.site();
      await view.open(sites.host(frame(address + ONE_FILE, SANDBOX) + frame(address + ONE_FILE + ELSEWHERE_QUERY, SANDBOX)));
      await figureIn(view, 0).works();
      await figureIn(view, 1).works(ELSEWHERE);
    },
  },
  {
    name: 'Worker refused: its engine is inside too',
    build: 'one file',
    async meet(view, { sites }) {
      const { address } = sites.site({ script: TELLS_WHAT_GOES_WRONG + WORKER_REFUSED });
      await view.open(address + ONE_FILE);
      const figure = figureIn(view);
      await figure.works();
      await figure.runsIn('page');
      await nothingWentWrong(view);
    },
  },
  {
    name: 'content policy that allows scripts inside and no data: fonts',
    build: 'one file',
    async meet(view, { sites }) {
      const { address } = sites.site({
        headers: { 'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; worker-src blob:" },
      });
      await view.open(address + ONE_FILE);
      const figure = figureIn(view);
      await figure.works();
      await figure.runsIn('worker');
      const own = await figure.evaluate(() => [...document.fonts].filter(({ family, status }) => /IBM/.test(family) && status === 'loaded').length);
      if (own > 0) throw new Error('the fonts were loaded, so this tested nothing');
      const wide = await figure.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (wide) throw new Error('scrolls sideways with the fonts that stand in');
    },
  },
  {
    name: 'content policy of docs/hosts.md',
    build: 'one file',
    notApplicable: 'scripts inside a page are refused: the opening picture is read',
    async meet(view, { sites }) {
      const { address } = sites.site({ headers: policy() });
      await view.open(address + ONE_FILE + ELSEWHERE_QUERY);
      await figureIn(view).reads(DEFAULT_SETTINGS);
    },
  },
];

export const situations: readonly Situation[] = [...manyFiles, ...oneFile];

function pressedBeforeTheScript(build: Situation['build'], page: string): Situation {
  return {
    name: 'slow network: what is pressed before the script is done when it comes',
    build,
    async meet(view, { sites }) {
      const { address } = sites.site({ scriptsTakeMs: 3_000 });
      await view.open(address + page);
      const figure = figureIn(view);
      await figure.reads(DEFAULT_SETTINGS);
      await figure.flip(en.switches['not-there'].name);
      if (await figure.evaluate(() => document.querySelector('[data-early]') === null)) throw new Error('the script came first: nothing was tested');
      await figure.reads(ELSEWHERE);
      await figure.works(ELSEWHERE);
    },
  };
}

/** Its own worker and all, in a frame of an opaque origin, where the clipboard may refuse. */
async function worksSandboxed(view: View): Promise<void> {
  const figure = figureIn(view, 0);
  await figure.works(ELSEWHERE);
  await figure.runsIn('worker');
  await nothingWentWrong(view, 0);
  await figure.press(en.buttons.copyTrace);
  await figure.says(en.buttons.copyByHand, en.buttons.copied);
}

/** As in README.md, but for `loading`: what is not seen would wait. */
function frame(address: string, attributes = ''): string {
  return `<iframe title="Figure" src="${inMarkup(address)}" width="100%" height="900" style="border:0" ${attributes}></iframe>`;
}

/** What TELLS_WHAT_GOES_WRONG has heard. */
async function nothingWentWrong(view: View, index?: number): Promise<void> {
  const wrong = await view.evaluate(() => (window as unknown as { wentWrong: readonly string[] }).wentWrong, null, index);
  if (wrong.length > 0) throw new Error(wrong.join('; '));
}

/** Everything that is loaded when idle has come, and nothing has been asked for a while. Returns how many files. */
async function atRest(view: View, asked: readonly string[]): Promise<number> {
  const QUIET_MS = 1_500;
  let count = -1;
  let since = 0;
  return until(
    'the page comes to rest',
    async () => {
      const now = performance.now();
      const { length } = ownFiles(asked);
      if (length !== count) since = now;
      count = length;
      return (await view.evaluate(() => document.readyState, null)) === 'complete' && now - since > QUIET_MS ? length : 0;
    },
    (length) => length > 1,
  );
}

/** The icon is the browser's own business, at its own time. */
function ownFiles(asked: readonly string[]): readonly string[] {
  return asked.filter((file) => file !== 'icon.png');
}

async function askedForNothing(view: View): Promise<void> {
  const asked = await view.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => !/^(data|blob):/.test(name)),
    null,
  );
  if (asked.length > 0) throw new Error(`asked for ${asked.join(', ')}`);
}
