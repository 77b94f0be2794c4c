import type { Advice } from './advice.ts';
import type { Arguments } from './contract.ts';
import type { Move, Transcript } from './move.ts';
import type { Part, ToolOutcome } from './outcome.ts';
import { recordsOfText, recordsText } from './records-text.ts';
import type { Category } from './taxonomy.ts';

/**
 * A model by rules, for any task: goals one after the other, each with the routes that lead to it. What it does after a
 * failure follows from the Observation alone: the move that its text names, else the one that fits its class.
 */
export interface RulesPlan {
  readonly controller: 'rules';
  /** What it is asked to do, for its last words. */
  readonly task: string;
  readonly character: Character;
  readonly goals: readonly Goal[];
  /** Rewrites of one goal's arguments, before it stops. */
  readonly maxCorrections: number;
}

export type Character =
  /** Makes the move that the Observation calls for. */
  | 'careful'
  /** Goes on as though every call had worked: never right, and what models do with an empty result. */
  | 'careless'
  /** Calls again and again what has failed. */
  | 'stubborn';

export interface Goal {
  /** Names its calls: `user`, then `user-2` and so on. */
  readonly id: string;
  readonly routes: readonly Route[];
  /** The way back, if a later goal cannot be reached. */
  readonly undo: Route | null;
  /** What it says where it goes on without a result. */
  readonly invents: string;
}

export interface Route {
  readonly tool: string;
  readonly args: Arguments;
  /** Its arguments put right, once it has been told what is wrong with them. */
  readonly corrected: Arguments | null;
}

/** The calls of one goal so far, and where they leave it. */
type Standing =
  | { readonly kind: 'reached' }
  | { readonly kind: 'invented' }
  | { readonly kind: 'open'; readonly next: Extract<Move, { kind: 'call' }> }
  | { readonly kind: 'stuck'; readonly last: ToolOutcome };

export function rulesMove(plan: RulesPlan, transcript: Transcript): Move {
  const made: string[] = [];
  for (const [index, goal] of plan.goals.entries()) {
    const standing = standingOf(plan, goal, transcript);
    switch (standing.kind) {
      case 'open':
        return standing.next;
      case 'stuck':
        return undoOrStop(plan, index, standing.last, transcript);
      case 'invented':
        made.push(goal.invents);
        break;
      case 'reached':
        break;
    }
  }
  const last = plan.goals.at(-1);
  const found = (last === undefined ? null : pagesFound(last, transcript)) ?? [...transcript.values()].filter(({ usable }) => usable).at(-1)?.observation ?? '';
  if (made.length > 0) {
    return { kind: 'finish', thought: 'Nothing came back, but it will be as usual.', answer: `${plan.task}: ${made.join('; ')}.`, report: 'invented' };
  }
  return { kind: 'finish', thought: 'That was the last step.', answer: `${plan.task}: done${last === undefined ? '' : ` (${found})`}.`, report: 'answered' };
}

function standingOf({ character, maxCorrections }: RulesPlan, goal: Goal, transcript: Transcript): Standing {
  let route = 0;
  let corrections = 0;
  let last: ToolOutcome | null = null;
  let cursor: string | null = null;
  let thought = 'The next step of the task.';
  for (let count = 1; ; count += 1) {
    const way: Route | undefined = goal.routes[route];
    const call = callName(goal, count);
    const result = transcript.get(call);
    if (result === undefined) {
      if (way === undefined) return last === null ? { kind: 'reached' } : { kind: 'stuck', last };
      const args = corrections > 0 ? (way.corrected ?? way.args) : way.args;
      return { kind: 'open', next: { kind: 'call', call, thought, tool: way.tool, args: cursor === null ? args : { ...args, cursor } } };
    }
    last = result;
    if (result.usable) return { kind: 'reached' };
    if (character === 'careless') return { kind: 'invented' };
    const nextPage = character === 'stubborn' ? undefined : result.part?.cursor;
    if (nextPage !== undefined && nextPage !== null) {
      cursor = nextPage;
      thought = 'That was one page; ask for the next.';
      continue;
    }
    const advice = character === 'stubborn' ? 'retry' : (result.advice ?? adviceFor(result.category));
    switch (advice) {
      case 'retry':
        thought = 'It failed; call it again.';
        break;
      case 'rewrite':
        if (way?.corrected === null || corrections >= maxCorrections) return { kind: 'stuck', last };
        corrections += 1;
        thought = 'The call was wrong; put it right and send it again.';
        break;
      case 'another-route':
        route += 1;
        corrections = 0;
        cursor = null;
        thought = 'That door is closed; take another way.';
        break;
      case 'stop':
        return { kind: 'stuck', last };
      case 'go-on':
        return { kind: 'invented' };
    }
  }
}

