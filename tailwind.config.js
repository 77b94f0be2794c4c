import plugin from 'tailwindcss/plugin';

// Names only: every value lives once, as a custom property, in src/app/styles.css.
const tones = ['ok', 'bad', 'unknown', 'transient', 'empty-result', 'malformed', 'unknown-tool', 'tone'];

// Widths, in ch of the box's own font, at which a wording of <Fit> gives way to a shorter one: as Fit.tsx has them.
const fitWidths = Object.fromEntries(
  Array.from({ length: 72 }, (_, index) => index + 1)
    .filter((ch) => ch <= 12 || ch % 2 === 0)
    .map((ch) => [ch, String(ch)]),
);

const fit = plugin(({ matchUtilities }) => {
  matchUtilities(
    {
      'fit-from': (ch) => ({ [`@container (width < ${ch}ch)`]: { display: 'none' } }),
      'fit-below': (ch) => ({ [`@container (width >= ${ch}ch)`]: { display: 'none' } }),
    },
    { values: fitWidths },
  );
});

/** @type {import('tailwindcss').Config} */
export default {
  plugins: [fit],
  content: ['./index.html', './src/**/*.{ts,tsx}'],
  theme: {
    // Replaces Tailwind's palette and scale: a colour or a size outside the design has no class.
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      paper: 'var(--paper)',
      card: 'var(--card)',
      ink: 'var(--ink)',
      'ink-2': 'var(--ink-2)',
      'ink-3': 'var(--ink-3)',
      hair: 'var(--hair)',
      'hair-2': 'var(--hair-2)',
      accent: 'var(--accent)',
      ...Object.fromEntries(
        tones.flatMap((tone) => [
          [tone, `var(--${tone})`],
          [`${tone}-tint`, `var(--${tone}-tint)`],
        ]),
      ),
    },
    fontFamily: {
      sans: 'var(--sans)',
      serif: 'var(--serif)',
      mono: 'var(--mono)',
    },
    fontSize: {
      label: ['var(--label)', 'var(--label-height)'],
      body: ['var(--body)', 'var(--body-height)'],
      lead: ['var(--lead)', 'var(--lead-height)'],
      total: ['var(--total)', 'var(--total-height)'],
      headline: ['var(--headline)', 'var(--headline-height)'],
    },
    // The weights that are shipped; font-synthesis is off, so no other would show.
    fontWeight: { normal: '400', medium: '500', semibold: '600' },
    borderRadius: { none: '0', sm: '0.1875rem', DEFAULT: '0.375rem', full: '9999px' },
    borderWidth: { DEFAULT: 'var(--line)', 0: '0', 2: 'calc(2 * var(--line))', 3: 'calc(3 * var(--line))' },
    boxShadow: {},
    extend: {
      // The base stays Tailwind's 0.25rem, 4 px.
      spacing: {
        side: 'var(--side)',
        stage: 'var(--stage)',
        bar: 'var(--bar)',
        lane: 'var(--lane)',
        target: 'var(--target)',
      },
    },
  },
};
