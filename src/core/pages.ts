import type { Extent, Part } from './outcome.ts';

/** A result that its dependency gives in pages, as it really is. */
export interface Pages {
  readonly items: number;
  /** Of one page; the last may have fewer. */
  readonly size: number;
  /** Each page says how many items there are in all. */
  readonly tellsTotal: boolean;
  /** The cursor that leads to the second page is the empty string, which is as good as any other. */
  readonly emptyCursor: boolean;
}

/** How a client reads pages, and what it makes of what it has when it stops. */
export interface PagingSetting {
  /** `non-empty-cursor`: an empty one is taken for none. `nothing`: the first page is all that it asks for. */
  readonly follows: 'cursor' | 'non-empty-cursor' | 'nothing';
  /** Budgets, looked at before each page but the first; null: none. */
  readonly maxPages: number | null;
  /** Attempts over all pages. */
  readonly maxAttempts: number | null;
  /** From the start of the first page. */
  readonly totalMs: number | null;
  /** `ignored`: whatever ended it, what is there is told as the whole. */
  readonly incomplete: 'told' | 'ignored';
}

export const ALL_PAGES: PagingSetting = { follows: 'cursor', maxPages: null, maxAttempts: null, totalMs: null, incomplete: 'told' };

/** Even nothing comes on a page. */
export function pageCount({ items, size }: Pick<Pages, 'items' | 'size'>): number {
  return Math.max(1, Math.ceil(items / size));
}

/** What an untroubled dependency answers for one page, counted from 1. */
export function pageOf(pages: Pages, page: number): Omit<Part, 'readAt'> {
  const { items, size, tellsTotal, emptyCursor } = pages;
  const next = page < pageCount(pages) ? (emptyCursor && page === 1 ? '' : `page-${page + 1}`) : null;
  return { returned: Math.max(0, Math.min(size, items - (page - 1) * size)), total: tellsTotal ? items : null, cursor: next };
}

/** What has been read when a page has arrived. */
export interface ReadSoFar {
  readonly pages: number;
  readonly items: number;
  /** As the last page said that said it. */
  readonly total: number | null;
  /** Of the page after it; null: none. */
  readonly cursor: string | null;
  readonly attempts: number;
  readonly elapsedMs: number;
}

/** What comes after a page: the next one, or the end, by a budget or because the client sees no more. */
export function afterPage({ follows, maxPages, maxAttempts, totalMs }: PagingSetting, read: ReadSoFar): 'next' | 'over' | 'out-of-budget' {
  const goesOn = follows === 'nothing' ? false : seesMore(follows, read.cursor);
  if (!goesOn) return 'over';
  const isSpent = read.pages >= (maxPages ?? Infinity) || read.attempts >= (maxAttempts ?? Infinity) || read.elapsedMs >= (totalMs ?? Infinity);
  return isSpent ? 'out-of-budget' : 'next';
}

/** What a client that looks may conclude: complete only where nothing more is announced and the count agrees. */
export function extentOf({ follows }: PagingSetting, { items, total, cursor }: ReadSoFar): Extent {
  const isWhole = !seesMore(follows, cursor) && (total === null || items >= total);
  return isWhole ? { kind: 'complete', items } : { kind: 'incomplete', items, total, cursor };
}

function seesMore(follows: PagingSetting['follows'], cursor: string | null): boolean {
  return cursor !== null && !(follows === 'non-empty-cursor' && cursor === '');
}
