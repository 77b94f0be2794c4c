import type { ToolOutcome } from '../core/outcome.ts';
import type { TaskEnd } from '../core/task-end.ts';
import type { Report } from '../core/trace.ts';
import { counted, sentenceStart, uncapitalised, type Piece } from './counting.ts';

/** What a task came to in a lane, within a sentence. */
export function taskClause(end: TaskEnd, callClause: (result: ToolOutcome) => string): readonly Piece[] {
  switch (end.kind) {
    case 'died':
      return [{ text: 'the exception reached the loop, and the run ' }, { text: 'died', gravity: 'wrong' }];
    case 'never-ended':
      return [{ text: 'the run ' }, { text: 'never ended', gravity: 'wrong' }];
    case 'part-for-whole': {
      const { returned, total } = end.part;
      const part = total === null ? counted(returned, 'record') : `${returned} of ${counted(total, 'record')}`;
      return [{ text: part, gravity: 'misreported' }, { text: ` ${returned === 1 ? 'was' : 'were'} taken for the whole` }];
    }
    case 'call':
      return [{ text: callClause(end.result) }];
    case 'said':
      return reported(end.report, counted(end.calls, 'call'));
  }
}

function reported(report: Report, calls: string): readonly Piece[] {
  switch (report) {
    case 'invented':
      return [{ text: 'the model ' }, { text: 'made its answer up', gravity: 'wrong' }, { text: ` after ${calls}` }];
    case 'handed-off':
      return [{ text: `the model stopped after ${calls}, and says why` }];
    case 'stopped':
      return [{ text: `the loop’s guard ended the run after ${calls}` }];
    case 'answered':
      return [{ text: `the task was done in ${calls}` }];
    // Of a refund, which no such task has.
    case 'refunded':
    case 'failed':
    case 'not-attempted':
      return [{ text: `the run ended after ${calls}` }];
  }
}

/** Of a lane that stands alone. */
export function loneTaskSentence([first, ...more]: readonly Piece[]): readonly Piece[] {
  return first === undefined ? [] : [{ ...first, text: sentenceStart(first.text) }, ...more, { text: '.' }];
}

const list = new Intl.ListFormat('en-GB');

/**
 * One sentence for the lanes that came to the same.
 *
 * @param ofAll how many lanes there are, where these are all of them; else null
 */
export function taskSentence(names: readonly string[], ofAll: number | null, clause: readonly Piece[]): readonly Piece[] {
  const lanes = ofAll === null ? `${list.format(names.map((name, index) => (index === 0 ? name : uncapitalised(name))))}: ` : `${ofAll === 2 ? 'In both lanes' : `In all ${ofAll} lanes`}, `;
  return [{ text: lanes }, ...clause, { text: '.' }];
}
