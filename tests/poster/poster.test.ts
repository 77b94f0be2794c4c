import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeClaim } from '../../src/core/claim.ts';
import { DEFAULT_SETTINGS, figureScenario, SILENCES, SWITCHES, type FigureSettings } from '../../src/core/figure.ts';
import { laneStateAt } from '../../src/core/ledger.ts';
import { isAboutRefund } from '../../src/core/lone-finding.ts';
import { isProgram } from '../../src/core/program.ts';
import { programStateAt, programVerdict } from '../../src/core/program-state.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import { NAMED_SCENARIOS } from '../../src/core/scenarios.ts';
import { simulate } from '../../src/core/simulate.ts';
import { stepsOf } from '../../src/core/steps.ts';
import { verdictOf } from '../../src/core/verdict.ts';
import { gateRowsOf } from '../../src/drawing/gate-layout.ts';
import { builtPoster, namedPosters } from '../../src/poster/named-posters.ts';
import { POSTER_HEIGHT, POSTER_WIDTH, posterHeadline, posterSvg } from '../../src/poster/poster.ts';
import { en } from '../../src/words/en.ts';
import { laneName } from '../../src/words/lane-name.ts';
import { anyProgram } from '../core/arbitrary-program.ts';
import { anyPair } from '../core/arbitrary-scenario.ts';
import { always, program, UNAVAILABLE } from '../core/programs.ts';
import { incident, INCIDENT_IDS } from '../incidents/incident-files.ts';
import { boxOf, readSvg, type Box, type Drawn } from './drawn.ts';

/** Numbers in a poster have two decimals. */
const CLOSE = 0.02;

