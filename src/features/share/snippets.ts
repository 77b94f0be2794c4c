import { inMarkup } from '../../words/in-markup.ts';

/** What is needed to put a state of the figure into a page, whatever the page is written in. */
export interface Shared {
  /** The figure as an embed, with its state; absolute. */
  readonly embedAddress: string;
  /** The whole page in the same state; absolute. */
  readonly linkAddress: string;
  /** Of dist/embed.js, beside the page; absolute. */
  readonly loaderAddress: string;
  /** What the picture shows, for those who do not see it. */
  readonly title: string;
  /** In CSS pixels. */
  readonly height: number;
  /** The keys of the embed's link, without those that the element sets itself. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** File name of the poster, to be put beside the text. */
  readonly poster: string;
  /** The build's own poster of this very state, absolute; null: it has none. */
  readonly standIn: string | null;
}

export const SNIPPET_KINDS = ['link', 'iframe', 'element', 'markdown', 'myst', 'quarto', 'docusaurus'] as const;
export type SnippetKind = (typeof SNIPPET_KINDS)[number];

export function snippet(kind: SnippetKind, shared: Shared): string {
  const { embedAddress, linkAddress, loaderAddress, title, height, attributes, poster, standIn } = shared;
  switch (kind) {
    case 'link':
      return linkAddress;
    case 'iframe':
      return iframe(shared);
    case 'element': {
      // Without one the stand-in says what the figure is called, and nothing about a state.
      const image = standIn === null ? [] : [['poster', standIn] as const];
      const given = [...image, ...attributes].map(([name, value]) => ` ${name}="${inMarkup(value)}"`).join('');
      return [
        `<script src="${inMarkup(loaderAddress)}" defer></script>`,
        `<when-tools-fail title="${inMarkup(title)}"${given}>`,
        `  <a href="${inMarkup(linkAddress)}">${inMarkup(title)}</a>`,
        `</when-tools-fail>`,
      ].join('\n');
    }
    case 'markdown':
      return `[![${inMarkdown(title)}](${poster})](${linkAddress})`;
    case 'myst':
      return [
        `:::{iframe} ${embedAddress}`,
        `:width: 100%`,
        `:placeholder: ${poster}`,
        `:title: ${title}`,
        title,
        `:::`,
      ].join('\n');
    case 'quarto':
      return [
        `::: {.content-visible when-format="html"}`,
        '```{=html}',
        iframe(shared),
        '```',
        `:::`,
        ``,
        `::: {.content-visible unless-format="html"}`,
        `[![${inMarkdown(title)}](${poster})](${linkAddress})`,
        `:::`,
      ].join('\n');
    case 'docusaurus':
      return [
        `<iframe`,
        `  title={${JSON.stringify(title)}}`,
        `  src={${JSON.stringify(embedAddress)}}`,
        `  width="100%"`,
        `  height="${height}"`,
        `  loading="lazy"`,
        `  allow="fullscreen; clipboard-write"`,
        `  style={{ border: 0 }}`,
        `/>`,
      ].join('\n');
  }
}

function iframe({ embedAddress, title, height }: Shared): string {
  return (
    `<iframe title="${inMarkup(title)}" src="${inMarkup(embedAddress)}" width="100%" height="${height}" ` +
    `loading="lazy" allow="fullscreen; clipboard-write" style="border:0"></iframe>`
  );
}

function inMarkdown(text: string): string {
  return text.replaceAll(/[[\]\\]/g, String.raw`\$&`);
}
