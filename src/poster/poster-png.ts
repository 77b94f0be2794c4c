import { POSTER_HEIGHT, POSTER_WIDTH } from './poster.ts';

/**
 * A poster as a picture file, drawn by the browser. The fonts are the machine's own: what an image draws has no
 * access to those of the page.
 *
 * @param scale 2: sharp on a dense screen and in print
 */
export async function posterPng(svg: string, scale = 2): Promise<Blob> {
  const image = new Image();
  // A data address: a strict policy for images allows it sooner than a blob, and a sandboxed frame draws it too.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = POSTER_WIDTH * scale;
  canvas.height = POSTER_HEIGHT * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser gives no canvas to draw on.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The canvas gave no picture.'));
      else resolve(blob);
    }, 'image/png');
  });
}
