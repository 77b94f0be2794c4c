/**
 * The colours of src/app/styles.css by the same names, for where no style sheet reaches: a file, a canvas, a
 * renderer that knows no custom properties. tests/poster/palette.test.ts holds the two equal.
 */
export type Theme = 'light' | 'dark';

const light = {
  paper: '#fbfaf6',
  card: '#ffffff',
  ink: '#1d1c1a',
  'ink-2': '#5c5850',
  'ink-3': '#726d63',
  hair: '#ddd8cc',
  'hair-2': '#ece8de',
  accent: '#1f4e8c',
  ok: '#1d7a4c',
  'ok-tint': '#e3f1e8',
  bad: '#b3261e',
  'bad-tint': '#fbe9e7',
  unknown: '#9a3b78',
  'unknown-tint': '#f6e6f0',
  transient: '#955a00',
  'transient-tint': '#fbefd9',
  'empty-result': '#51606e',
  'empty-result-tint': '#e9edf1',
  malformed: '#6a3fa0',
  'malformed-tint': '#efe8f8',
  'unknown-tool': '#0b6b74',
  'unknown-tool-tint': '#e0f0f1',
};

export type Palette = Readonly<typeof light>;

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light,
  dark: {
    paper: '#171614',
    card: '#1f1d1b',
    ink: '#efece5',
    'ink-2': '#b5afa3',
    'ink-3': '#948e82',
    hair: '#3a3732',
    'hair-2': '#2a2825',
    accent: '#8db8f2',
    ok: '#6ccf98',
    'ok-tint': '#17301f',
    bad: '#ff9a8f',
    'bad-tint': '#3d1d1a',
    unknown: '#e69ac8',
    'unknown-tint': '#38202f',
    transient: '#eab464',
    'transient-tint': '#37290f',
    'empty-result': '#aab8c6',
    'empty-result-tint': '#262c33',
    malformed: '#c4a5ee',
    'malformed-tint': '#2c2340',
    'unknown-tool': '#7ccdd5',
    'unknown-tool-tint': '#15302f',
  },
};

export type Tone = 'plain' | 'ok' | 'bad' | 'permanent' | 'unknown' | 'transient' | 'empty-result' | 'malformed' | 'unknown-tool';

/** As `[data-tone]` gives them to the parts of the page. */
export function toneColours(tone: Tone, palette: Palette): { readonly line: string; readonly tint: string } {
  switch (tone) {
    case 'plain':
      return { line: palette['ink-2'], tint: palette['hair-2'] };
    case 'permanent':
      return { line: palette.bad, tint: palette['bad-tint'] };
    case 'ok':
    case 'bad':
    case 'unknown':
    case 'transient':
    case 'empty-result':
    case 'malformed':
    case 'unknown-tool':
      return { line: palette[tone], tint: palette[`${tone}-tint`] };
  }
}
