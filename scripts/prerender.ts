import react from '@vitejs/plugin-react';
import { runnerImport, type Plugin } from 'vite';
import { inMarkup } from '../src/words/in-markup.ts';
import type { Prerendered } from '../src/app/prerender.tsx';

/** Writes the opening picture, and the run behind it, into index.html: readable before any script, and without one. */
export function prerender(): Plugin {
  return {
    name: 'prerender',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { module } = await runnerImport<{ prerender: () => Prerendered }>('/src/app/prerender.tsx', {
          configFile: false,
          logLevel: 'error',
          plugins: [withoutStyles, react()],
        });
        const { title, description, markup, data, needsScript } = module.prerender();
        return html
          .replace('<!--title-->', () => inMarkup(title))
          .replace('<!--description-->', () => inMarkup(description))
          .replace('<!--needs-script-->', () => inMarkup(needsScript))
          .replace('<!--markup-->', () => markup)
          .replace('<!--data-->', () => data);
      },
    },
  };
}

/** Markup needs no styles; the page's own build links them. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : null),
  load: (id) => (id === '\0no-styles' ? '' : null),
};
