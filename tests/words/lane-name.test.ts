import { expect, it } from 'vitest';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { simulate } from '../../src/core/simulate.ts';
import { en } from '../../src/words/en.ts';
import { laneName, shortLaneName } from '../../src/words/lane-name.ts';

const CASES: readonly (readonly [scenario: string, names: readonly string[], inSentences: readonly string[]])[] = [
  ['figure', ['No guard', 'Guarded by order'], ['No guard', 'Guarded by order']],
  ['naive-baseline', ['Called directly, without a handler'], ['Called directly, without a handler']],
  ['naive-beside-robust', ['Naive: called directly', 'Robust: execute_tool and a guard'], ['Naive', 'Robust']],
  ['three-models', ['A careful model', 'A careless model', 'A stubborn model'], ['Careful', 'Careless', 'Stubborn']],
  ['denied', ['call_tool', 'Typed failures'], ['call_tool', 'Typed failures']],
];

it.each(CASES)('the lanes of %s', (name, names, inSentences) => {
  const scenario = NAMED_SCENARIOS.find((named) => named.scenario.name === name)?.scenario;
  if (scenario === undefined) throw new Error('no such scenario');
  const { lanes } = simulate(scenario);
  expect(lanes.map((lane) => laneName(en, lane))).toEqual(names);
  expect(lanes.map((lane) => shortLaneName(en, lane))).toEqual(inSentences);
});

it('no two lanes of a run are called the same', () => {
  for (const { scenario } of NAMED_SCENARIOS) {
    const { lanes } = simulate(scenario);
    expect(new Set(lanes.map((lane) => laneName(en, lane))).size, scenario.name).toBe(lanes.length);
    expect(new Set(lanes.map((lane) => shortLaneName(en, lane))).size, scenario.name).toBe(lanes.length);
  }
});
