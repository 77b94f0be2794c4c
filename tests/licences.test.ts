import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { noticesFile, noticesText, shippedPackages } from '../scripts/third-party-notices.ts';

const FREE_TO_SHIP = ['MIT', '0BSD', 'OFL-1.1'];

describe('third-party notices', () => {
  const notices = readFileSync(noticesFile, 'utf8');

  it('name what is installed, with its version and the text of its licence (else: npm run notices)', () => {
    expect(notices).toBe(noticesText());
  });

  it('name the libraries and fonts of the page', () => {
    for (const name of ['react', 'react-dom', 'scheduler', 'zustand', 'framer-motion', 'motion-dom', 'motion-utils', 'valibot', 'tailwindcss']) {
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'));
    }
    for (const family of ['sans', 'serif', 'mono']) {
      expect(notices).toMatch(new RegExp(`^@fontsource/ibm-plex-${family} [\\d.]+ \\(OFL-1\\.1\\)$`, 'm'));
    }
    expect(notices).toContain('SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007');
  });

  it('hold no licence that asks for more than to be carried along', () => {
    expect(shippedPackages().filter(({ licence }) => !FREE_TO_SHIP.includes(licence))).toEqual([]);
  });
});
