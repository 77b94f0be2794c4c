import { describe, expect, it } from 'vitest';
import { programFindings } from '../../src/core/program-finding.ts';
import { simulate } from '../../src/core/simulate.ts';
import type { LaneTrace } from '../../src/core/trace.ts';
import { duration } from '../../src/words/durations.ts';
import { en } from '../../src/words/en.ts';
import { incident, INCIDENT_IDS } from './incident-files.ts';

function sentenceOf(id: string, lanes: readonly [string, string] = ['reported', 'right']): string {
  const scenario = incident(id);
  const all = simulate(scenario).lanes;
  const seen = lanes.flatMap((lane) => all.find((each) => each.id === lane) ?? []);
  const findings = programFindings({ lanes: seen });
  if (findings === null) throw new Error(`${id} is no program`);
  return en.program.headline(findings).map(({ text }) => text).join('');
}

/** What a person would find out by reading the log: no part of the engine but its events. */
function factsOf({ events }: LaneTrace) {
  const postings = events.filter((event) => event.kind === 'posting');
  const last = events.filter((event) => event.kind === 'observation').at(-1);
  return {
    attempts: events.filter((event) => event.kind === 'attempt' && event.sent).length,
    units: postings.reduce((sum, { units = 1 }) => sum + units, 0),
    minor: postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    onlyReads: events.every((event) => event.kind !== 'attempt' || event.effect === 'read'),
    disposition: last?.result.disposition,
    endMs: last?.at,
  };
}

const MONEY = String.raw`\$(?<money>[\d.]+)`;
const DONE = String.raw`nothing (?:done|moved)|done once|(?<entries>[\d,]+) entr(?:y|ies)|${MONEY}`;
const SENTENCE = new RegExp(
  String.raw`^(?:Reported|Done right): (?:(?<attempts>\d+) attempts?)?(?<within> at once| in [^,]+)?(?:, )?(?<done>${DONE})?(?<rest>.*)$`,
);

const TOLD: Readonly<Record<string, readonly string[]>> = {
  ok: ['succeeded', 'recovered'],
  'gave up': ['gave-up'],
  rejected: ['rejected'],
  'outcome unknown': ['unknown'],
  'stopped by the user': ['aborted'],
  parked: ['parked'],
  'handed to a person': ['handed-off'],
  'failed, fed back': ['fed-back'],
};

/** Reads one half of the sentence as a person does, and holds each thing that it claims against the log. */
function expectTrue(half: string, lane: LaneTrace): void {
  const facts = factsOf(lane);
  const { attempts, within, done, entries, money, rest = '' } = SENTENCE.exec(half)?.groups ?? {};
  if (attempts !== undefined) expect(Number(attempts)).toBe(facts.attempts);
  if (within === ' at once') expect(facts.endMs).toBe(0);
  else if (within !== undefined) expect(within).toBe(` in ${duration(facts.endMs ?? NaN)}`);
  if (facts.onlyReads) expect(done).toBeUndefined();
  else expect(done).toBeDefined();
  if (done?.startsWith('nothing') === true) expect([facts.units, facts.minor]).toEqual([0, 0]);
  if (done === 'done once') expect(facts.units).toBe(1);
  if (entries !== undefined) expect(Number(entries.replaceAll(',', ''))).toBe(facts.units);
  if (money !== undefined) expect(Math.round(Number(money) * 100)).toBe(facts.minor);
  const told = /told “([^”]+)”/.exec(rest)?.[1];
  if (told !== undefined) expect(TOLD[told]).toContain(facts.disposition);
  expect(rest.includes('never ends')).toBe(facts.disposition === 'never-ends');
  if (rest.includes('crashed')) expect(facts.disposition).toBe('crashed');
}

describe.each(INCIDENT_IDS)('the headline of %s', (id) => {
  const scenario = incident(id);
  const [reported, right] = simulate(scenario).lanes;
  if (reported === undefined || right === undefined) throw new Error(`${id} has no two lanes`);

  it('is true in every part', () => {
    const [, first = '', second = ''] = /^(Reported: .*)\. (Done right: .*)\.$/.exec(sentenceOf(id)) ?? [];
    expectTrue(first, reported);
    expectTrue(second, right);
  });

  it('says two things that differ, and is not longer than a sentence may be', () => {
    const [, first, second] = /^Reported: (.*)\. Done right: (.*)\.$/.exec(sentenceOf(id)) ?? [];
    expect(first).not.toBe(second);
    expect(sentenceOf(id).length).toBeLessThanOrEqual(195);
    expect(sentenceOf(id)).not.toMatch(/undefined|null|NaN|\[object|refund|: ,|, ,/);
  });
});

it.each([
  ['ik-01', 'Reported: 2 attempts, $60.00 moved where $30.00 was asked for. Done right: $30.00, once.'],
  ['ra-02', 'Reported: 3 attempts in 4 ms, nothing done, its caller told “gave up”. Done right: 2 attempts in 2.0 s, done once, told “ok”.'],
  ['nl-02', 'Reported: 45 attempts, nothing done. Done right: 15 attempts, nothing done.'],
  ['bo-05', 'Reported: 71 attempts in 717 million years, nothing done. Done right: 71 attempts in 59.1 h, nothing done.'],
  ['to-06', 'Reported: 1 attempt, and it never ends. Done right: 2 attempts in 3.0 s, told “ok”.'],
  ['to-08', 'Reported: 2 attempts in 5.0 s, $40.00 moved where nothing was wanted any more. Done right: 1 attempt in 1.0 s, nothing moved.'],
  ['rd-07', 'Reported: 1 attempt at once, its caller told “ok” though the answer held an error. Done right: 2 attempts in 1.0 s, told “ok”.'],
  ['ni-05', 'Reported: 2 attempts, 30,000 entries where 15,000 were asked for. Done right: 15,000 entries, as asked for.'],
  ['ni-10', 'Reported: 2 attempts in 0.5 s, 1 entry, not as it was meant, its caller told “ok”. Done right: 1 attempt at once, nothing done, told “gave up”.'],
  ['ik-24', 'Reported: 12 attempts in 241.0 s, 1 entry, deleted since, its caller told “gave up”. Done right: 3 attempts in 61.0 s, 2 entries, 1 of them deleted since, told “ok”.'],
  ['jq-13', 'Reported: 3 attempts in 2.0 s, $50.00 moved where $0.00 was asked for, its caller told “ok”. Done right: 6 attempts in 9.0 s, $50.00 moved where $0.00 was asked for, told “handed to a person”.'],
  ['rd-02', 'Reported: 1 attempt, its caller told “ok” though it had 50 of 54 items. Done right: 2 attempts, told “ok”.'],
  ['rd-05', 'Reported: 6 attempts, 54 entries where 10 were asked for, its caller told “gave up”. Done right: 1 attempt, 9 entries where 10 were asked for, told “rejected”.'],
  ['rd-06', 'Reported: 1 attempt at once, 9 entries where 10 were asked for, its caller told “ok”. Done right: 2 attempts in 0.5 s, 10 entries, as asked for, told “ok”.'],
  ['ra-03', 'Reported: 1 attempt, nothing done, and it crashed. Done right: 2 attempts, done once, told “ok”.'],
])('the headline of %s, word for word', (id, sentence) => {
  expect(sentenceOf(id)).toBe(sentence);
});

it('names other lanes than the first two by their own ids', () => {
  expect(sentenceOf('ra-02', ['date-reported', 'date-right'])).toBe(
    'Date reported: 3 attempts in 2 ms, nothing done, its caller told “gave up”. Date right: 2 attempts in 20.0 s, done once, told “ok”.',
  );
});
