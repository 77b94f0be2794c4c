import { toJsonSchema } from '@valibot/to-json-schema';
import type { Plugin } from 'vite';
import { jsonText } from '../src/core/format/json.ts';
import { scenarioSchema } from '../src/core/scenario.ts';
import { en } from '../src/words/en.ts';

/** Adds scenario.schema.json to the build: what an editor needs to help with a scenario file. */
export function scenarioSchemaFile(): Plugin {
  return {
    name: 'scenario-schema',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'scenario.schema.json', source: jsonText(scenarioJsonSchema()) });
    },
  };
}

/**
 * From the schema that parseScenario uses. It accepts all that is accepted there, and more: rules between two fields,
 * which JSON Schema cannot say, are left out.
 */
export function scenarioJsonSchema() {
  const schema = toJsonSchema(scenarioSchema, {
    errorMode: 'ignore',
    // The arguments of a call, whatever their names.
    overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? { type: 'object' } : undefined),
  });
  return { $schema: schema.$schema, title: `${en.productName}: ${en.scenario}`, ...schema };
}
