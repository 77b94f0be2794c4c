import { describe, expect, it } from 'vitest';
import { taskFindings } from '../../src/core/task-finding.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import { simulate } from '../../src/core/simulate.ts';
import { en } from '../../src/words/en.ts';
import { runHeadline } from '../../src/words/run-headline.ts';

function named(name: string): Scenario {
  const found = NAMED_SCENARIOS.find(({ scenario }) => scenario.name === name);
  if (found === undefined) throw new Error(`no scenario ${name}`);
  return found.scenario;
}

function headline(scenario: Scenario): string {
  return runHeadline(en, scenario, simulate(scenario)).pieces.map(({ text }) => text).join('');
}

const SENTENCES: readonly (readonly [name: string, sentence: string])[] = [
  ['twice-slow', 'execute_tool, typed failures and call_tool: the call recovered on attempt 3. run_tool: the call gave up after 2 attempts, and the model reads why.'],
  ['one-page-of-three', 'execute_tool, call_tool and run_tool: 20 of 57 records were taken for the whole. Typed failures: the call was not retried: incomplete, fed back to the model.'],
  ['forced-timeout', 'In both lanes, the call gave up after 2 attempts, and the model reads why.'],
  ['drop-observation', 'execute_tool, raising failures: the exception reached the loop, and the run died. execute_tool: the call gave up after 3 attempts, and the model reads why.'],
  ['three-models', 'A careful model: the model stopped after 1 call, and says why. A careless model: the model made its answer up after 1 call. A stubborn model: the loop’s guard ended the run after 5 calls.'],
  ['three-pages', 'execute_tool: 20 of 57 records were taken for the whole. Typed failures: the task was done in 3 calls.'],
  ['parked', 'Typed failures: the task was done in 2 calls. execute_tool: the model stopped after 1 call, and says why.'],
];

describe('the headline of lanes that move no money', () => {
  it.each(SENTENCES)('%s: says what each of them came to, and once what they have in common', (name, sentence) => {
    expect(headline(named(name))).toBe(sentence);
  });

  it('says a total only where the list gives one', () => {
    const scenario = named('three-pages');
    if (scenario.listing === undefined) throw new Error('three-pages has a listing');
    expect(headline({ ...scenario, listing: { ...scenario.listing, tellsTotal: false } })).toMatch(/^execute_tool: 20 records were taken for the whole\./);
    expect(headline({ ...scenario, listing: { ...scenario.listing, tellsTotal: false, items: 3, size: 1 } })).toMatch(/^execute_tool: 1 record was taken for the whole\./);
    // In one page it is the whole.
    expect(headline({ ...scenario, listing: { ...scenario.listing, items: 20 } })).toBe('In both lanes, the call succeeded at the first attempt.');
  });

  it('is another where a lane is alone or sends a refund', () => {
    const alone = { ...named('three-pages'), lanes: named('three-pages').lanes.slice(0, 1) };
    for (const scenario of [alone, named('write-unheard'), named('naive-beside-robust')]) {
      expect(taskFindings(scenario, simulate(scenario))).toBeNull();
    }
  });

  it('is built for every named run of several lanes: none has but a title', () => {
    for (const { scenario } of NAMED_SCENARIOS) expect(headline(scenario), scenario.name).not.toBe(en.scenarioTitle(scenario.title));
  });
});
