// npm run notices: writes public/third-party-notices.txt, which every build carries beside its page.
// tests/licences.test.ts fails where the file and what is installed differ.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = join(import.meta.dirname, '..');

export const noticesFile = join(top, 'public/third-party-notices.txt');

/** Packages of devDependencies that leave a part of themselves in the page: Tailwind its base styles. */
const leftByTheBuild = ['tailwindcss'];

export interface Shipped {
  readonly name: string;
  readonly version: string;
  /** SPDX. */
  readonly licence: string;
  readonly text: string;
}

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/** What package.json depends on and all that these depend on, whether or not a bundle keeps a part of it. */
export function shippedPackages(): readonly Shipped[] {
  const lock = JSON.parse(readFileSync(join(top, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
  const needed = Object.entries(lock.packages)
    .filter(([path, { dev = false, devOptional = false }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path);
  return [...needed, ...leftByTheBuild.map((name) => `node_modules/${name}`)].sort().map((path) => {
    const folder = join(top, path);
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    if (name === undefined || version === undefined || license === undefined || file === undefined) {
      throw new Error(`${path} lacks a name, a version, a licence or its text.`);
    }
    return { name, version, licence: license, text: readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim() };
  });
}

export function noticesText(): string {
  const titlesByText = new Map<string, string[]>();
  for (const { name, version, licence, text } of shippedPackages()) {
    titlesByText.set(text, [...(titlesByText.get(text) ?? []), `${name} ${version} (${licence})`]);
  }
  const sections = [...titlesByText].map(([text, titles]) => [rule, ...titles, rule, '', text].join('\n'));
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

const introduction = `When Tools Fail is under the MIT licence. It carries the work of others, under the licences below.

The font files (*.woff2) are IBM Plex Sans, Serif and Mono, cut to the characters and features that the page uses.
They stay under the SIL Open Font License 1.1.`;

const rule = '-'.repeat(80);

// Run, and not imported.
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(noticesFile, noticesText());
