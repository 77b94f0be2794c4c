import { defineConfig, mergeConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { intoOneFile } from './scripts/into-one-file.ts';
import page from './vite.config.ts';

// The same page once more as dist/when-tools-fail.html, with scripts, worker, styles, fonts and icon inside: to be opened
// from a disk, and to be framed where the many files would need a header of their host.
export default mergeConfig(
  page,
  defineConfig({
    plugins: [intoOneFile(), viteSingleFile({ removeViteModuleLoader: true, outputFileName: 'when-tools-fail.html' })],
    build: {
      emptyOutDir: false,
      copyPublicDir: false,
    },
  }),
);
