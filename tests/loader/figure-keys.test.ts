import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/core/figure.ts';
import { PARAM_KEYS, PARAMS } from '../../src/core/params.ts';
import { FIGURE_KEYS } from '../../src/loader/figure-keys.ts';
import { DEFAULT_LINK, encodeUrl } from '../../src/store/url.ts';

it('every key of a link can be an attribute, but for the version, which the loader always sends', () => {
  const link = encodeUrl({
    ...DEFAULT_LINK,
    settings: {
      ...DEFAULT_SETTINGS,
      on: { ...DEFAULT_SETTINGS.on, silence: false },
      silence: 'late',
      jitter: 'full',
      refusesOverCapture: true,
    },
    cursor: { lane: 'no-guard', id: 'policy.action' },
    speed: 4,
    reading: 'mcp',
  });
  const keys = [...new URLSearchParams(link).keys(), ...PARAM_KEYS.map((key) => PARAMS[key].urlKey)];
  expect(keys.length).toBeGreaterThan(15);
  expect(keys.filter((key) => key !== 'v' && !FIGURE_KEYS.includes(key))).toEqual([]);
});

it('no key is a name that HTML gives a meaning to, but for the language, which means the same', () => {
  const ofEveryElement = ['class', 'dir', 'draggable', 'hidden', 'id', 'inert', 'part', 'role', 'slot', 'style', 'tabindex', 'title'];
  const own = ['src', 'poster', 'poster-alt', 'label', 'height', 'load'];
  expect(FIGURE_KEYS.filter((key) => [...ofEveryElement, ...own].includes(key))).toEqual([]);
  expect(new Set(FIGURE_KEYS).size).toBe(FIGURE_KEYS.length);
});
