// Writes what is computed from the incidents: src/store/incident-index.json, the numbers of the list (running all of
// them takes a phone seconds, so the page does not do it), and the tables of docs/incidents.md. Tests hold both up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { incidentIndex } from './incident-files.ts';
import { featureTable, incidentTable } from './incident-tables.ts';

const top = join(import.meta.dirname, '..');
writeFileSync(join(top, 'src/store/incident-index.json'), incidentIndex());

const document = join(top, 'docs/incidents.md');
const put = (text: string, name: string, table: string): string =>
  text.replace(new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end -->)`), (_, start: string, end: string) => `${start}${table}\n${end}`);
writeFileSync(document, put(put(readFileSync(document, 'utf8'), 'features', featureTable()), 'incidents', incidentTable()));
