import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseScenario, type Scenario } from '../../src/core/scenario.ts';

const FOLDER = join(import.meta.dirname, '../../src/incidents');

export const INCIDENT_IDS: readonly string[] = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''));

export function incident(id: string): Scenario {
  const parsed = parseScenario(JSON.parse(readFileSync(join(FOLDER, `${id}.json`), 'utf8')));
  if (!parsed.ok) throw new Error(`${id}: ${parsed.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}`);
  return parsed.scenario;
}
