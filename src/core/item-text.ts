import type { Extent, ItemResults, ItemTally } from './outcome.ts';

/** `20 items`, `1 item`. */
export function countText(items: number): string {
  return `${items} ${items === 1 ? 'item' : 'items'}`;
}

/** `item 3`, `items 1-9`, `items 1-3, 10`: runs of numbers that rise. */
export function itemsText(items: readonly number[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.to === item - 1) last.to = item;
    else runs.push({ from: item, to: item });
  }
  const listed = runs.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
  return `${items.length === 1 ? 'item' : 'items'} ${listed}`;
}

/** `9 of 10 items done, item 10 failed (400)`; null where nothing failed and nothing was left out. */
export function itemResultsText({ done, failed, notAttempted }: ItemResults): string | null {
  if (failed.length === 0 && notAttempted.length === 0) return null;
  const byReason = new Map<string, number[]>();
  for (const { item, symptoms: [reason = 'error'] } of failed) byReason.set(reason, [...(byReason.get(reason) ?? []), item]);
  const parts = [
    `${done.length} of ${countText(done.length + failed.length + notAttempted.length)} done`,
    ...[...byReason].map(([reason, all]) => `${itemsText(all)} failed (${reason})`),
    ...(notAttempted.length === 0 ? [] : [`${itemsText(notAttempted)} not attempted`]),
  ];
  return parts.join(', ');
}

/** `9 of 10 items done, 1 failed`: what a caller is told of its batch. */
export function tallyText({ done, failed, unknown, open }: ItemTally): string {
  const rest = [
    [failed, 'failed'],
    [unknown, 'unknown'],
    [open, 'not done'],
  ] as const;
  const others = rest.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  return [`${done} of ${countText(done + failed + unknown + open)} done`, ...others].join(', ');
}

/** `54 items, complete`; `40 of 57 items, to go on at cursor page-3`: what a caller is told of a read in pages. */
export function extentText(extent: Extent): string {
  if (extent.kind === 'complete') return `${countText(extent.items)}, complete`;
  const { items, total, cursor } = extent;
  const of = total === null ? `${countText(items)} of an unknown number` : `${items} of ${countText(total)}`;
  return `${of}, ${cursor === null ? 'to be read from the beginning' : `to go on at cursor ${cursorText(cursor)}`}`;
}

/** The empty one has to be seen too. */
export function cursorText(cursor: string): string {
  return cursor === '' ? '""' : cursor;
}
