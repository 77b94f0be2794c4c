import { expect, it } from 'vitest';
import { simulate } from '../../src/core/simulate.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import { axisOf } from '../../src/drawing/axis-of.ts';
import { programBarWords } from '../../src/drawing/program-bar-words.ts';
import { layoutProgram } from '../../src/drawing/program-layout.ts';
import { en } from '../../src/words/en.ts';
import { inTurn, program, UNAVAILABLE } from '../core/programs.ts';

/** What stands in each bar of the only lane, from the longest wording to the shortest. */
function wordings(scenario: Scenario): readonly (readonly string[])[] {
  const trace = simulate(scenario);
  const [lane] = trace.lanes;
  return lane === undefined ? [] : layoutProgram(lane, Infinity, Infinity, axisOf(trace)).bars.map((bar) => programBarWords(bar, en));
}

it('a page says which of how many it is', () => {
  const list = program({ operations: [{ id: 'list', effect: 'read', pages: { items: 57, size: 20 } }], faults: [{ page: 2, requests: { from: 1, to: 1 }, fault: UNAVAILABLE }] });
  expect(wordings(list).map(([longest = '', ...rest]) => [longest, rest.at(-1)])).toEqual([
    ['page 1 of 3 · attempt 1 · OK', '1/3'],
    ['page 2 of 3 · attempt 1 · temporary upstream failure (HTTP 503)', '2/3'],
    ['page 2 of 3 · attempt 2 · OK', '2/3'],
    ['page 3 of 3 · attempt 1 · OK', '3/3'],
  ]);
});

it('a batch says how many items it holds, and how many are done where not all are', () => {
  const load = program({ operations: [{ id: 'load', items: 3 }], faults: inTurn({ kind: 'items', failed: [{ item: 2, status: 429 }] }) });
  expect(wordings(load)).toEqual([
    ['attempt 1 · 2 of 3 items done, item 2 failed (429)', '2 of 3 items done, item 2 failed (429)', '2 of 3 items done', '2 of 3 items', '2 of 3', '2/3'],
    ['attempt 2 · 1 item · OK', '1 item · OK', '2 · OK', '2'],
  ]);
});
