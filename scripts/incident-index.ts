// Writes src/store/incident-index.json: what the list of incidents says of each in numbers, computed by the engine.
// Running all of them takes a phone seconds, so the page does not do it; tests/incidents hold the file up to date.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { incidentIndex } from './incident-files.ts';

writeFileSync(join(import.meta.dirname, '../src/store/incident-index.json'), incidentIndex());
