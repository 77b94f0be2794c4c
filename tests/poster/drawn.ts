/** Reads a poster back, strictly enough that what it accepts is well-formed XML of the kind that a poster is. */

export interface Drawn {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
}

const TAG = /<(\/?)([a-z][a-zA-Z]*)((?: [a-zA-Z][a-zA-Z0-9:-]*="[^"<]*")*)(\/?)>/y;
const TEXT = /[^<]+/y;
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot);)/;

export function readSvg(svg: string): readonly Drawn[] {
  if (BARE_AMPERSAND.test(svg)) throw new Error('An ampersand is not escaped.');
  const open: { name: string; attributes: ReadonlyMap<string, string>; text: string }[] = [];
  const all: Drawn[] = [];
  let at = 0;
  while (at < svg.length) {
    TEXT.lastIndex = TAG.lastIndex = at;
    const text = TEXT.exec(svg);
    const tag = text === null ? TAG.exec(svg) : null;
    const inside = open.at(-1);
    if (text !== null && inside !== undefined) {
      inside.text += unescaped(text[0]);
      at = TEXT.lastIndex;
      continue;
    }
    if (tag === null) throw new Error(`Not well-formed at ${svg.slice(at, at + 60)}`);
    const [, closing, name = '', written = '', empty] = tag;
    if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element.`);
    } else {
      if (open.length === 0 && all.length > 0) throw new Error('There are two roots.');
      const pairs = [...written.matchAll(/ ([^=]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescaped(value)] as const);
      const attributes = new Map(pairs);
      if (attributes.size !== pairs.length) throw new Error(`<${name}> has an attribute twice.`);
      const element = { name, attributes, text: '' };
      all.push(element);
      if (empty !== '/') open.push(element);
    }
    at = TAG.lastIndex;
  }
  if (open.length > 0) throw new Error('An element is not closed.');
  return all;
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What an element covers, without the width of its line; null for those that draw nothing. */
export function boxOf({ name, attributes }: Drawn): Box | null {
  const get = (key: string): number => Number(attributes.get(key));
  switch (name) {
    case 'rect':
      return { left: get('x'), top: get('y'), right: get('x') + get('width'), bottom: get('y') + get('height') };
    case 'circle':
      return { left: get('cx') - get('r'), top: get('cy') - get('r'), right: get('cx') + get('r'), bottom: get('cy') + get('r') };
    case 'line':
      return around([get('x1'), get('x2')], [get('y1'), get('y2')]);
    case 'text': {
      // Plex reaches 0.75 em above its baseline with its tallest letters, and 0.22 em below.
      const [x, y, size] = [get('x'), get('y'), get('font-size')];
      return { left: x, top: y - 0.75 * size, right: x + get('textLength'), bottom: y + 0.22 * size };
    }
    case 'path': {
      const points = [...(attributes.get('d') ?? '').matchAll(/(-?[\d.]+) (-?[\d.]+)(?=[MLAZ]|$)/g)];
      return around(
        points.map(([, x]) => Number(x)),
        points.map(([, , y]) => Number(y)),
      );
    }
    default:
      return null;
  }
}

function around(xs: readonly number[], ys: readonly number[]): Box {
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
