import { describe, expect, it } from 'vitest';
import { SILENCES, SWITCHES, type FigureSettings } from '../../src/core/figure.ts';
import { findingOf } from '../../src/core/finding.ts';
import { handlerFindings } from '../../src/core/handler-finding.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { simulate } from '../../src/core/simulate.ts';
import type { LaneTrace, Trace } from '../../src/core/trace.ts';
import { en } from '../../src/words/en.ts';
import { figureWith } from '../core/runs.ts';

/** What a person would find out by reading the log: no part of the engine but its events. */
interface Facts {
  readonly refunds: number;
  /** Of them, those that a later attempt than the first brought about. */
  readonly byRetry: number;
  readonly says: 'refunded' | 'failed' | 'not-attempted';
  readonly attempts: number;
}

function factsOf({ events }: LaneTrace): Facts {
  const finish = events.find((event) => event.kind === 'finish');
  if (finish?.kind !== 'finish') throw new Error('the task has no end');
  const { report } = finish;
  if (report !== 'refunded' && report !== 'failed' && report !== 'not-attempted') throw new Error('the task has no report');
  const sent = events.filter((event) => event.kind === 'attempt' && event.tool === 'process_refund' && event.sent);
  const postings = events.filter((event) => event.kind === 'posting');
  const byRetry = postings.filter(({ attempt }) => attempt > 1).length;
  return { refunds: postings.length, byRetry, says: report, attempts: sent.length };
}

const TIMES = ['never', 'once', 'twice', 'three times', 'four times', 'five times', 'six times', 'seven times', 'eight times'];
const COUNTED = String.raw`(never|once|twice|\w+ times|\d+ times)`;
const SAID = '(, though the agent reports a refund|, though the agent reports a failure|, and the agent says so|)';

function countOf(words: string): number {
  const index = TIMES.indexOf(words);
  return index === -1 ? { nine: 9, ten: 10 }[words.split(' ')[0] ?? ''] ?? Number.parseInt(words, 10) : index;
}

/** Whether what is said beside a count is so. Nothing said: they agree, so the agent has to say refunded, and it has to be so. */
function expectSaid(words: string, { refunds, says }: Facts): void {
  switch (words) {
    case ', though the agent reports a refund':
      expect([says, refunds]).toEqual(['refunded', 0]);
      return;
    case ', though the agent reports a failure':
      expect(says).toBe('failed');
      expect(refunds).toBeGreaterThan(0);
      return;
    case ', and the agent says so':
      expect([says, refunds]).toEqual(['failed', 0]);
      return;
    default:
      expect(says).toBe('refunded');
      expect(refunds).toBeGreaterThan(0);
  }
}

/** Reads the sentence as a person does, and holds each thing that it claims against the log. */
function expectTrue(sentence: string, unguarded: Facts, guarded: Facts): void {
  if (sentence === 'No refund was attempted: the policy could not be confirmed.') {
    for (const lane of [unguarded, guarded]) expect(lane).toEqual({ refunds: 0, byRetry: 0, says: 'not-attempted', attempts: 0 });
    return;
  }
  if (sentence === 'The refund failed, and the agent says so.') {
    for (const lane of [unguarded, guarded]) expect(lane).toMatchObject({ refunds: 0, says: 'failed' });
    return;
  }
  const same = new RegExp(`^The order was refunded ${COUNTED}(, with and without a guard|, and the agent reports that it failed)\\.$`).exec(sentence);
  if (same !== null) {
    const [, count = '', tail] = same;
    const says = tail === ', with and without a guard' ? 'refunded' : 'failed';
    for (const lane of [unguarded, guarded]) expect(lane).toMatchObject({ refunds: countOf(count), says });
    return;
  }
  const two = new RegExp(
    `^(The retry refunded the order|The retries refunded the order|Without a guard, the order was refunded) ${COUNTED}${SAID}\\. With a guard, ${COUNTED}${SAID}\\.$`,
  ).exec(sentence);
  if (two === null) throw new Error(`no sentence that this test can read: ${sentence}`);
  const [, subject, without = '', saidWithout = '', withGuard = '', saidWith = ''] = two;
  expect(countOf(without)).toBe(unguarded.refunds);
  expect(countOf(withGuard)).toBe(guarded.refunds);
  expectSaid(saidWithout, unguarded);
  expectSaid(saidWith, guarded);
  if (subject === 'The retry refunded the order') expect([unguarded.refunds, unguarded.byRetry]).toEqual([2, 1]);
  if (subject === 'The retries refunded the order') expect(unguarded.byRetry).toBeGreaterThan(1);
}

