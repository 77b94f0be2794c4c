import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'tests/e2e/**'],
    environment: 'node',
    // Properties draw hundreds of runs, and the machine may be busy with the browser tests.
    testTimeout: 60_000,
    setupFiles: ['tests/property-seed.ts'],
    pool: 'threads',
    // Files share what they import: loading the engine anew for each is a third of the time. A module of src that kept
    // something from one run to the next would be a defect, and here one test would see what another left.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    reporters: ['default', 'json'],
    // scripts/test.mjs reads the counts here.
    outputFile: { json: '.cache/unit-tests.json' },
  },
});
