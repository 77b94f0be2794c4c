import type { Place } from '../../words/text-problem.ts';

/** Lines and columns of a text. Its lines are found once, whatever the number of places. */
export function placesIn(text: string): (offset: number, length: number) => Place {
  const starts = lineStarts(text);
  return (offset, length) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? Infinity) <= offset) low = middle;
      else high = middle - 1;
    }
    return { offset, length, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
