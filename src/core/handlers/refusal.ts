import type { Refused } from './handler.ts';

/** Why a call was refused before any attempt, in the words that the handlers share which have none of their own. */
export function refusalText(tool: string, refused: Refused): string {
  switch (refused.kind) {
    case 'unknown-tool':
      return `there is no tool '${tool}'; there are ${refused.known.join(', ')}`;
    case 'malformed':
      return refused.problems.map(({ message }) => message).join('; ');
    case 'budget':
      return `${tool} has used up its budget of ${refused.limit}`;
  }
}
