import type { Words } from '../words/en.ts';
import type { ProgramBar } from './program-layout.ts';

/** What stands in a bar, from the longest to the shortest. */
export function programBarWords(bar: ProgramBar, { program: { bar: words } }: Words): readonly string[] {
  const { call, attempt, count, sent, page, items, admission } = bar;
  const [what, short] = said(bar, words);
  if (count > 1) return words.alike(attempt, count, what);
  if (admission === 'rejected') return words.rejected(call, attempt);
  if (admission === 'probe') return words.probe(call, attempt, what, short);
  if (!sent) return [words.notSent, words.short.notSent, String(attempt)];
  if (page !== null) return words.page(page.number, page.of, attempt, what, short);
  if (items === null) return words.one(call, attempt, what, short);
  return items.done === null ? words.batch(items.sent, attempt, what, short) : words.batchInPart(attempt, what, items.done, items.sent);
}

function said({ state }: ProgramBar, words: Words['program']['bar']): readonly [what: string, short: string] {
  switch (state.kind) {
    case 'in-flight':
      return [state.deadline === null ? words.waitingForEver : words.waiting, words.short.waiting];
    case 'silent':
      return [words.silent, words.short.silent];
    case 'answered':
      return state.message === null ? [words.short.ok, words.short.ok] : [state.message, /\b[45]\d\d\b/.exec(state.message)?.[0] ?? words.short.failed];
  }
}
