import { describe, expect, it } from 'vitest';
import { incident, INCIDENT_IDS } from './incident-files.ts';
import { lanesOf, REPORTS } from './reports.ts';

const LONGEST = { title: 60, what: 260, why: 140, lesson: 140 } as const;
const LONGEST_CAPTION = 48;
const FIELDS = Object.keys(LONGEST) as (keyof typeof LONGEST)[];

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** A text and its sentences, without case and marks. Below four words, a part is a fact and not a phrase. */
function sentencesOf(text: string): string[] {
  const parts = text.split(/[.;:!?]\s/).map(plain);
  return [plain(text), ...parts.filter((part) => part.split(' ').length >= 4)];
}

const theirs = new Set(
  REPORTS
    .flatMap((report) => [report.title, report.summary, report.root_cause, ...lanesOf(report).map(([, { expected }]) => expected.note ?? '')])
    .flatMap(sentencesOf),
);

const files = INCIDENT_IDS.map((id) => ({ id, scenario: incident(id), report: REPORTS.find((each) => each.id.toLowerCase() === id) }));

it('no title is used twice', () => {
  const titles = files.map(({ scenario }) => scenario.title);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});

describe.each(files)('$id', ({ id, scenario, report }) => {
  if (scenario.incident === undefined || report === undefined) throw new Error(`${id} is no report`);
  const { what, why, lesson } = scenario.incident;
  const told = { title: scenario.title, what, why, lesson };
  const texts = FIELDS.map((field) => told[field]);
  const captions = scenario.lanes.map(({ title = '' }) => title);

  it('has every text, without blanks around it', () => {
    expect([...texts, ...captions].filter((text) => text === '' || text !== text.trim())).toEqual([]);
  });

  it('has room for its words', () => {
    expect(FIELDS.filter((field) => told[field].length > LONGEST[field])).toEqual([]);
    expect(captions.filter((caption) => caption.length > LONGEST_CAPTION)).toEqual([]);
  });

  it('is one sentence in each text, or two where it says what happened, and no sentence in titles and captions', () => {
    expect([told.title, ...captions].filter((text) => text.endsWith('.'))).toEqual([]);
    expect([told.what, told.why, told.lesson].filter((text) => !text.endsWith('.'))).toEqual([]);
    const count = (text: string) => text.match(/[.!?](?=\s|$)/g)?.length;
    expect([told.why, told.lesson].map(count)).toEqual([1, 1]);
    expect([1, 2]).toContain(count(told.what));
  });

  it('has no caption twice', () => {
    expect(new Set(captions).size).toBe(captions.length);
  });

  it('says it in words of its own', () => {
    expect([...texts, ...captions].flatMap(sentencesOf).filter((sentence) => theirs.has(sentence))).toEqual([]);
  });

  it('claims a measurement only where there was one', () => {
    if (report.basis === 'reconstructed') expect(JSON.stringify([texts, captions])).not.toMatch(/measure/i);
  });
});
