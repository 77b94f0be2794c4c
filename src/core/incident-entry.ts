import { harmsOf, type Harm } from './harm.ts';
import type { LaneOutcome } from './lane-result.ts';
import { programFindings, type ProgramFinding } from './program-finding.ts';
import type { Scenario } from './scenario.ts';
import { simulate } from './simulate.ts';
import type { Gravity } from './verdict.ts';

/** A lane of an incident in numbers, as a list of many shows it. */
export interface LaneNumbers {
  readonly attempts: number;
  readonly endMs: number | null;
  readonly units: number;
  readonly totalMinor: number;
  readonly hasMoney: boolean;
  readonly onlyReads: boolean;
  readonly told: LaneOutcome;
  readonly gravity: Gravity;
}

/** What a list says of an incident; its scenario holds the rest. */
export interface IncidentEntry {
  readonly name: string;
  readonly reported: LaneNumbers;
  readonly right: LaneNumbers;
  readonly harms: readonly Harm[];
}

/** @returns null for a scenario that is no incident with a reported and a right lane */
export function incidentEntry(scenario: Scenario): IncidentEntry | null {
  const [reported, right] = programFindings(simulate(scenario)) ?? [];
  if (scenario.incident === undefined || reported === undefined || right === undefined) return null;
  return { name: scenario.name, reported: numbersOf(reported), right: numbersOf(right), harms: harmsOf(reported, right) };
}

function numbersOf({ state, told, gravity }: ProgramFinding): LaneNumbers {
  const { attempts, endMs, units, totalMinor, hasMoney, onlyReads } = state;
  return { attempts, endMs, units, totalMinor, hasMoney, onlyReads, told, gravity };
}
