import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import { packScenario } from '../../src/store/packed-scenario.ts';
import { readLink } from '../../src/store/read-link.ts';
import { DEFAULT_LINK, encodeUrl, type LinkState } from '../../src/store/url.ts';
import { en } from '../../src/words/en.ts';
import { anyScenario } from '../core/arbitrary-scenario.ts';
import { figureWith } from '../core/runs.ts';

const SCENARIO = figureWith(['silence']);

function showing(scenario: Scenario, packed: string): LinkState {
  return { ...DEFAULT_LINK, settings: { ...DEFAULT_LINK.settings, shows: { kind: 'file', scenario, packed } } };
}

async function linkOf(scenario: Scenario): Promise<LinkState> {
  return showing(scenario, await packScenario(scenario));
}

const packedText = (text: string): string => deflateRawSync(text).toString('base64url');

/** What is said of a link, and what it opens instead. */
async function told(query: string): Promise<{ readonly shows: string; readonly said: readonly string[] }> {
  const { state, notices } = await readLink(query);
  return { shows: state.settings.shows.kind, said: notices.map((notice) => en.notice.link(notice)) };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a scenario of one’s own in a link', () => {
  it('[U17] comes back as it was, and needs no escaping', async () => {
    await fc.assert(
      fc.asyncProperty(anyScenario, async (scenario) => {
        const state = await linkOf(scenario);
        const query = encodeUrl(state);
        expect(query).toMatch(/^v=1&file=[\w-]+$/);
        expect(await readLink(query)).toEqual({ state, notices: [] });
      }),
      { numRuns: 200 },
    );
  });

  it('[U17] where a browser cannot deflate, it travels as it is, and is read everywhere', async () => {
    vi.stubGlobal('CompressionStream', undefined);
    const states = await Promise.all(NAMED_SCENARIOS.map(({ scenario }) => linkOf(scenario)));
    vi.unstubAllGlobals();
    for (const state of states) {
      expect(encodeUrl(state)).toMatch(/^v=1&file=\.[\w-]+$/);
      expect(await readLink(encodeUrl(state))).toEqual({ state, notices: [] });
    }
  });

  it('[U17] is an ordinary deflated text: this one was packed by another program', async () => {
    const packed = packedText(JSON.stringify(SCENARIO, null, 1));
    expect(await readLink(`v=1&file=${packed}`)).toEqual({ state: showing(SCENARIO, packed), notices: [] });
  });

  it('[U17] a small one has a link that fits everywhere', async () => {
    for (const { scenario } of NAMED_SCENARIOS) expect(encodeUrl(await linkOf(scenario)).length).toBeLessThan(1_500);
  });

  const packed = packedText(JSON.stringify(SCENARIO));

  it.each<[string, string, RegExp]>([
    ['cut short', packed.slice(0, -20), /cannot be unpacked/],
    ['with a letter changed', packed.slice(0, 60) + (packed[60] === 'A' ? 'B' : 'A') + packed.slice(61), /cannot be unpacked|is no scenario/],
    ['of other characters', '%00%ff+/=', /cannot be unpacked/],
    ['of one character', 'A', /cannot be unpacked/],
    ['that is not deflated', Buffer.from('hello').toString('base64url'), /cannot be unpacked/],
    ['plain, and nothing', '.', /cannot be unpacked/],
    ['that is no JSON', packedText('seed: 1'), /cannot be unpacked/],
    ['that is no text', deflateRawSync(Buffer.from([0xff, 0xfe, 0x00])).toString('base64url'), /cannot be unpacked/],
    ['that is no scenario', packedText('{"version": 1}'), /is no scenario: at name: /],
    ['too deep', packedText('['.repeat(100_000)), /is no scenario: Expected fewer levels/],
    ['a bomb of 10 MB', deflateRawSync(Buffer.alloc(10_000_000)).toString('base64url'), /unpacks to more than a scenario can be/],
  ])('[U18] %s: the figure is shown, and file is named', async (_, file, expected) => {
    expect(await told(`v=1&file=${file}`)).toEqual({ shows: 'figure', said: [expect.stringMatching(expected)] });
    expect((await told(`v=1&file=${file}`)).said[0]).toMatch(/^In the link, file .+\. The figure is shown instead\.$/);
  });

  it('[U18] all else in the link is kept, the scenario with a name included', async () => {
    const { state, notices } = await readLink('v=1&scenario=timeout&file=broken&fail=not-there&deadline=500&theme=dark');
    expect(state.settings.shows).toEqual({ kind: 'named', name: 'timeout' });
    expect(state.settings.on['not-there']).toBe(true);
    expect(state.settings.params.deadlineMs).toBe(500);
    expect(state.frame.theme).toBe('dark');
    expect(notices.map((notice) => en.notice.link(notice))).toEqual([expect.stringMatching(/The scenario timeout is shown instead\.$/)]);
  });

  it('[U18] never throws, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ maxLength: 60 }), fc.base64String({ maxLength: 60 })), async (file) => {
        const { state } = await readLink(`v=1&file=${encodeURIComponent(file)}`);
        expect(state.settings.shows.kind).toBe('figure');
      }),
      { numRuns: 300 },
    );
  });
});
