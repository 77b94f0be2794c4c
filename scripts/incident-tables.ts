import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INCIDENT_IDS } from '../src/core/incident-names.ts';
import { en } from '../src/words/en.ts';
import { incidentFile } from './incident-files.ts';

const REFERENCE = join(import.meta.dirname, '../tests/reference');

interface Report {
  readonly id: string;
  readonly needs: readonly string[];
}

const reports = readFileSync(join(REFERENCE, 'incidents.jsonl'), 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Report);
const names = JSON.parse(readFileSync(join(REFERENCE, 'incident_features.json'), 'utf8')) as Readonly<Record<string, string>>;

/** What reports need of the engine, and how far it goes: as a table in Markdown. */
export function featureTable(): string {
  const isReplayed = ({ id }: Report): boolean => INCIDENT_IDS.includes(id.toLowerCase());
  const replayed = reports.filter(isReplayed);
  const waiting = reports.filter((report) => !isReplayed(report));
  const carried = new Set(replayed.flatMap(({ needs }) => needs));
  const rows = Object.entries(names).map(([feature, name]) => {
    const needing = waiting.filter(({ needs }) => needs.includes(feature));
    // All else that they need is there.
    const alone = needing.filter(({ needs }) => needs.every((need) => need === feature || carried.has(need)));
    const brings = carried.has(feature) ? '' : String(alone.length);
    return [feature, name, String(replayed.filter(({ needs }) => needs.includes(feature)).length), String(needing.length), brings];
  });
  return table(['feature', 'what it is', 'incidents replayed', 'reports that wait', 'it alone would bring'], rows);
}

/** Every incident that can be replayed, as a table in Markdown. */
export function incidentTable(): string {
  const rows = INCIDENT_IDS.map((id) => {
    const { title, incident, lanes } = incidentFile(id);
    if (incident === undefined) throw new Error(`${id} is no incident`);
    return [id, title, incident.kind, en.program.bases[incident.basis].name, String(lanes.length), incident.source];
  });
  return table(['id', 'title', 'kind', 'how much is reported', 'lanes', 'source'], rows);
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}
