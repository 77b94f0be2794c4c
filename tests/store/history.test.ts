import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMPTY_HISTORY, redo, remember, undo, type History } from '../../src/store/history.ts';

interface Timeline {
  readonly history: History<number>;
  readonly present: number;
}

const anyTimeline: fc.Arbitrary<Timeline> = fc.record({
  history: fc.record({ past: fc.array(fc.nat(), { maxLength: 5 }), future: fc.array(fc.nat(), { maxLength: 5 }) }),
  present: fc.nat(),
});

it('redo takes back undo, and undo takes back redo', () => {
  fc.assert(
    fc.property(anyTimeline, ({ history, present }) => {
      const undone = undo(history, present);
      if (undone !== null) expect(redo(undone.history, undone.present)).toEqual({ history, present });
      else expect(history.past).toEqual([]);
      const redone = redo(history, present);
      if (redone !== null) expect(undo(redone.history, redone.present)).toEqual({ history, present });
      else expect(history.future).toEqual([]);
    }),
  );
});

it('a new state ends what could be redone, and is undone first', () => {
  fc.assert(
    fc.property(anyTimeline, fc.nat(), ({ history, present }, next) => {
      const remembered = remember(history, present);
      expect(redo(remembered, next)).toBe(null);
      expect(undo(remembered, next)?.present).toBe(present);
    }),
  );
});

it('remembers 200 states and forgets the oldest first', () => {
  let history: History<number> = EMPTY_HISTORY;
  for (let state = 0; state < 500; state += 1) history = remember(history, state);
  expect(history.past).toHaveLength(200);
  expect(history.past[0]).toBe(300);
  expect(history.past.at(-1)).toBe(499);
});
