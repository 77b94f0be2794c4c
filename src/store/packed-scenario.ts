import type { Problem, Scenario } from '../core/scenario.ts';
import { LONGEST_TEXT, readScenarioText } from '../core/scenario-text.ts';

/**
 * A scenario as the text of a link: JSON in UTF-8, deflated (RFC 1951), in base64url (RFC 4648) without padding. Where the
 * browser does not deflate, what follows PLAIN is not deflated. A link is a promise: this is read for ever.
 */

/** Not a character of base64url, so nothing deflated begins with it. */
const PLAIN = '.';

export type Unpacked =
  | { readonly kind: 'scenario'; readonly scenario: Scenario }
  /** Cut short, or never packed by this page. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'refused'; readonly problem: Problem };

export async function packScenario(scenario: Scenario): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(scenario));
  const deflated = await deflate(bytes);
  return deflated === null ? PLAIN + toBase64url(bytes) : toBase64url(deflated);
}

/** Never rejects. */
export async function unpackScenario(packed: string): Promise<Unpacked> {
  const isPlain = packed.startsWith(PLAIN);
  const bytes = fromBase64url(isPlain ? packed.slice(PLAIN.length) : packed);
  if (bytes === null) return { kind: 'broken' };
  const inflated = isPlain ? bytes : await inflate(bytes);
  if (inflated === 'too-long' || inflated === 'broken') return { kind: inflated };
  const text = decoded(inflated);
  if (text === null) return { kind: 'broken' };
  const reading = readScenarioText(text);
  switch (reading.kind) {
    case 'scenario':
    case 'too-long':
      return reading;
    case 'not-json':
      return { kind: 'broken' };
    case 'too-deep':
      return refusedAs([{ path: '', message: 'Expected fewer levels of nesting' }]);
    case 'refused':
      return refusedAs(reading.problems);
  }
}

function refusedAs([problem]: readonly Problem[]): Unpacked {
  return problem === undefined ? { kind: 'broken' } : { kind: 'refused', problem };
}

async function deflate(bytes: Bytes): Promise<Bytes | null> {
  let stream: CompressionStream;
  try {
    stream = new CompressionStream('deflate-raw');
  } catch {
    return null;
  }
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Stops where it becomes too long: a few kilobytes can inflate to gigabytes. */
async function inflate(bytes: Bytes): Promise<Bytes | 'broken' | 'too-long'> {
  const parts: Bytes[] = [];
  let length = 0;
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > LONGEST_TEXT) {
        reader.cancel().catch(() => undefined);
        return 'too-long';
      }
      parts.push(part.value);
    }
  } catch {
    return 'broken';
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

type Bytes = Uint8Array<ArrayBuffer>;

function decoded(bytes: Bytes): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function toBase64url(bytes: Bytes): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64url(text: string): Bytes | null {
  if (!/^[\w-]+$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (unit) => unit.charCodeAt(0));
  } catch {
    return null;
  }
}
