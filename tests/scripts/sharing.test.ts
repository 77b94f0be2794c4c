import { describe, expect, it } from 'vitest';
import { oembed, sharing, sharingTags } from '../../scripts/sharing.ts';
import { siteUrl } from '../../scripts/site-url.ts';
import { en } from '../../src/words/en.ts';

const SITE = 'https://example.org/figures/when-tools-fail/';

function valuesOf(site: string | null): ReadonlyMap<unknown, unknown> {
  return new Map(sharingTags(site).map(({ attrs = {} }) => [attrs['property'] ?? attrs['name'] ?? attrs['type'], attrs['content'] ?? attrs['href']]));
}

describe('the address of the page', () => {
  it('ends in a slash, and is not known where nobody says it', () => {
    expect(siteUrl('https://example.org/figures/when-tools-fail')).toBe(SITE);
    expect(siteUrl(SITE)).toBe(SITE);
    expect(siteUrl('')).toBeNull();
  });

  it.each(['example.org', '/when-tools-fail/', 'file:///tmp/', 'https://example.org/?v=1', 'https://example.org/#a'])('is not %s', (given) => {
    expect(() => siteUrl(given)).toThrow(given);
  });
});

describe('a link to the page, with its address', () => {
  const values = valuesOf(SITE);

  it('has a title, a description and a picture of its own', () => {
    expect(values.get('og:title')).toBe(en.productName);
    expect(values.get('og:description')).toBe(en.description);
    expect(values.get('og:url')).toBe(SITE);
    expect(values.get('og:image')).toBe(`${SITE}posters/figure.png`);
    expect(values.get('og:image:alt')).toBe('The retry refunded the order twice. With a guard, once.');
    expect([values.get('og:image:width'), values.get('og:image:height')]).toEqual(['1200', '630']);
    expect(values.get('twitter:card')).toBe('summary_large_image');
    expect(values.get('application/json+oembed')).toBe(`${SITE}oembed.json`);
  });

  it('can be embedded: a frame and nothing around it, with a picture', () => {
    const answer = oembed(SITE);
    expect(answer).toMatchObject({ type: 'rich', version: '1.0', title: en.productName, width: 960, height: 900 });
    expect(answer.html).toMatch(/^<iframe [^<>]*><\/iframe>$/);
    expect(answer.html).toContain(`src="${SITE}?embed=1"`);
    expect(answer.html).toContain('width="960" height="900"');
    expect(answer.thumbnail_url).toBe(`${SITE}posters/figure.png`);
    expect(oembed('https://example.org/a&b/').html).toContain('src="https://example.org/a&amp;b/?embed=1"');
  });
});

describe('without its address', () => {
  it('a link has words only: no address that could be wrong', () => {
    const values = valuesOf(null);
    expect(values.get('og:title')).toBe(en.productName);
    expect(values.get('twitter:card')).toBe('summary');
    expect([...values.keys()].filter((key) => /image|url|oembed/.test(String(key)))).toEqual([]);
  });
});

it.each([
  [SITE, ['oembed.json']],
  [null, []],
])('a build for %s has the files %j', (site, files) => {
  const emitted: unknown[] = [];
  const { generateBundle } = sharing(site);
  if (typeof generateBundle !== 'function') throw new Error('the plugin writes no file');
  const context = { emitFile: ({ fileName }: { readonly fileName?: string }) => emitted.push(fileName) };
  Reflect.apply(generateBundle, context, []);
  expect(emitted).toEqual(files);
});