/** The lanes' events as their callers and the gateway could tell them, up to the first that is not in both. */
function expectExplained(text: string, unguarded: LaneTrace, guarded: LaneTrace): void {
  const outside = ({ events }: LaneTrace) =>
    events.filter((event) => event.kind !== 'guard' || event.move === 'hit').map((event) => JSON.stringify({ ...event, seq: 0 }));
  const same = JSON.stringify(outside(unguarded)) === JSON.stringify(outside(guarded));
  expect(/^Same task in both lanes\./.test(text)).toBe(same);

  const first = unguarded.events.find((event) => event.kind === 'attempt' && event.tool === 'process_refund');
  const firstIs = (event: { call?: string; attempt?: number }) =>
    first?.kind === 'attempt' && event.call === first.call && event.attempt === first.attempt;
  const outcome = unguarded.events.find((event) => event.kind === 'outcome' && firstIs(event));
  const posting = unguarded.events.find((event) => event.kind === 'posting' && firstIs(event));
  const refusal = unguarded.events.find((event) => event.kind === 'refusal' && firstIs(event));
  const silent = outcome?.kind === 'outcome' && outcome.outcome.kind === 'unknown';
  const landed = posting ?? refusal;
  const inTime = landed !== undefined && outcome !== undefined && landed.at <= outcome.at;
  if (text.includes('The answer was lost after the money moved.')) expect([silent, posting !== undefined && inTime]).toEqual([true, true]);
  if (text.includes('The request was lost before any money moved.')) expect([silent, landed]).toEqual([true, undefined]);
  if (text.includes('still on its way')) expect([silent, landed !== undefined && !inTime]).toEqual([true, true]);
  if (text.includes('The deadline ended the waiting, not the work.')) expect([silent, landed !== undefined]).toEqual([true, true]);
  expect(/lost|on its way|The deadline ended/.test(text)).toBe(silent);
  const wasRefused = [unguarded, guarded].some(({ events }) => events.some(({ kind }) => kind === 'refusal'));
  expect(text.includes('The gateway refused to refund more than was captured.')).toBe(wasRefused);
}

const IDS = SWITCHES.map(({ id }) => id);
const SETS = Array.from({ length: 2 ** IDS.length }, (_, bits) => IDS.filter((_id, index) => (bits & (1 << index)) !== 0));

type Change = Omit<Partial<FigureSettings>, 'params'> & { readonly params?: Partial<FigureSettings['params']> };

