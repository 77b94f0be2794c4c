import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText } from '../../src/core/format/json.ts';
import { DEEPEST_TEXT, LONGEST_TEXT, readScenarioText } from '../../src/core/scenario-text.ts';
import { anyScenario } from './arbitrary-scenario.ts';
import { figureWith } from './runs.ts';

const VALID = figureWith(['silence']);

describe('a scenario as text', () => {
  it('[S7] any scenario is read as it was written, indented or not', () => {
    fc.assert(
      fc.property(anyScenario, fc.constantFrom(jsonText, JSON.stringify), (scenario, write) => {
        expect(readScenarioText(write(scenario))).toEqual({ kind: 'scenario', scenario });
      }),
      { numRuns: 300 },
    );
  });

  it('[S8] passes over a byte order mark, once', () => {
    expect(readScenarioText(`\ufeff${jsonText(VALID)}`).kind).toBe('scenario');
    expect(readScenarioText(`\ufeff\ufeff${jsonText(VALID)}`).kind).toBe('not-json');
  });

  it('[S8] reads 500,000 characters, not more', () => {
    const text = jsonText(VALID);
    expect(readScenarioText(text.padEnd(LONGEST_TEXT)).kind).toBe('scenario');
    expect(readScenarioText(text.padEnd(LONGEST_TEXT + 1))).toEqual({ kind: 'too-long' });
  });

  it('[S8] reads as many levels as parseScenario, and says where the next begins', () => {
    const nested = (levels: number) => jsonText({ ...VALID, agent: { controller: 'single-call', tool: 'x', args: { a: 0 } } }).replace('"a": 0', `"a": ${'['.repeat(levels)}${']'.repeat(levels)}`);
    // The file, agent and args are three levels.
    expect(readScenarioText(nested(DEEPEST_TEXT - 3)).kind).toBe('scenario');
    const text = nested(DEEPEST_TEXT - 2);
    expect(readScenarioText(text)).toEqual({ kind: 'too-deep', offset: text.indexOf('[]') });
  });

  it('[S8] brackets in a text are no levels', () => {
    const title = '[{"\\'.repeat(40);
    expect(readScenarioText(jsonText({ ...VALID, title }))).toEqual({ kind: 'scenario', scenario: { ...VALID, title } });
  });

  it('[S1] anything at all can be read', () => {
    const parts = fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '\n', '1e999', 'NaN', '-', '"a"', 'null', '\ud800', '//', '\0', '\ufeff');
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 50 }), fc.array(parts, { maxLength: 60 }).map((all) => all.join(''))), (text) => {
        expect(readScenarioText(text).kind).not.toBe('scenario');
      }),
      { numRuns: 2_000 },
    );
  });
});
