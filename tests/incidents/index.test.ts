import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { incidentIndex } from '../../scripts/incident-files.ts';
import { HARMS } from '../../src/core/harm.ts';
import { INCIDENT_IDS as NAMED, INCIDENT_NAMES } from '../../src/core/incident-names.ts';
import { SCENARIO_NAMES } from '../../src/core/scenario-of.ts';
import { NO_FILTER, passes } from '../../src/store/incident-filter.ts';
import { INCIDENTS, incidentScenario } from '../../src/store/incident-shelf.ts';
import { incident, INCIDENT_IDS } from './incident-files.ts';

it('every file in src/incidents can be named, and nothing else', () => {
  expect([...NAMED].sort()).toEqual([...INCIDENT_IDS].sort());
  expect(INCIDENT_NAMES).toEqual(NAMED.map((id) => incident(id).name));
  expect(new Set(SCENARIO_NAMES).size).toBe(SCENARIO_NAMES.length);
});

it('the index is what the engine makes of them now: npm run incidents brings it up to date', () => {
  const path = join(import.meta.dirname, '../../src/store/incident-index.json');
  expect(readFileSync(path, 'utf8')).toBe(incidentIndex());
});

it('the shelf has all of them, and gives each as a scenario', () => {
  expect(INCIDENTS.map(({ name }) => name)).toEqual(INCIDENT_NAMES);
  for (const id of NAMED) expect(incidentScenario(`incident-${id}`)).toEqual(incident(id));
  expect(incidentScenario('incident-zz-99')).toBeNull();
});

it('each did some harm, and each harm was done', () => {
  expect(INCIDENTS.filter(({ harms }) => harms.length === 0)).toEqual([]);
  expect(HARMS.filter((harm) => !INCIDENTS.some(({ harms }) => harms.includes(harm)))).toEqual([]);
});

it.each([
  ['ik-01', ['more-than-asked']],
  ['ik-21', ['said-done']],
  ['ik-18', ['called-failed']],
  ['ra-14', ['gave-up']],
  ['ra-03', ['crashed']],
  ['to-06', ['never-ends']],
  ['nl-02', ['too-often']],
  ['to-05', ['too-long']],
  ['bo-02', ['too-soon']],
  // Five runs of one job, and the caller was told that it failed.
  ['to-10', ['more-than-asked', 'called-failed', 'too-often', 'too-long']],
])('%s did %j', (id, harms) => {
  expect(INCIDENTS.find(({ incident: { id: own } }) => own === id)?.harms).toEqual(harms);
});

it('a filter takes what has all of it', () => {
  const found = (filter: Partial<typeof NO_FILTER>): string[] => INCIDENTS.filter((each) => passes({ ...NO_FILTER, ...filter }, each)).map(({ incident: { id } }) => id);
  expect(found({})).toHaveLength(INCIDENT_IDS.length);
  expect(found({ kind: 'Layers' })).toEqual(['nl-02', 'nl-03', 'nl-06']);
  expect(found({ kind: 'Layers', harm: 'said-done' })).toEqual([]);
  expect(found({ kind: 'Wrong class', basis: 'reconstructed' })).toEqual(['cl-03']);
  expect(found({ text: 'SHOPIFY retry-after' })).toEqual(['ra-02']);
  expect(found({ text: '  ' })).toHaveLength(INCIDENT_IDS.length);
  expect(found({ text: 'no such word anywhere' })).toEqual([]);
});