const POLICIES: readonly (readonly [string, Change])[] = [
  ['the default policy', {}],
  ['no retry', { params: { maxRetries: 0 } }],
  ['one retry', { params: { maxRetries: 1 } }],
  ['ten quick retries', { params: { maxRetries: 10, firstBackoffMs: 0, backoffFactor: 1 } }],
  ['a deadline between posting and answer', { params: { deadlineMs: 350 } }],
  ['that deadline and ten retries', { params: { deadlineMs: 350, maxRetries: 10 } }],
  ['a deadline before the posting', { params: { deadlineMs: 100 } }],
  ['a deadline longer than everything', { params: { deadlineMs: 10_000 } }],
  ['a guard slower than the deadline', { params: { guardHitMs: 5_000 } }],
  ['a guard as slow as the deadline', { params: { guardHitMs: 350, deadlineMs: 350 } }],
  ['a late posting within the deadline', { params: { latePostingMs: 1_000 } }],
  ['a gateway that refuses the second refund', { refusesOverCapture: true, params: { refundMinor: 16_000 } }],
  ['such a gateway, a short deadline, many retries', { refusesOverCapture: true, params: { deadlineMs: 350, maxRetries: 10 } }],
  ['the whole captured amount', { refusesOverCapture: true, params: { refundMinor: 24_000 } }],
  ['full jitter', { jitter: 'full' }],
  ['no time at all', { params: { modelTurnMs: 0, readMs: 0, refundMs: 0, postingMs: 0, guardHitMs: 0 } }],
];

function lanesOf(trace: Trace): { unguarded: LaneTrace; guarded: LaneTrace } {
  const [unguarded, guarded] = trace.lanes;
  if (unguarded?.guard.kind !== 'none' || guarded?.guard.kind !== 'memory') throw new Error('not the lanes of the figure');
  return { unguarded, guarded };
}

describe('the headline is true, and so is its explanation', () => {
  const sentences = new Set<string>();

  it.each(POLICIES)('for every set of switches and every silence, with %s', (_name, change) => {
    for (const on of SETS) {
      for (const silence of on.includes('silence') ? SILENCES : SILENCES.slice(0, 1)) {
        const trace = simulate(figureWith(on, { ...change, silence }));
        const { unguarded, guarded } = lanesOf(trace);
        const finding = findingOf(trace);
        if (finding === null) throw new Error('no finding');
        const pieces = en.headline(finding);
        const sentence = pieces.map(({ text }) => text).join('');
        sentences.add(sentence);
        expectTrue(sentence, factsOf(unguarded), factsOf(guarded));
        expectExplained(en.explanation(finding), unguarded, guarded);
        // What is underlined is a count or the failure, in the tone of its lane's verdict.
        for (const { text, gravity } of pieces) if (gravity !== undefined) expect(text).toMatch(new RegExp(`^(failed|${COUNTED})$`));
      }
    }
  });

  it('says many different things', () => {
    expect(sentences.size).toBeGreaterThan(8);
  });
});

describe('the headline of handlers side by side', () => {
  const compared = simulate(figureWith(['silence'], { lanes: 'handlers' }));
  const headlineOf = (trace: Trace): string | undefined => {
    const findings = handlerFindings(trace);
    return findings === null ? undefined : en.handlersHeadline(findings).map(({ text }) => text).join('');
  };
  const pair = (...ids: readonly string[]): Trace => ({ lanes: ids.flatMap((id) => compared.lanes.find((lane) => lane.id === id) ?? []) });

  it('says of a run that died that nobody was told, and of the other that it told the truth', () => {
    const scenario = NAMED_SCENARIOS.find((named) => named.scenario.name === 'naive-beside-robust')?.scenario;
    if (scenario === undefined) throw new Error('no such scenario');
    expect(headlineOf(simulate(scenario))).toBe(
      'Called directly, the order was refunded once, and the run died before it could say so. Through execute_tool and a guard, once, and the agent says so.',
    );
    expect(headlineOf(pair('direct', 'call-tool-repaired'))).toBe(
      'Called directly, the order was refunded once, and the run died before it could say so. Through call_tool, repaired, once, though the agent reports a failure.',
    );
    // Two refunds and a report of one is no truth to praise.
    expect(headlineOf(pair('execute-tool', 'direct'))).toBe(
      'Through execute_tool, the order was refunded twice. Called directly, once, and the run died before it could say so.',
    );
  });

  it('leaves the truth unsaid where both told it', () => {
    expect(headlineOf(pair('execute-tool', 'typed-failures'))).toBe('Through execute_tool, the order was refunded twice. Through typed failures, once.');
  });
});
