import { Ajv, type SchemaObject } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scenarioJsonSchema } from '../../scripts/scenario-schema.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { anyScenario } from '../core/arbitrary-scenario.ts';
import { figureWith } from '../core/runs.ts';

const validate = new Ajv({ allErrors: true }).compile(scenarioJsonSchema() as SchemaObject);

function errorsOf(input: unknown): readonly string[] {
  validate(input);
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

describe('the JSON Schema of scenario files', () => {
  it.each(NAMED_SCENARIOS.map(({ scenario }) => [scenario.name, scenario] as const))('accepts %s', (_, scenario) => {
    expect(errorsOf(scenario)).toEqual([]);
  });

  it('[S10] accepts whatever parseScenario accepts', () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        expect(errorsOf(scenario)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('refuses what is no scenario, where it is wrong', () => {
    const valid = figureWith(['silence']);
    expect(errorsOf({})).toContain(" must have required property 'policy'");
    expect(errorsOf({ ...valid, seed: -1 })).toEqual(['/seed must be >= 0']);
    expect(errorsOf({ ...valid, name: 'A name' })).toEqual(['/name must match pattern "^[a-z][a-z0-9-]{0,63}$"']);
    expect(errorsOf({ ...valid, lanes: [] })).toEqual(['/lanes must NOT have fewer than 1 items']);
    expect(errorsOf({ ...valid, faults: [{}] })[0]).toMatch(/^\/faults\/0 must have required property/);
    expect(errorsOf({ ...valid, polcy: {} })).toEqual([' must NOT have additional properties']);
  });
});
