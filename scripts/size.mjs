// Measures what the built page makes a first visit load, and the page that is one file, as brotli at the highest
// quality, in kB of 1,000 bytes; and what other people's pages load before the figure is asked for, as gzip, which
// every host has.
import './require-node-20.mjs';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parseAst } from 'vite';
import { root } from './run-command.mjs';

const dist = join(root, 'dist');
const scriptLimit = 115;
const fontLimit = 80;
const loaderLimit = 2;
/** With everything inside that index.html loads later or not at all: the engine twice, the incidents, the licences. */
const oneFileLimit = { brotli: 330, raw: 1_250 };

const page = join(dist, 'index.html');
if (!existsSync(page)) fail('dist/index.html is not there. Run npm run build first.');

const { files, inline } = firstLoad(readFileSync(page, 'utf8'));
const scripts = [
  ...files.map((file) => row(relative(dist, file), brotli(readFileSync(file)))),
  ...inline.map((text, index) => row(`inline script ${index + 1} of index.html`, brotli(text))),
];
// woff2 is brotli inside already.
const fonts = readdirSync(dist, { recursive: true })
  .filter((path) => path.endsWith('.woff2'))
  .map((path) => row(path, readFileSync(join(dist, path)).length));

const oneFile = join(dist, 'when-tools-fail.html');
if (!existsSync(oneFile)) fail('dist/when-tools-fail.html is not there. Run npm run build first.');
const oneFileContent = readFileSync(oneFile);

if (files.length === 0) fail('dist/index.html loads no script file, so this check measured nothing. Has the way it is built changed?');
const embed = join(dist, 'embed.js');
if (!existsSync(embed)) fail('dist/embed.js is not there. Has the way it is built changed?');
const ok = [
  table('script, first load, brotli', scripts, scriptLimit),
  table('fonts, woff2', fonts, fontLimit),
  table('loader for other pages, gzip', [row('embed.js', gzipSync(readFileSync(embed), { level: 9 }).length)], loaderLimit),
  table('the one file, brotli', [row('when-tools-fail.html', brotli(oneFileContent))], oneFileLimit.brotli),
  table('the one file, as it lies on a disk', [row('when-tools-fail.html', oneFileContent.length)], oneFileLimit.raw),
].every(Boolean);
process.exit(ok ? 0 : 1);

/** Scripts the page names, and everything they import statically: a lazy chunk is not among them, a preloaded one is. */
function firstLoad(html) {
  const inline = [];
  const named = [];
  for (const [, attributes, text] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    const type = attribute(attributes, 'type') ?? 'text/javascript';
    if (!/^(module|(text|application)\/javascript)$/i.test(type)) continue;
    const source = attribute(attributes, 'src');
    if (source !== undefined) named.push(source);
    else if (text.trim()) inline.push(text);
  }
  for (const [, attributes] of html.matchAll(/<link\b([^>]*)>/gi)) {
    const href = attribute(attributes, 'href');
    const isScript =
      attribute(attributes, 'rel') === 'modulepreload' ||
      (attribute(attributes, 'rel') === 'preload' && attribute(attributes, 'as') === 'script');
    if (isScript && href !== undefined) named.push(href);
  }

  const files = new Set();
  const visit = (file, from) => {
    if (files.has(file)) return;
    if (!existsSync(file)) fail(`${from} loads ${relative(dist, file)}, which is not in dist.`);
    files.add(file);
    for (const specifier of staticImports(readFileSync(file, 'utf8'))) {
      visit(resolve(dirname(file), specifier), relative(dist, file));
    }
  };
  for (const source of named) {
    if (/^([a-z]+:)?\/\//i.test(source)) fail(`index.html loads ${source} from another host; the page must carry all it needs.`);
    visit(join(dist, source.replace(/[?#].*$/, '')), 'index.html');
  }
  return { files: [...files], inline };
}

function staticImports(code) {
  return parseAst(code)
    .body.filter(({ type }) => ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'].includes(type))
    .flatMap(({ source }) => (source ? [source.value] : []));
}

function attribute(attributes, name) {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function brotli(content) {
  return brotliCompressSync(content).length;
}

function row(name, bytes) {
  return { name, kB: bytes / 1000 };
}

function table(title, rows, limit) {
  const total = rows.reduce((sum, { kB }) => sum + kB, 0);
  const within = total <= limit;
  for (const { name, kB } of rows) console.log(`${kB.toFixed(1).padStart(8)} kB  ${name}`);
  console.log(`${total.toFixed(1).padStart(8)} kB  ${title}: ${within ? 'within' : 'OVER'} the limit of ${limit} kB\n`);
  return within;
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
