import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText } from '../../src/core/format/json.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { checkText } from '../../src/features/scenarios/check-text.ts';
import type { TextProblem } from '../../src/words/text-problem.ts';
import { en } from '../../src/words/en.ts';
import { anyScenario } from '../core/arbitrary-scenario.ts';
import { figureWith } from '../core/runs.ts';
import { leastTime } from '../least-time.ts';

const TEXT = jsonText(figureWith(['silence']));

function problemsOf(text: string): readonly TextProblem[] {
  const checked = checkText(text);
  return checked.ok ? [] : checked.problems;
}

/** As a person reads it, with what is marked in the text. */
function told(text: string): string[] {
  return problemsOf(text).map((problem) => {
    const { line, column, offset, length } = problem.place;
    return `${line}:${column} ${text.slice(offset, offset + length)} | ${en.openScenario.problem(problem).what}`;
  });
}

/** The valid text with one part of it replaced. */
function changed(part: string, by: string): string {
  expect(TEXT).toContain(part);
  return TEXT.replace(part, () => by);
}

describe('the text of a scenario', () => {
  it('has no problem where it is one', () => {
    for (const { scenario } of NAMED_SCENARIOS) expect(checkText(jsonText(scenario))).toEqual({ ok: true, scenario });
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        expect(checkText(jsonText(scenario))).toEqual({ ok: true, scenario });
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, string, string]>([
    ['"seed": 1', '"seed": "lucky"', '5:11 "lucky" | seed: Invalid type: Expected number but received "lucky"'],
    ['"seed": 1', '"seed": 1e999', '5:11 1e999 | seed: Invalid integer: Received Infinity'],
    ['"name": "figure"', '"name": "Figure"', '3:11 "Figure" | name: Expected lower-case letters, digits and hyphens, found "Figure"'],
    ['"seed": 1', '"polcy": 1, "seed": 1', '5:12 1 | polcy means nothing here.'],
    ['"seed": 1', '"a.b": {"c": 2}, "seed": 1', '5:10 { | a.b means nothing here.'],
    ['"seed": 1', '"__proto__": {"x": 1}, "seed": 1', '5:16 { | __proto__ means nothing here.'],
    ['"seed": 1', '"constructor": 2, "seed": 1', '5:18 2 | constructor means nothing here.'],
    ['  "name": "figure",\n', '', '1:1 { | name is missing.'],
    ['      "tool": "process_refund",\n', '', '42:5 { | faults.0.tool is missing.'],
    ['"from": 1', '"from": 3', '44:19 { | faults.0.requests: Expected to ≥ from, or null, found {␊        "from": 3,␊        "to": 1␊      }'],
    ['"seed": 1', '"seed": 1, "seed": 2', '5:14 "seed" | seed is there already. Expected each name once.'],
    ['"answer-lost"', '"answer-lost", "which": "late"', '50:33 "which" | which is there already. Expected each name once.'],
  ])('[S9] %s → %s', (part, by, expected) => {
    const [first] = told(changed(part, by));
    expect(first).toBe(expected.replaceAll('␊', '\\u{a}'));
  });

  it.each<[string, string, string]>([
    ['"seed": 1,', '"seed": 1', '6:3 "order" | Expected a comma, or the end of what is open, found "order"'],
    ['"seed": 1', '"seed": NaN', '5:11 NaN | Expected a value, or a name in double quotes, found NaN'],
    ['"seed": 1', '"seed": -', '5:11 - | Expected a value, or a name in double quotes, found -'],
    ['"seed": 1', '"seed": 1.', '5:11 1. | Expected a number as JSON writes it, found 1.'],
    ['"seed": 1', 'seed: 1', '5:3 seed | Expected a value, or a name in double quotes, found seed'],
    ['"seed": 1', '"seed" 1', '5:10 1 | Expected a colon, found 1'],
    ['"seed": 1', '// luck\n"seed": 1', '5:3 // luck | JSON has no comments: // luck'],
    ['"figure"', '"fig', '3:11 "fig, | No quotation mark ends this text: "fig,'],
    ['"figure"', '"f\\x"', '3:11 "f\\x" | JSON has no such escape as in "f\\x"'],
    ['"figure"', '"f\tg"', '3:11 "f\tg" | A text may not hold the control character in "f\\u{9}g"'],
  ])('[S9] not JSON: %s → %s', (part, by, expected) => {
    expect(told(changed(part, by))).toEqual([expected]);
  });

  it('[S9] not JSON: its end comes too soon, or too late', () => {
    expect(told('')).toEqual(['1:1  | Expected a value, found the end']);
    expect(told(TEXT.trimEnd().slice(0, -1))).toEqual([expect.stringMatching(/\| Expected a closing brace, found the end$/)]);
    expect(told(`${TEXT}}`)).toEqual([expect.stringMatching(/ } \| Expected the end of the text, found }$/)]);
    expect(told('{"a": 1,}')).toEqual(['1:9 } | Expected a name in double quotes, found }']);
    expect(told('[[]')).toEqual(['1:4  | Expected a closing bracket, found the end']);
  });

  it('[S9] problems come in the order of the text, the first 50 of them, with the count of all', () => {
    const text = changed('"seed": 1', '"seed": -1').replace('"handler": "execute_tool"', '"handler": "x"').replace('"version": 1', '"version": 2');
    expect(problemsOf(text).map(({ place }) => place.line)).toEqual([2, 5, 68]);
    const many = checkText(text.replace(/"faults": \[[^]*?\n {2}\]/, `"faults": [${Array(1_000).fill('{}').join()}]`));
    expect(many.ok || [many.problems.length, many.count]).toEqual([50, 2_003]);
  });

  it('[S9] every line that is named is there, whatever the text', () => {
    const parts = fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '\n', '1e999', 'NaN', '-', '"a"', '"seed":', 'null', '\ud800', '//', '/*', '\0', '\ufeff', '\r');
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 50 }), fc.array(parts, { maxLength: 60 }).map((all) => all.join(''))), (text) => {
        const problems = problemsOf(text);
        expect(problems.length).toBeGreaterThan(0);
        const lines = text.split('\n');
        for (const { place } of problems) {
          expect(place.column - 1).toBeLessThanOrEqual(lines[place.line - 1]?.length ?? -1);
          expect(lines.slice(0, place.line - 1).join('\n').length + (place.line > 1 ? 1 : 0) + place.column - 1).toBe(place.offset);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  const keys = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":1`).join();

  it.each<[string, () => string]>([
    ['100,000 levels', () => '['.repeat(100_000)],
    ['100,000 levels that are closed', () => '['.repeat(100_000) + ']'.repeat(100_000)],
    ['80,000 levels of objects', () => '{"a":'.repeat(80_000)],
    ['brackets that do not match', () => '[}'.repeat(190_000)],
    ['brackets that do not match, in the other order', () => ']['.repeat(190_000)],
    ['a list of 190,000', () => `[${'0,'.repeat(190_000)}0]`],
    ['a list of 190,000 that does not end', () => `[${'0,'.repeat(190_000)}`],
    ['390,000 commas', () => `[${','.repeat(390_000)}`],
    ['30,000 keys', () => `{${keys(30_000)}}`],
    ['15,000 unknown keys', () => changed('"seed"', `${keys(15_000)},"seed"`)],
    ['1,000 wrong rules', () => TEXT.replace(/"faults": \[[^]*?\n {2}\]/, `"faults": [${Array(1_000).fill('{}').join()}]`)],
    ['the same key 15,000 times', () => changed('"seed"', `${'"seed":1,'.repeat(15_000)}"seed"`)],
    ['10 MB of text', () => 'x'.repeat(10_000_000)],
    ['a string that does not end', () => '"'.repeat(389_999)],
    ['390,000 lines', () => `${'\n'.repeat(390_000)}x`],
    ['bytes of anything', () => String.fromCharCode(...Array.from({ length: 50_000 }, (_, index) => (index * 7) % 256))],
    ['numbers beyond all limits', () => changed('"seed": 1', '"seed": 1e308, "x": 1e999')],
    ['lone surrogates', () => changed('"figure"', '"\ud800"')],
  ])('[S9] %s: a clear message in less than 100 ms', (_, make) => {
    const text = make();
    expect(leastTime(100, () => checkText(text))).toBeLessThan(100);
    expect(checkText(text).ok).toBe(false);
    for (const problem of problemsOf(text)) expect(en.openScenario.problem(problem).what).toMatch(/^[^\p{Cc}\p{Cs}]{5,500}$/u);
  });
});
