import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { incidentIndex } from '../../scripts/incident-files.ts';

it('the list of incidents has the numbers that the engine gives; npm run incidents writes it anew', () => {
  expect(readFileSync(join(import.meta.dirname, '../../src/store/incident-index.json'), 'utf8')).toBe(incidentIndex());
});