function within(inner: Box, outer: Box): boolean {
  return (
    inner.left >= outer.left - CLOSE && inner.top >= outer.top - CLOSE && inner.right <= outer.right + CLOSE && inner.bottom <= outer.bottom + CLOSE
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right - CLOSE && b.left < a.right - CLOSE && a.top < b.bottom - CLOSE && b.top < a.bottom - CLOSE;
}

function textsOf(drawn: readonly Drawn[]): { readonly text: string; readonly box: Box }[] {
  return drawn.flatMap((each) => {
    const box = each.name === 'text' ? boxOf(each) : null;
    return box === null ? [] : [{ text: each.text, box }];
  });
}

/** The one text of the whole picture, as somebody reads it. */
function read(svg: string): string {
  return textsOf(readSvg(svg))
    .map(({ text }) => text)
    .join(' ')
    .replace(/ ([.,])/g, '$1');
}

function expectSound(svg: string): readonly Drawn[] {
  const drawn = readSvg(svg);
  expect(svg).not.toMatch(/NaN|undefined|Infinity|\[object/);
  const [root] = drawn;
  expect(root?.attributes.get('viewBox')).toBe(`0 0 ${POSTER_WIDTH} ${POSTER_HEIGHT}`);
  const picture = { left: 0, top: 0, right: POSTER_WIDTH, bottom: POSTER_HEIGHT };
  for (const each of drawn) {
    const box = boxOf(each);
    if (box !== null && !within(box, picture)) throw new Error(`outside of the picture: ${JSON.stringify([...each.attributes])}`);
  }
  const texts = textsOf(drawn);
  for (const [index, one] of texts.entries()) {
    for (const other of texts.slice(index + 1)) {
      if (overlap(one.box, other.box)) throw new Error(`“${one.text}” and “${other.text}” are over each other`);
    }
  }
  const edges = drawn.flatMap(edgesOf);
  for (const { text, box } of texts) {
    if (edges.some((y) => box.top < y - CLOSE && box.bottom > y + CLOSE)) throw new Error(`“${text}” is over an edge of its lane`);
  }
  return drawn;
}

/** Heights that no text may cross: the card's edges, and the line between two lanes. */
function edgesOf(each: Drawn): readonly number[] {
  const box = boxOf(each);
  if (box === null) return [];
  const isCard = each.name === 'rect' && each.attributes.get('rx') === '8';
  const isBetween = each.name === 'line' && box.top === box.bottom && box.right - box.left > 0.8 * POSTER_WIDTH;
  return isCard ? [box.top, box.bottom] : isBetween ? [box.top] : [];
}

function draw(scenario: Scenario, pick = Infinity): { readonly svg: string; readonly at: number } {
  const trace = simulate(scenario);
  const steps = stepsOf(trace);
  const at = steps[Math.min(pick, steps.length - 1)]?.at ?? 0;
  return { svg: posterSvg({ scenario, trace }, at, en), at };
}

describe.each(namedPosters().map((poster) => [poster.name, poster] as const))('the poster of %s', (_, { run, at, claims }) => {
  const svg = posterSvg(run, at, en, { claims });

  it('is a sound picture that says what the run shows', () => {
    const drawn = expectSound(svg);
    expect(read(svg)).toContain(posterHeadline(run, en));
    expect(drawn.find(({ name }) => name === 'title')?.text).toBe(posterHeadline(run, en));
    const description = drawn.find(({ name }) => name === 'desc')?.text;
    for (const claim of claims) expect(description).toContain(describeClaim(claim));
    expect(read(svg)).toContain(en.productName);
  });

  it('has the total and the verdict of each lane that it draws and that writes', () => {
    for (const lane of run.trace.lanes.slice(0, 2)) {
      const program = programStateAt(lane, at);
      if (program !== null) {
        expect(read(svg)).toContain(`${en.program.totalName(program)} ${en.program.total(program)} ${en.program.verdict(programVerdict(program))}`);
        expect(read(svg)).toContain(`${en.program.toldName}: ${en.program.told(program)}`);
        continue;
      }
      if (!isAboutRefund(run.scenario, lane)) continue;
      const state = laneStateAt(lane, at);
      if (state.belief === 'nothing-sent') continue;
      expect(read(svg)).toContain(en.money(state.totalMinor));
      expect(read(svg)).toContain(en.verdict(verdictOf(state), lane.guard.kind !== 'none'));
    }
  });

  it('has a row for each gate of a client', () => {
    const gates = run.trace.lanes.slice(0, 2).flatMap(gateRowsOf).map((gate) => en.program.gateRows[gate]);
    const rows = textsOf(readSvg(svg)).flatMap(({ text }) => (Object.values(en.program.gateRows).includes(text) ? [text] : []));
    expect(rows).toEqual(gates);
  });

  it('is sound at each of its steps, in the dark too, and has no text smaller than a book would', () => {
    for (const step of stepsOf(run.trace)) {
      const dark = posterSvg(run, step.at, en, { theme: 'dark' });
      const sizes = expectSound(dark)
        .filter(({ name }) => name === 'text')
        .map(({ attributes }) => Number(attributes.get('font-size')));
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
    }
  });
});

describe.each(INCIDENT_IDS)('the poster of incident %s', (id) => {
  const { run, at } = builtPoster(incident(id));

  it('is sound at its end and while it goes, and has both lanes, what is true of each and what its caller was told', () => {
    const svg = posterSvg(run, at, en);
    expectSound(svg);
    for (const step of stepsOf(run.trace).filter((_, index, all) => index % Math.ceil(all.length / 6) === 0)) expectSound(posterSvg(run, step.at, en));
    expect(read(svg)).toContain(posterHeadline(run, en));
    expect(run.trace.lanes.map((lane) => lane.id)).toEqual(['reported', 'right']);
    for (const lane of run.trace.lanes) {
      const state = programStateAt(lane, at);
      if (state === null) throw new Error('no program');
      expect(read(svg)).toContain(laneName(en, lane));
      expect(read(svg)).toContain(en.program.verdict(programVerdict(state)));
      expect(read(svg)).toContain(`${en.program.toldName}: ${en.program.told(state)}`);
    }
  });
});

it('says what came of the lanes that it draws, and of no other', () => {
  const poster = namedPosters().find(({ name }) => name === 'three-models');
  if (poster === undefined) throw new Error('no such poster');
  const text = read(posterSvg(poster.run, poster.at, en));
  expect(text).toContain('A careful model: the model stopped after 1 call, and says why. A careless model: the model made its answer up after 1 call.');
  expect(text).not.toContain('A stubborn model');
  expect(text).toContain('1 more lane, not drawn');
});

it('says of a run that died that it did', () => {
  const poster = namedPosters().find(({ name }) => name === 'drop-observation');
  if (poster === undefined) throw new Error('no such poster');
  // Once in the headline, which is about the whole run, and then in its lane.
  const times = (at: number): number => read(posterSvg(poster.run, at, en)).split(en.runDied).length - 1;
  expect([times(0), times(poster.at)]).toEqual([1, 2]);
});

it('has the rows of a program, and no gateway where nothing is written', () => {
  const rowsOf = (scenario: Scenario): readonly string[] => textsOf(readSvg(draw(scenario).svg)).map(({ text }) => text);
  const poster = namedPosters().find(({ run }) => run.trace.lanes.some(isProgram));
  if (poster === undefined) throw new Error('no program has a name');
  expect(rowsOf(poster.run.scenario).filter((text) => text === en.rows.gateway)).toHaveLength(2);
  expect(rowsOf(poster.run.scenario)).toContain(en.rows.caller);
  expect(rowsOf(poster.run.scenario)).not.toContain(en.rows.agent);
  expect(rowsOf(incident('to-06'))).not.toContain(en.rows.gateway);
});

it('draws a breaker and a budget: until when nothing is sent, what was stopped, and what is left', () => {
  const scenario = program({
    policy: { maxRetries: 1, backoff: { growth: { kind: 'constant', delayMs: 2_000 } } },
    client: { breaker: { opensAt: { kind: 'consecutive', failures: 2 }, waitMs: 8_000 }, retryQuota: { capacity: 2, cost: 1, gain: 1 } },
    latency: { refundMs: 400 },
    faults: always(UNAVAILABLE),
    operations: [0, 5_000, 14_000].map((atMs, index) => ({ id: `c${index}`, atMs })),
  });
  const at = (time: number): string => posterSvg({ scenario, trace: simulate(scenario) }, time, en);
  const crosses = (time: number): number =>
    readSvg(at(time)).filter(({ name, attributes: get }) => name === 'line' && get.get('x1') !== get.get('x2') && get.get('y1') !== get.get('y2')).length / 2;
  // Fails at 0.4 and 2.8 s, which opens it; both attempts of the second call are stopped, at 5 and 7 s.
  expect(read(at(2_400))).toContain('closed');
  expect(read(at(2_400))).not.toContain('open');
  expect(read(at(12_000))).toContain('open: nothing is sent until 10.8 s');
  expect([2_400, 5_000, 7_000].map(crosses)).toEqual([0, 1, 2]);
  expect(read(at(14_400))).toContain('1 of 2 left 0 of 2 left');
});

it('is sound for any program, at any of its steps', () => {
  fc.assert(
    fc.property(anyProgram, fc.nat(40), (scenario, pick) => {
      expectSound(draw(scenario, pick).svg);
      expectSound(draw({ ...scenario, lanes: scenario.lanes.slice(0, 1) }).svg);
    }),
  );
});

it('every named scenario has a poster, and the figure is among them', () => {
  expect(namedPosters().map(({ name }) => name)).toEqual(NAMED_SCENARIOS.map(({ scenario }) => scenario.name));
  expect(namedPosters().some(({ name }) => name === 'figure')).toBe(true);
});

it('is sound for every combination of switches and silences, at its end and while it goes', () => {
  for (let bits = 0; bits < 2 ** SWITCHES.length; bits += 1) {
    const on = Object.fromEntries(SWITCHES.map(({ id }, index) => [id, (bits & (2 ** index)) !== 0])) as FigureSettings['on'];
    for (const silence of SILENCES) {
      const scenario = figureScenario({ ...DEFAULT_SETTINGS, on, silence });
      expectSound(draw(scenario).svg);
      expectSound(draw(scenario, bits % 17).svg);
    }
  }
});

it('is sound for any run of two lanes, at any of its steps', () => {
  fc.assert(
    fc.property(anyPair, fc.nat(40), (scenario, pick) => {
      expectSound(draw(scenario, pick).svg);
      expectSound(draw({ ...scenario, lanes: scenario.lanes.slice(0, 1) }, pick).svg);
    }),
  );
});

it('keeps any title within the picture, as text', () => {
  const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: fc.constantFrom('<', '>', '&', '"', ' ', 'W', '\u0000', '\ud800'), maxLength: 200 }));
  const [lone] = figureScenario(DEFAULT_SETTINGS).lanes;
  if (lone === undefined) throw new Error('the figure has no lane');
  fc.assert(
    fc.property(anyText, fc.constantFrom(1, 2, 5), (title, count) => {
      const lanes = Array.from({ length: count }, (_, index) => ({ ...lone, id: `lane-${index}` }));
      expectSound(draw({ ...figureScenario(DEFAULT_SETTINGS), title, lanes }).svg);
    }),
  );
});

it('says how many lanes it does not draw', () => {
  const figure = figureScenario(DEFAULT_SETTINGS);
  const lanes = ['a', 'b', 'c'].flatMap((id) => figure.lanes.slice(0, 1).map((lane) => ({ ...lane, id })));
  expect(read(draw({ ...figure, lanes }).svg)).toContain('1 more lane, not drawn');
});

it('shows what has happened by then, and nothing later', () => {
  const figure = figureScenario(DEFAULT_SETTINGS);
  const trace = simulate(figure);
  const early = read(posterSvg({ scenario: figure, trace }, 1_500, en));
  expect(early).toContain('$80.00');
  expect(early).toContain('refunded once so far');
  expect(early).not.toContain('$160.00');
  expect(early).not.toContain('again');
  expect(read(posterSvg({ scenario: figure, trace }, 4_100, en))).toContain('$160.00');
});
