import { Resvg } from '@resvg/resvg-js';
import { cutFonts, posterFonts } from './fonts.ts';

/** Draws posters as PNG, with the page's own fonts and no others: the same bytes on every machine. */
export async function pngDrawer(): Promise<(svg: string) => Uint8Array> {
  await cutFonts();
  const font = { fontFiles: [...posterFonts], loadSystemFonts: false, defaultFontFamily: 'IBM Plex Sans' };
  return (svg) => new Resvg(svg, { font }).render().asPng();
}