/** What its pages come to, one after the other: `57 of 57 records in 3 pages`; null: it came in none. */
function pagesFound(goal: Goal, transcript: Transcript): string | null {
  const parts: Part[] = [];
  for (let count = 1; ; count += 1) {
    const result = transcript.get(callName(goal, count));
    if (result === undefined) break;
    if (result.part !== undefined) parts.push(result.part);
  }
  if (parts.length === 0) return null;
  const found = parts.reduce((sum, { returned }) => sum + returned, 0);
  const total = parts.at(-1)?.total ?? null;
  return `${total === null ? recordsText(found) : recordsOfText(found, total)} in ${parts.length} ${parts.length === 1 ? 'page' : 'pages'}`;
}

function callName({ id }: Goal, count: number): string {
  return count === 1 ? id : `${id}-${count}`;
}

/** Where a text names no move, the class does: time, the model, or another way can mend it. */
function adviceFor(category: Category): Advice {
  switch (category) {
    case 'malformed':
    case 'empty-result':
    case 'incomplete':
      return 'rewrite';
    case 'permanent':
    case 'unknown-tool':
      return 'another-route';
    case 'ok':
    case 'transient':
    case 'unknown-outcome':
    case 'business-rejection':
    case 'denied':
    case 'down':
      return 'stop';
  }
}

/**
 * Where forward is impossible, what was done before is undone, the last first; then a person reads how far it came. An
 * unknown outcome may be a success, and a parked case goes on later: neither is undone.
 */
function undoOrStop(plan: RulesPlan, stuck: number, last: ToolOutcome, transcript: Transcript): Move {
  const isOpen = last.category === 'unknown-outcome' || last.disposition === 'parked';
  const done = isOpen ? [] : plan.goals.slice(0, stuck);
  for (const goal of [...done].reverse()) {
    if (goal.undo === null) continue;
    const call = `undo-${goal.id}`;
    if (transcript.has(call)) continue;
    const { tool, args } = goal.undo;
    return { kind: 'call', call, thought: `The task cannot be finished; undo ${goal.id}.`, tool, args };
  }
  return handOff(plan, stuck, last, transcript);
}

/** What a person needs who takes over: what is done, what failed, what is unknown, and what would have come next. */
function handOff({ task, goals }: RulesPlan, stuck: number, last: ToolOutcome, transcript: Transcript): Move {
  const before = goals.slice(0, stuck);
  const undoOf = ({ id }: Goal): ToolOutcome | undefined => transcript.get(`undo-${id}`);
  const undone = (goal: Goal): boolean => undoOf(goal)?.usable === true;
  const failures = [
    ...goals.slice(stuck, stuck + 1).map(({ id }) => ({ what: id, result: last })),
    ...before.flatMap((goal) => {
      const result = undoOf(goal);
      return result === undefined || result.usable ? [] : [{ what: `undo-${goal.id}`, result }];
    }),
  ];
  const isUnknown = ({ result }: { result: ToolOutcome }): boolean => result.category === 'unknown-outcome';
  const parts = [
    `done: ${listed(before.filter((goal) => !undone(goal)).map(({ id }) => id))}`,
    ...(before.some(undone) ? [`undone again: ${listed(before.filter(undone).map(({ id }) => id))}`] : []),
    `failed: ${listed(failures.filter((failure) => !isUnknown(failure)).map(({ what, result }) => `${what} (${result.observation})`))}`,
    `unknown: ${listed(failures.filter(isUnknown).map(({ what }) => what))}`,
    `next: ${listed(goals.slice(stuck).map(({ id }) => id))}`,
  ];
  return { kind: 'finish', thought: 'Stop and say so.', answer: `${task}: not finished. ${parts.join('; ')}.`, report: 'handed-off' };
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ');
}
