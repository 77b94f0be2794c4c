import type { HtmlTagDescriptor, Plugin } from 'vite';
import { jsonText } from '../src/core/format/json.ts';
import { FIGURE_NAME } from '../src/core/figure.ts';
import { namedPosters } from '../src/poster/named-posters.ts';
import { POSTER_HEIGHT, POSTER_WIDTH, posterHeadline } from '../src/poster/poster.ts';
import { en } from '../src/words/en.ts';
import { inMarkup } from '../src/words/in-markup.ts';
import { siteUrl } from './site-url.ts';

const IMAGE = `posters/${FIGURE_NAME}.png`;
const OEMBED = 'oembed.json';

/** The frame that a host is offered: the opening picture without a scroll bar of its own in most columns of text. */
const FRAME = { width: 960, height: 900 };

/**
 * What a link to the page looks like elsewhere. Pictures, the page's own address and oEmbed need an absolute address:
 * where the build does not know it, they are left out, since a wrong one is worse than none.
 */
export function sharing(site = siteUrl()): Plugin {
  return {
    name: 'sharing',
    transformIndexHtml: () => sharingTags(site),
    generateBundle() {
      if (site === null) return;
      this.emitFile({ type: 'asset', fileName: OEMBED, source: jsonText(oembed(site)) });
    },
  };
}

export function sharingTags(site: string | null): HtmlTagDescriptor[] {
  const open = [
    property('og:type', 'website'),
    property('og:title', en.productName),
    property('og:description', en.description),
    meta('twitter:card', site === null ? 'summary' : 'summary_large_image'),
  ];
  if (site === null) return open;
  return [
    ...open,
    property('og:url', site),
    property('og:image', site + IMAGE),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(POSTER_WIDTH)),
    property('og:image:height', String(POSTER_HEIGHT)),
    property('og:image:alt', figureHeadline()),
    {
      tag: 'link',
      attrs: { rel: 'alternate', type: 'application/json+oembed', href: site + OEMBED, title: en.productName },
      injectTo: 'head',
    },
  ];
}

/** https://oembed.com, version 1.0, as a file: it answers for the page as it opens, whatever is asked. */
export function oembed(site: string) {
  const { width, height } = FRAME;
  const style = 'border:0;max-width:100%';
  return {
    type: 'rich',
    version: '1.0',
    title: en.productName,
    provider_name: en.productName,
    provider_url: site,
    html: `<iframe title="${inMarkup(en.productName)}" src="${inMarkup(site)}?embed=1" width="${width}" height="${height}" loading="lazy" allow="fullscreen; clipboard-write" style="${style}"></iframe>`,
    width,
    height,
    thumbnail_url: site + IMAGE,
    thumbnail_width: POSTER_WIDTH,
    thumbnail_height: POSTER_HEIGHT,
  } as const;
}

/** What the picture shows: the sentence that is drawn into it. */
function figureHeadline(): string {
  const figure = namedPosters().find(({ name }) => name === FIGURE_NAME);
  return figure === undefined ? en.productName : posterHeadline(figure.run, en);
}

function property(name: string, content: string): HtmlTagDescriptor {
  return { tag: 'meta', attrs: { property: name, content }, injectTo: 'head' };
}

function meta(name: string, content: string): HtmlTagDescriptor {
  return { tag: 'meta', attrs: { name, content }, injectTo: 'head' };
}
