import type { IncidentEntry } from '../core/incident-entry.ts';
import { INCIDENT_IDS } from '../core/incident-names.ts';
import { parseScenario, type Scenario } from '../core/scenario.ts';
import index from './incident-index.json';

/** As they lie in src/incidents. tests/incidents parse every one of them, so that here only what is asked for is parsed. */
type IncidentFile = Pick<Scenario, 'name' | 'title'> & { readonly incident: NonNullable<Scenario['incident']> };

const FILES = import.meta.glob<IncidentFile>('../incidents/*.json', { eager: true, import: 'default' });

/** An incident as the list shows it. */
export interface ShelvedIncident extends IncidentEntry {
  readonly title: string;
  readonly incident: IncidentFile['incident'];
}

/** In the order of INCIDENT_IDS, which goes by kind. */
export const INCIDENTS: readonly ShelvedIncident[] = INCIDENT_IDS.flatMap((id) => {
  const file = FILES[pathOf(id)];
  const entry = (index as readonly IncidentEntry[]).find(({ name }) => name === file?.name);
  return file === undefined || entry === undefined ? [] : [{ ...entry, title: file.title, incident: file.incident }];
});

/** Null for a name that no incident has. */
export function incidentScenario(name: string): Scenario | null {
  const file = Object.values(FILES).find((each) => each.name === name);
  const parsed = parseScenario(file);
  return parsed.ok ? parsed.scenario : null;
}

function pathOf(id: string): string {
  return `../incidents/${id}.json`;
}
