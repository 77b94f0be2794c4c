import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { featureTable, incidentTable } from '../../scripts/incident-tables.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/incidents.md'), 'utf8');

it('docs/incidents.md has both tables as they are now: npm run incidents brings them up to date', () => {
  expect(DOCUMENT).toContain(`<!-- features -->\n${featureTable()}\n<!-- end -->`);
  expect(DOCUMENT).toContain(`<!-- incidents -->\n${incidentTable()}\n<!-- end -->`);
});

it('the features that no incident has yet are two, with what each would bring', () => {
  const missing = featureTable().split('\n').slice(2).map((row) => row.split(' | ')).filter(([, , replayed]) => replayed === '0');
  expect(missing.map(([feature, , , waiting, alone]) => [feature, waiting, alone])).toEqual([
    ['| F15', '11', '11 |'],
    ['| F23', '6', '6 |'],
  ]);
});
