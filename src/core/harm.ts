import type { ProgramFinding } from './program-finding.ts';

/** What a reported run did to somebody, beside the right one. */
export const HARMS = ['more-than-asked', 'said-done', 'called-failed', 'gave-up', 'crashed', 'never-ends', 'too-often', 'too-long', 'too-soon'] as const;
export type Harm = (typeof HARMS)[number];

/** Every harm that there is, in the order of HARMS. */
export function harmsOf(reported: ProgramFinding, right: ProgramFinding): readonly Harm[] {
  return HARMS.filter((harm) => HOLDS[harm](reported, right));
}

type Test = (reported: ProgramFinding, right: ProgramFinding) => boolean;

const HOLDS: Readonly<Record<Harm, Test>> = {
  'more-than-asked': ({ state }) => state.surplus > 0,
  'said-done': ({ told }) => told === 'false-success',
  'called-failed': ({ told, state }) => isFailure(told) && state.missing === 0 && !state.onlyReads,
  'gave-up': (reported, right) => isFailure(reported.told) && isBetter(right, reported),
  crashed: ({ told }) => told === 'crashed',
  'never-ends': ({ told }) => told === 'never-ends',
  'too-often': (reported, right) => reported.state.attempts > right.state.attempts,
  'too-long': (reported, right) => reported.told !== 'never-ends' && endOf(reported) > endOf(right),
  // Fewer attempts end sooner by themselves.
  'too-soon': (reported, right) => endOf(reported) < endOf(right) && reported.state.attempts >= right.state.attempts,
};

function isFailure(told: ProgramFinding['told']): boolean {
  return told === 'gave-up' || told === 'rejected' || told === 'fed-back';
}

function isBetter(right: ProgramFinding, reported: ProgramFinding): boolean {
  return right.state.onlyReads ? right.told === 'ok' : right.state.missing < reported.state.missing;
}

function endOf({ state }: ProgramFinding): number {
  return state.endMs ?? Infinity;
}
