/** `20 records`, `1 record`: what a list answers, as its tools and their handlers tell it. */
export function recordsText(count: number): string {
  return `${count} ${count === 1 ? 'record' : 'records'}`;
}

/** `20 of 57 records`; null: nobody says how many there are. */
export function recordsOfText(count: number, total: number | null): string {
  return `${count} of ${total === null ? 'an unknown number of records' : recordsText(total)}`;
}

/** @returns how many a text of `recordsText` tells at its start, and what comes after it; null: it is none */
export function recordsTold(text: string): { readonly count: number; readonly rest: string } | null {
  const [, count, rest] = /^(\d+) records?\b(.*)$/s.exec(text) ?? [];
  return count === undefined ? null : { count: Number(count), rest: rest ?? '' };
}
