import { parseTree, printParseErrorCode, visit, type Node, type ParseErrorCode } from 'jsonc-parser';
import type { Problem, Scenario } from '../../core/scenario.ts';
import { DEEPEST_TEXT, LONGEST_TEXT, readScenarioText } from '../../core/scenario-text.ts';
import { shown } from '../../store/url-text.ts';
import type { Syntax, TextFault, TextProblem } from '../../words/text-problem.ts';
import { duplicateKeys, nodeAt } from './json-nodes.ts';
import { placesIn } from './places.ts';

export type Checked =
  | { readonly ok: true; readonly scenario: Scenario }
  /** `count`: of all problems; the first of them, in the order of the text, are listed. */
  | { readonly ok: false; readonly problems: readonly TextProblem[]; readonly count: number };

/** More than a person will read. */
const MOST_LISTED = 50;

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** A text as a scenario, or what is wrong with it and where. Nothing is ever thrown. */
export function checkText(text: string): Checked {
  const reading = readScenarioText(text);
  switch (reading.kind) {
    case 'too-long':
      return only({ fault: { kind: 'too-long', length: text.length, longest: LONGEST_TEXT }, place: START });
    case 'too-deep':
      return only({ fault: { kind: 'too-deep', levels: DEEPEST_TEXT }, place: placesIn(text)(reading.offset, 1) });
    case 'not-json':
      return only(firstSyntaxProblem(text));
    case 'refused':
      return refused(text, reading.problems);
    case 'scenario': {
      const { problems, count } = twice(text, parseTree(text, [], STRICT));
      return count === 0 ? { ok: true, scenario: reading.scenario } : listed(problems, count);
    }
  }
}

const START = { offset: 0, length: 0, line: 1, column: 1 };

function only(problem: TextProblem): Checked {
  return { ok: false, problems: [problem], count: 1 };
}

function listed(problems: readonly TextProblem[], count: number): Checked {
  const inOrder = problems.toSorted((a, b) => a.place.offset - b.place.offset);
  return { ok: false, problems: inOrder.slice(0, MOST_LISTED), count };
}

function refused(text: string, problems: readonly Problem[]): Checked {
  const ofWhole = problems.find(({ path }) => path === '');
  // It may have more values than are worth a tree.
  if (ofWhole !== undefined) return only({ fault: { kind: 'refused', path: '', message: ofWhole.message, found: null }, place: START });
  const tree = parseTree(text, [], STRICT);
  if (tree === undefined) return only(firstSyntaxProblem(text));
  const placeAt = placesIn(text);
  const placed = problems.slice(0, MOST_LISTED).map((problem): TextProblem => {
    const { node, rest } = nodeAt(tree, problem.path);
    return { fault: faultOf(problem, text.slice(node.offset, node.offset + node.length), rest !== ''), place: placeAt(node.offset, markedLength(node)) };
  });
  // Where the list is full already, they are not looked for.
  const again = problems.length < MOST_LISTED ? twice(text, tree) : { problems: [], count: 0 };
  return listed([...placed, ...again.problems], problems.length + again.count);
}

/** How the schema's library begins what it says of a key that an object should not have. */
const UNKNOWN_KEY = 'Invalid key: Expected never';

function faultOf({ path, message }: Problem, there: string, isMissing: boolean): TextFault {
  if (isMissing) return { kind: 'missing', path };
  if (message.startsWith(UNKNOWN_KEY)) return { kind: 'unknown', path };
  // Where a rule of our own is broken, the message says what was expected and not what is there.
  return { kind: 'refused', path, message, found: /received/i.test(message) ? null : shown(there) };
}

/** Of an object or a list only its bracket: all of it would be half the text. */
function markedLength({ type, length }: Node): number {
  return type === 'object' || type === 'array' ? 1 : length;
}

function twice(text: string, tree: Node | undefined): { readonly problems: readonly TextProblem[]; readonly count: number } {
  const keys = tree === undefined ? [] : duplicateKeys(tree);
  const placeAt = placesIn(text);
  const problems = keys
    .slice(0, MOST_LISTED)
    .map(({ key, node: { offset, length } }): TextProblem => ({ fault: { kind: 'twice', key: shown(key) }, place: placeAt(offset, length) }));
  return { problems, count: keys.length };
}

function firstSyntaxProblem(text: string): TextProblem {
  const placeAt = placesIn(text);
  const onError = (code: ParseErrorCode, offset: number, length: number): never => {
    const found = shown(text.slice(offset, offset + length));
    throw new FirstProblem({ fault: { kind: 'syntax', expected: expectedBy(code), found }, place: placeAt(offset, length) });
  };
  try {
    visit(text, { onError }, STRICT);
  } catch (thrown) {
    if (thrown instanceof FirstProblem) return thrown.problem;
  }
  return { fault: { kind: 'syntax', expected: 'value', found: '' }, place: START };
}

/** The only way out of the parser, which would go on to the end of what may be half a megabyte. */
class FirstProblem extends Error {
  readonly problem: TextProblem;

  constructor(problem: TextProblem) {
    super();
    this.problem = problem;
  }
}

function expectedBy(code: ParseErrorCode): Syntax {
  switch (printParseErrorCode(code)) {
    case 'InvalidSymbol':
      return 'word';
    case 'ValueExpected':
    case '<unknown ParseErrorCode>':
      return 'value';
    case 'PropertyNameExpected':
      return 'name';
    case 'ColonExpected':
      return 'colon';
    case 'CommaExpected':
      return 'comma';
    case 'CloseBraceExpected':
      return 'brace';
    case 'CloseBracketExpected':
      return 'bracket';
    case 'EndOfFileExpected':
      return 'end';
    case 'InvalidCommentToken':
    case 'UnexpectedEndOfComment':
      return 'no-comment';
    case 'UnexpectedEndOfString':
      return 'end-of-string';
    case 'InvalidNumberFormat':
    case 'UnexpectedEndOfNumber':
      return 'number';
    case 'InvalidUnicode':
    case 'InvalidEscapeCharacter':
      return 'escape';
    case 'InvalidCharacter':
      return 'visible-character';
  }
}
