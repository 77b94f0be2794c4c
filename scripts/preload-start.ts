import type { Plugin, Rollup } from 'vite';

/** What src/app/main.tsx starts after the first paint. */
const START = '/src/app/start.tsx';

/** Has the browser fetch and compile the page's script while it paints, after what it paints with. */
export function preloadStart(): Plugin {
  let base = '/';
  return {
    name: 'preload-start',
    configResolved(config) {
      base = config.base === '' ? './' : config.base;
    },
    transformIndexHtml: {
      order: 'post',
      // Absent in the dev server, and where everything is one file: nothing to preload.
      handler: (html, { bundle = {} }) => {
        const start = Object.values(bundle).find(isStart);
        return [...new Set(withImports(start, bundle))]
          // The page's own script is named already, and start.tsx imports from it.
          .filter((fileName) => !html.includes(fileName))
          .map((fileName) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: base + fileName },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}

function isStart(file: Bundled): boolean {
  return file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(START));
}

function withImports(file: Bundled | undefined, bundle: Rollup.OutputBundle): readonly string[] {
  if (file?.type !== 'chunk') return [];
  return [...file.imports.flatMap((fileName) => withImports(bundle[fileName], bundle)), file.fileName];
}

type Bundled = Rollup.OutputBundle[string];
