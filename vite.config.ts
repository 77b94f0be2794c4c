import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fonts } from './scripts/fonts.ts';
import { icon } from './scripts/icon.ts';
import { loader } from './scripts/loader.ts';
import { posters } from './scripts/posters.ts';
import { preloadStart } from './scripts/preload-start.ts';
import { prerender } from './scripts/prerender.ts';
import { scenarioSchemaFile } from './scripts/scenario-schema.ts';
import { sharing } from './scripts/sharing.ts';

export default defineConfig({
  // Relative addresses: the built page works in any folder of any host, and inside an iframe.
  base: './',
  plugins: [react(), tailwindcss(), fonts(), prerender(), preloadStart(), sharing(), icon(), posters(), loader(), scenarioSchemaFile()],
  build: {
    // The floor of Tailwind CSS 4, so that scripts and styles stop working at the same version.
    target: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    // scripts/preload-start.ts names what is worth it; and every target above knows modulepreload.
    modulePreload: false,
    // One file, in the page itself: the first picture is painted before the scripts that name its parts run.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // The page's script is two files, whatever the later ones share with them: before the first paint each costs
        // the page's thread some milliseconds. What fetches them stands by itself, or it would wait for them.
        codeSplitting: {
          groups: [
            { name: 'main', test: /[\\/]src[\\/]app[\\/]main\.tsx$|vite[\\/]preload-helper/, priority: 2 },
            { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]|[\\/]src[\\/]app[\\/]library\.ts$/, priority: 1 },
            { name: 'start', test: /[\\/]src[\\/]app[\\/]start\.tsx$/ },
          ],
        },
      },
    },
  },
  worker: {
    // Chromium refuses a module worker made from a blob in an opaque origin (a sandboxed iframe,
    // file://); a classic one it accepts.
    format: 'iife',
  },
});
