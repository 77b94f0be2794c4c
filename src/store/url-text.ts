/** Longest text of a link that is repeated to a person, in characters. */
const LONGEST_SHOWN = 60;

/**
 * Text from a link as it can be shown anywhere: control characters, direction marks, lone surrogates and other
 * things without a shape are written as `\u{…}`, and what is long is cut.
 */
export function shown(text: string): string {
  // A cut may leave half a surrogate pair at the end; it lies beyond what is kept.
  const parts = Array.from(text.slice(0, 2 * LONGEST_SHOWN + 2), (character) =>
    character.replace(/^[\p{C}\p{Zl}\p{Zp}]$/u, () => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`),
  );
  let kept = '';
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    if (kept.length + part.length > (isLast ? LONGEST_SHOWN : LONGEST_SHOWN - 1)) return `${kept}…`;
    kept += part;
  }
  return kept;
}

/** The candidate that a slip of the hand most likely turned into `text`, or null where none is near. */
export function closestTo(text: string, candidates: readonly string[]): string | null {
  if (text.length > LONGEST_SHOWN) return null;
  const lower = text.toLowerCase();
  let closest: string | null = null;
  // A third of the letters wrong is still the same word; more is a guess.
  let fewest = Math.max(1, Math.floor(lower.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = editsBetween(lower, candidate);
    if (edits < fewest) {
      fewest = edits;
      closest = candidate;
    }
  }
  return closest;
}

/** Levenshtein's distance: letters put in, taken out or exchanged. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(exchanged, at(row, j) + 1, at(next, j - 1) + 1));
    }
    row = next;
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
