import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A report, as far as these tests read it. tests/reference/incidents_format.md describes every field. */
export interface Report {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly root_cause: string;
  readonly source: string;
  readonly basis: string;
  readonly replay: 'full' | 'agent' | 'queue' | 'fleet' | 'other';
  readonly needs: readonly string[];
  readonly lanes: Readonly<Record<string, ReportedLane>>;
  readonly variants?: Readonly<Record<string, ReportedLane>>;
}

export interface ReportedLane {
  readonly expected: Expected;
}

/** Seconds, and whole units of money. */
export interface Expected {
  readonly attempts?: number;
  readonly calls?: number;
  readonly starts_s?: readonly number[];
  readonly end_s?: number;
  readonly ledger?: number;
  readonly amount?: number;
  readonly expectedAmount?: number;
  readonly outcome?: string;
  readonly note?: string;
}

export const REPORTS: readonly Report[] = readFileSync(join(import.meta.dirname, '../reference/incidents.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Report);

export function lanesOf({ lanes, variants = {} }: Report): readonly (readonly [name: string, lane: ReportedLane])[] {
  return [...Object.entries(lanes), ...Object.entries(variants)];
}

/** The name of a report's lane as the id of ours. */
export function laneId(name: string): string {
  const id = name.toLowerCase().replaceAll('.', '-');
  return /^[a-z]/.test(id) ? id : `at-${id}`;
}
