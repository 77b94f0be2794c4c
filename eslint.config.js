import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const sameSeedSameTrace = 'src/core gives the same trace for the same scenario and seed, everywhere:';

// With lib ES2022 and no types most of these do not compile in src/core either; the rule also covers
// the ones the language itself brings, and says why.
const outsideWorld = [
  ...['Date', 'performance'].map((name) => ({
    name,
    message: `${sameSeedSameTrace} time is virtual. Take \`now\`, in milliseconds, as an argument.`,
  })),
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'requestAnimationFrame'].map((name) => ({
    name,
    message: `${sameSeedSameTrace} it has no timers. Schedule on the virtual time of the run.`,
  })),
  ...['crypto'].map((name) => ({ name, message: `${sameSeedSameTrace} take the draw as an argument, from random.ts.` })),
  ...['globalThis', 'window', 'self', 'document', 'navigator', 'localStorage', 'sessionStorage', 'process', 'console', 'fetch'].map(
    (name) => ({ name, message: `${sameSeedSameTrace} it knows neither page nor machine. Return a value and let the caller act.` }),
  ),
];

export default tseslint.config(
  { ignores: ['dist/', 'lib/', 'examples/react/host.js', 'coverage/', 'test-results/', 'playwright-report/', '.cache/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,

  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './tsconfig.worker.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        // A default branch would hide the member that is added next.
        { considerDefaultExhaustiveForUnions: false, requireDefaultForNonUnion: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },

  {
    files: ['src/{app,features,store,ui}/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
  },

  {
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...outsideWorld],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: `${sameSeedSameTrace} take the draw as an argument, from random.ts.` },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: ':function[async=true], :function[generator=true]',
          message: 'src/core uses plain loops: an async or generator core runs 8 to 20 times fewer simulations a second.',
        },
      ],
    },
  },

  {
    files: ['tests/e2e/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[property.name="waitForTimeout"]',
          message: 'A sleep is too long here and too short elsewhere: wait for what a person would see, with expect(locator).',
        },
      ],
    },
  },

  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        ['clearTimeout', 'console', 'fetch', 'module', 'performance', 'process', 'setInterval', 'setTimeout', 'URL'].map((name) => [
          name,
          'readonly',
        ]),
      ),
    },
  },

  {
    // Blocking scripts of the page.
    files: ['public/**/*.js'],
    languageOptions: {
      sourceType: 'script',
      globals: Object.fromEntries(
        ['document', 'location', 'MessageChannel', 'requestAnimationFrame', 'window'].map((name) => [name, 'readonly']),
      ),
    },
  },
);
