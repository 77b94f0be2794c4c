import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { incidentEntry } from '../src/core/incident-entry.ts';
import { INCIDENT_IDS } from '../src/core/incident-names.ts';
import { parseScenario, type Scenario } from '../src/core/scenario.ts';

const FOLDER = join(import.meta.dirname, '../src/incidents');

function incidentFile(id: string): Scenario {
  const parsed = parseScenario(JSON.parse(readFileSync(join(FOLDER, `${id}.json`), 'utf8')));
  if (!parsed.ok) throw new Error(`${id}: ${parsed.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}`);
  return parsed.scenario;
}

/** What the engine makes of every incident, one a line. */
export function incidentIndex(): string {
  const entries = INCIDENT_IDS.map((id) => JSON.stringify(incidentEntry(incidentFile(id))));
  return `[\n${entries.join(',\n')}\n]\n`;
}
