/** `20 records`, `1 record`: what a list answers, as its tools and their handlers tell it. */
export function recordsText(count: number): string {
  return `${count} ${noun(count)}`;
}

/** `20 of 57 records`. */
export function recordsOfText(count: number, total: number): string {
  return `${count} of ${total} ${noun(total)}`;
}

/** @returns how many a text of `recordsText` tells at its start, and what comes after it; null: it is none */
export function recordsTold(text: string): { readonly count: number; readonly rest: string } | null {
  const [, count, rest] = /^(\d+) records?\b(.*)$/s.exec(text) ?? [];
  return count === undefined ? null : { count: Number(count), rest: rest ?? '' };
}

function noun(count: number): string {
  return count === 1 ? 'record' : 'records';
}
