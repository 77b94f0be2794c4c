/** The longest link this page makes has some 400 characters. More is no link, and is not worth the reading. */
export const LONGEST_QUERY = 16_384;

export interface Query {
  /** Each key with its last value. */
  readonly fields: ReadonlyMap<string, string>;
  /** Keys that come with different values, each with the first of them. */
  readonly repeated: ReadonlyMap<string, string>;
  /** The pairs beyond LONGEST_QUERY were not read. */
  readonly isCut: boolean;
}

/** Splits a query string, with or without its question mark. Never throws: an escape that means nothing stays as it is. */
export function readQuery(query: string): Query {
  const text = query.startsWith('?') ? query.slice(1) : query;
  const isCut = text.length > LONGEST_QUERY;
  const pairs = text.slice(0, LONGEST_QUERY).split('&');
  // The last pair may have lost its end.
  if (isCut) pairs.pop();
  const fields = new Map<string, string>();
  const repeated = new Map<string, string>();
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const key = unescaped(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : unescaped(pair.slice(equals + 1));
    const before = fields.get(key);
    if (before !== undefined && before !== value && !repeated.has(key)) repeated.set(key, before);
    fields.set(key, value);
  }
  return { fields, repeated, isCut };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
