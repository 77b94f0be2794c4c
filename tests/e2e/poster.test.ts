import { build, type Rolldown } from 'vite';
import { FIGURE_NAME } from '../../src/core/figure.ts';
import { namedPosters } from '../../src/poster/named-posters.ts';
import { posterSvg } from '../../src/poster/poster.ts';
import { en } from '../../src/words/en.ts';
import { expect, test } from './figure.ts';

declare const posterPngScript: { readonly posterPng: (svg: string, scale: number) => Promise<Blob> };

/** The helper as a script that a page can load: no part of the page that is tested calls it with a known poster. */
async function asScript(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry: 'src/poster/poster-png.ts', formats: ['iife'], name: 'posterPngScript' } },
  })) as Rolldown.RolldownOutput[];
  const chunk = built[0]?.output[0];
  if (chunk === undefined) throw new Error('nothing was built');
  return chunk.code;
}

test('a browser makes a PNG of a poster, at the size that is asked for, in a sandboxed frame too', async ({ page }) => {
  const poster = namedPosters().find(({ name }) => name === FIGURE_NAME);
  if (poster === undefined) throw new Error('the figure has no poster');
  const svg = posterSvg(poster.run, poster.at, en);
  const script = await asScript();
  await page.goto('./');

  const draw = async (picture: string) => {
    const blob = await posterPngScript.posterPng(picture, 1);
    const bitmap = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
    const colours = new Set<string>();
    for (let at = 0; at < data.length; at += 4) colours.add([...data.slice(at, at + 3)].join());
    return { type: blob.type, width: bitmap.width, height: bitmap.height, paper: colours.has('251,250,246'), bad: colours.has('179,38,30') };
  };
  const expected = { type: 'image/png', width: 1200, height: 630, paper: true, bad: true };
  await page.addScriptTag({ content: script });
  expect(await page.evaluate(draw, svg)).toEqual(expected);

  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.sandbox.add('allow-scripts');
    frame.name = 'sandboxed';
    frame.srcdoc = '<!doctype html><p>A frame of an opaque origin.</p>';
    document.body.append(frame);
  });
  await expect(page.frameLocator('iframe[name=sandboxed]').getByText('opaque origin')).toBeVisible();
  const frame = page.frame({ name: 'sandboxed' });
  await frame?.addScriptTag({ content: script });
  expect(await frame?.evaluate(draw, svg)).toEqual(expected);
});
