import type { Resolved } from './attempt.ts';
import { wholeMicroseconds } from './backoff.ts';
import { countText, extentText } from './item-text.ts';
import { OPERATION_TOOL, pageCall } from './operation.ts';
import { failureObservation, type Disposition, type Extent, type ToolOutcome } from './outcome.ts';
import { afterPage, ALL_PAGES, extentOf, pageOf, type Pages, type ReadSoFar } from './pages.ts';
import { callWithRetries } from './retry-loop.ts';
import type { Run } from './run.ts';
import type { Category } from './taxonomy.ts';
import type { ToolCall } from './tool-call.ts';
import type { ReadTool } from './tools.ts';

/**
 * A read in pages: a call for each page, with attempts and a policy of its own, until no cursor leads on, a page fails or
 * a budget is used up. What has been read is kept through a crash, as a job keeps it that writes its cursor down.
 *
 * @returns what its caller is told, with its extent: complete, or how many of how many and where to go on
 */
export function readPages(run: Run, call: ToolCall, pages: Pages, start: number): Resolved<ToolOutcome | null> {
  const setting = run.client.paging ?? ALL_PAGES;
  let read: ReadSoFar = { pages: 0, items: 0, total: null, cursor: null, attempts: 0, elapsedMs: 0 };
  let waitedMs = 0;
  const told = (end: End): ToolOutcome => ({ ...toldOf(end, setting.incomplete === 'ignored', read), attempts: read.attempts, waitedMs });
  for (let page = 1, now = start; ; page += 1) {
    const asked: ToolCall = { ...call, call: pageCall(call.call, page), page };
    const { result, at, outcome } = callWithRetries(run, asked, pageTool(pages, page), now);
    if (result === null) return { result, at };
    waitedMs = wholeMicroseconds(waitedMs + result.waitedMs);
    read = { ...read, attempts: read.attempts + result.attempts, elapsedMs: wholeMicroseconds(at - start) };
    if (!result.usable) return { result: told({ kind: 'failed', page: result, extent: extentAt(read) }), at };
    const part = outcome?.kind === 'ok' ? outcome.part : undefined;
    const askedAt = read.cursor;
    const items = part?.returned ?? 0;
    read = { ...read, pages: page, items: read.items + items, total: part?.total ?? read.total, cursor: part?.cursor ?? null };
    run.tell({ kind: 'page', id: `${asked.call}.page`, at, call: asked.call, page, items, itemsSoFar: read.items, total: read.total, cursor: read.cursor });
    switch (afterPage(setting, read)) {
      case 'next':
        now = at;
        continue;
      case 'over':
        return { result: told({ kind: 'over', recovered: read.attempts > page, extent: goingOn(extentOf(setting, read), outcome?.kind === 'ok' ? null : askedAt) }), at };
      case 'out-of-budget':
        return { result: told({ kind: 'out-of-budget', extent: extentOf(setting, read) }), at };
    }
  }
}

type End =
  | { readonly kind: 'over'; readonly recovered: boolean; readonly extent: Extent }
  | { readonly kind: 'out-of-budget'; readonly extent: Extent }
  | { readonly kind: 'failed'; readonly page: ToolOutcome; readonly extent: Extent };

/** Where a page failed, it is to be asked for again. */
function extentAt({ items, total, cursor }: ReadSoFar): Extent {
  return { kind: 'incomplete', items, total, cursor };
}

/** Where the failure of a page was swallowed, the cursor that asked for it is still the one to go on from. */
function goingOn(extent: Extent, cursor: string | null): Extent {
  return extent.kind === 'incomplete' ? { ...extent, cursor: extent.cursor ?? cursor } : extent;
}

/** Ends that no caller hears of, and those of which it knows that it is to go on later. */
const BEYOND_HIDING: readonly Disposition[] = ['crashed', 'aborted', 'parked', 'never-ends'];

function toldOf(end: End, hides: boolean, { items }: ReadSoFar): Omit<ToolOutcome, 'attempts' | 'waitedMs'> {
  const { extent } = end;
  if (end.kind === 'failed' && !(hides && !BEYOND_HIDING.includes(end.page.disposition))) {
    const { category, disposition, observation, resumesAt } = end.page;
    const resumes = resumesAt === undefined ? {} : { resumesAt };
    return { category, disposition, observation: `${observation}; ${extentText(extent)}`, usable: false, extent, ...resumes };
  }
  const whole: Extent = hides ? { kind: 'complete', items } : extent;
  if (whole.kind === 'complete') {
    const recovered = end.kind === 'over' && end.recovered;
    return { category: 'ok', disposition: recovered ? 'recovered' : 'succeeded', observation: extentText(whole), usable: true, extent: whole };
  }
  const category: Category = 'incomplete';
  return { category, disposition: 'incomplete', observation: failureObservation(category, extentText(whole)), usable: false, extent: whole };
}

function pageTool(pages: Pages, page: number): ReadTool {
  const part = pageOf(pages, page);
  return { name: OPERATION_TOOL, effect: 'read', contract: {}, respond: () => ({ kind: 'text', text: countText(part.returned), part }) };
}
