import { inMarkup } from '../words/in-markup.ts';
import { textWidth, type Face } from './text-width.ts';

type Attributes = Readonly<Record<string, string | number | undefined>>;

export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? number(value) : escaped(value ?? '')}"`)
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** Hundredths are finer than any screen. */
export function number(value: number): string {
  return String(+value.toFixed(2));
}

// What XML 1.0 does not allow in any form: most control characters, halves of pairs, two non-characters.
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

export function escaped(text: string): string {
  return inMarkup(text.replace(NOT_XML, '\ufffd'));
}

// Plex's own files call some weights a family. After them what a machine without Plex has.
const FAMILIES: Readonly<Record<Face, Attributes>> = {
  serif: { 'font-family': 'IBM Plex Serif Medium, IBM Plex Serif, Georgia, Times New Roman, serif', 'font-weight': 500 },
  sans: { 'font-family': 'IBM Plex Sans, Arial, sans-serif' },
  'sans-strong': { 'font-family': 'IBM Plex Sans, Arial, sans-serif', 'font-weight': 600 },
  mono: { 'font-family': 'IBM Plex Mono, Menlo, Courier New, monospace' },
  'mono-strong': { 'font-family': 'IBM Plex Mono SemiBold, IBM Plex Mono, Menlo, Courier New, monospace', 'font-weight': 600 },
};

export interface TextStyle {
  readonly face: Face;
  readonly size: number;
  readonly fill: string;
}

/** One line, from x on its baseline. Drawn as wide as it was measured, whichever font is there. */
export function textAt(x: number, y: number, text: string, { face, size, fill }: TextStyle): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  return element(
    'text',
    {
      x,
      y,
      ...FAMILIES[face],
      'font-size': size,
      fill,
      textLength: textWidth(line, face, size),
      lengthAdjust: 'spacingAndGlyphs',
    },
    escaped(line),
  );
}

/** Height of Plex's capitals over their size (OS/2 sCapHeight 698): a text is centred on half of it. */
const CAP_HEIGHT = 0.698;

/** The baseline of a line whose capitals are centred on y. */
export function baseline(y: number, size: number): number {
  return y + (CAP_HEIGHT / 2) * size;
}

export interface Stroke {
  readonly stroke: string;
  readonly width?: number;
  readonly dash?: string;
}

export function line(x1: number, y1: number, x2: number, y2: number, { stroke, width = 1, dash }: Stroke): string {
  return element('line', { x1, y1, x2, y2, stroke, 'stroke-width': width, 'stroke-dasharray': dash });
}
