import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/core/figure.ts';
import { INCIDENT_NAMES } from '../../src/core/incident-names.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { builtPosterOf } from '../../src/features/share/built-poster.ts';
import { snippet, type Shared } from '../../src/features/share/snippets.ts';
import { DEFAULT_LINK, decodeUrl, type LinkState } from '../../src/store/url.ts';

function linked(query: string): LinkState {
  const { state, notices } = decodeUrl(query);
  expect(notices).toEqual([]);
  return state;
}

describe('the poster that stands in for a state', () => {
  it('is the one of the named run, of the incident, or of the figure as it opens', () => {
    expect(builtPosterOf(DEFAULT_LINK, [])).toBe('figure');
    const [, ...named] = NAMED_SCENARIOS.map(({ scenario }) => scenario.name);
    for (const name of [...named, ...INCIDENT_NAMES]) expect(builtPosterOf(linked(`v=1&scenario=${name}`), [])).toBe(name);
  });

  it('does not mind what is in no picture', () => {
    expect(builtPosterOf(linked('v=1&scenario=late&speed=2&reads=mcp&hide=trace&lock=switches&theme=dark'), ['trace'])).toBe('late');
  });

  it.each([
    'v=1&fail=too-slow',
    'v=1&deadline=500',
    'v=1&lanes=handlers',
    'v=1&view=agent',
    'v=1&view=incidents',
    'v=1&at=no-guard.refund.1.outcome',
    'v=1&scenario=late&at=no-guard.refund.1.outcome',
    'v=1&scenario=late&view=agent',
    'v=1&scenario=another-route&compare=execute-tool,careless',
    'v=1&scenario=late&fail=none',
  ])('is none of another state: %s', (query) => {
    expect(builtPosterOf(linked(query), [])).toBeNull();
  });

  it('is none of a scenario of one’s own, whatever it is called', () => {
    const [first] = NAMED_SCENARIOS;
    if (first === undefined) throw new Error('no scenario has a name');
    const settings = { ...DEFAULT_SETTINGS, shows: { kind: 'file', scenario: first.scenario, packed: 'x' } } as const;
    expect(builtPosterOf({ ...DEFAULT_LINK, settings }, [])).toBeNull();
  });

  it('is none where the headline or the ledgers are left out: it would give them away', () => {
    expect(builtPosterOf(DEFAULT_LINK, ['headline'])).toBeNull();
    expect(builtPosterOf(DEFAULT_LINK, ['controls', 'ledgers'])).toBeNull();
  });
});

describe('the element', () => {
  const shared: Shared = {
    embedAddress: 'https://x.example/?embed=1',
    linkAddress: 'https://x.example/',
    loaderAddress: 'https://x.example/embed.js',
    title: 'Twice & once',
    height: 640,
    attributes: [['scenario', 'late']],
    poster: 'when-tools-fail.png',
    standIn: 'https://x.example/posters/late.svg',
  };

  it('has the poster of its state, and without one none', () => {
    expect(snippet('element', shared)).toContain(
      '<when-tools-fail title="Twice &amp; once" poster="https://x.example/posters/late.svg" scenario="late">',
    );
    expect(snippet('element', { ...shared, standIn: null })).toContain('<when-tools-fail title="Twice &amp; once" scenario="late">');
  });
});
