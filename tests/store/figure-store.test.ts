import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, figureScenario, JITTER_CHOICES, SILENCES, SWITCHES, type FigureSettings } from '../../src/core/figure.ts';
import { nearestAllowed, PARAM_KEYS, PARAMS, type ParamKey, type ParamRow } from '../../src/core/params.ts';
import { READINGS } from '../../src/core/reading.ts';
import { parseScenario } from '../../src/core/scenario.ts';
import { simulate } from '../../src/core/simulate.ts';
import { cursorStep, cursorTime, stepsOfRun } from '../../src/store/derived.ts';
import { createFigureStore, type FigureState, type FigureStore, type FinishedRun } from '../../src/store/figure-store.ts';
import { shownTime, untilNextStep } from '../../src/store/pace.ts';
import { SPEEDS } from '../../src/store/speed.ts';
import { decodeUrl, DEFAULT_LINK, encodeUrl } from '../../src/store/url.ts';

const runs = new Map<string, FinishedRun>();

/** The run of the settings; the same one for the same settings, as a page would have it. */
function runOf(settings: FigureSettings): FinishedRun {
  const key = JSON.stringify(settings);
  const known = runs.get(key);
  if (known !== undefined) return known;
  const scenario = figureScenario(settings);
  const run = { scenario, trace: simulate(scenario) };
  runs.set(key, run);
  return run;
}

const openStore = (): FigureStore => createFigureStore(runOf(DEFAULT_SETTINGS));
const answer = (store: FigureStore): void => store.getState().runArrived(runOf(store.getState().settings));

type Act = (state: FigureState, pick: number, store: FigureStore) => void;

const pickOf = <Item>(items: readonly Item[], pick: number): Item => {
  const item = items[pick % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

function valueOf(key: ParamKey, pick: number): number | null {
  const row: ParamRow = PARAMS[key];
  if (row.nullable === true && pick % 7 === 0) return null;
  return nearestAllowed(row, row.min + ((pick * 7_919) % (row.max - row.min + 1)));
}

const LINKS = ['', 'fail=none&at=guarded.refund.2.hit', 'at=nowhere.at.all&retries=x', 'turn-ms=0&v=7'];

/** What can happen to a figure: by the person, by time, and by the engine. `pick` chooses among what is possible. */
const ACTS = {
  switch: (state, pick) => state.switchFlipped(pickOf(SWITCHES, pick).id),
  silence: (state, pick) => state.silenceChosen(pickOf(SILENCES, pick)),
  jitter: (state, pick) => state.jitterChosen(pickOf(JITTER_CHOICES, pick)),
  overCapture: (state, pick) => state.overCaptureChosen(pick % 2 === 0),
  slide: (state, pick) => {
    const key = pickOf(PARAM_KEYS, pick);
    for (let move = 0; move <= pick % 3; move += 1) state.paramMoved(key, valueOf(key, pick + move));
    state.paramSettled();
  },
  undo: (state) => state.undone(),
  redo: (state) => state.redone(),
  reset: (state) => state.resetPressed(),
  link: (state, pick) => {
    const { state: link, notices } = decodeUrl(pickOf(LINKS, pick));
    state.linkOpened(link, notices);
  },
  forward: (state) => state.steppedForward(),
  back: (state) => state.steppedBack(),
  first: (state) => state.jumpedToFirst(),
  last: (state) => state.jumpedToLast(),
  playhead: (state, pick) => state.playheadMoved(pick % 40),
  // Time passes only for what plays.
  advance: (state) => {
    if (untilNextStep(state) !== null) state.playbackAdvanced();
  },
  play: (state) => state.played(),
  pause: (state) => state.paused(),
  speed: (state, pick) => state.speedChosen(pickOf(SPEEDS, pick)),
  reading: (state, pick) => state.readingChosen(pickOf(READINGS, pick)),
  answer: (_state, _pick, store) => answer(store),
  fail: (state) => state.runFailed('a reason'),
  dismiss: (state) => {
    if (state.notices[0] !== undefined) state.noticeDismissed(state.notices[0]);
  },
} satisfies Record<string, Act>;

interface Happening {
  readonly kind: keyof typeof ACTS;
  readonly pick: number;
}

const KINDS = Object.keys(ACTS) as Happening['kind'][];

const happening: fc.Arbitrary<Happening> = fc.record({
  // Answers come as often as there are questions.
  kind: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...KINDS) }, { weight: 1, arbitrary: fc.constant('answer' as const) }),
  pick: fc.nat(),
});

function happen(store: FigureStore, { kind, pick }: Happening): void {
  const act: Act = ACTS[kind];
  act(store.getState(), pick, store);
}

function expectSound(state: FigureState): void {
  const steps = stepsOfRun(state.run);
  const index = cursorStep(state);
  expect(steps[index]).toBeDefined();
  expect(cursorTime(state)).toBe(steps[index]?.at);
  expect(parseScenario(figureScenario(state.settings))).toMatchObject({ ok: true });
  const shown = shownTime(state);
  expect(shown.at).toBeGreaterThanOrEqual(cursorTime(state));
  expect(shown.durationMs).toBeGreaterThanOrEqual(0);
  expect(shown.durationMs).toBeLessThan(Infinity);
  // Whatever the state, its link leads to it.
  const { settings, cursor, speed, reading } = state;
  const link = decodeUrl(encodeUrl({ ...DEFAULT_LINK, settings, cursor, speed, reading }));
  expect(link.notices).toEqual([]);
  expect(link.state.reading).toBe(reading);
}

describe('whatever happens to a figure', () => {
  const anyStory = fc.array(happening, { maxLength: 40 });

  it('its playhead is on a step, its settings are a scenario, and its link is whole', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const store = openStore();
        for (const each of story) {
          happen(store, each);
          expectSound(store.getState());
        }
      }),
    );
  });

  it('what plays comes to its end', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const store = openStore();
        for (const each of story) happen(store, each);
        answer(store);
        for (let steps = 0; store.getState().playback === 'playing'; steps += 1) {
          expect(steps).toBeLessThan(2_000);
          expect(untilNextStep(store.getState())).not.toBe(null);
          store.getState().playbackAdvanced();
        }
      }),
    );
  });

  it('undo and redo lead through the settings that were chosen, as a list would have them', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const store = openStore();
        let past: FigureSettings[] = [];
        let future: FigureSettings[] = [];
        for (const each of story) {
          const before = store.getState().settings;
          happen(store, each);
          const { settings, history } = store.getState();
          if (each.kind === 'undo') {
            const expected = past.pop();
            expect(settings).toBe(expected ?? before);
            if (expected !== undefined) future.push(before);
          } else if (each.kind === 'redo') {
            const expected = future.pop();
            expect(settings).toBe(expected ?? before);
            if (expected !== undefined) past.push(before);
          } else if (each.kind !== 'link' && settings !== before) {
            past.push(before);
            future = [];
          }
          if (each.kind !== 'link') {
            expect(history.past).toEqual(past);
            expect(history.future).toEqual(future);
          } else {
            ({ past, future } = { past: [...history.past], future: [...history.future] });
          }
        }
      }),
    );
  });

  it('everything can be undone, back to how it opened, and redone again', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const store = openStore();
        for (const each of story) if (each.kind !== 'link') happen(store, each);
        const { settings } = store.getState();
        const ahead = store.getState().history.future.length;
        let undone = 0;
        for (; store.getState().history.past.length > 0; undone += 1) store.getState().undone();
        expect(store.getState().settings).toEqual(DEFAULT_SETTINGS);
        for (; undone > 0; undone -= 1) store.getState().redone();
        expect(store.getState().settings).toBe(settings);
        expect(store.getState().history.future).toHaveLength(ahead);
      }),
    );
  });
});

describe('the playhead', () => {
  it('opens where nothing was chosen, in every run', () => {
    const store = openStore();
    for (const { id } of SWITCHES) {
      store.getState().switchFlipped(id);
      answer(store);
      expect(store.getState().cursor).toBe(null);
    }
  });

  it('finds its event again after a change that took it away', () => {
    const store = openStore();
    const at = (): string[] => (stepsOfRun(store.getState().run)[cursorStep(store.getState())]?.events ?? []).map(({ event }) => event.id);
    const { steps } = { steps: stepsOfRun(store.getState().run) };
    store.getState().playheadMoved(steps.findIndex(({ events }) => events.some(({ event }) => event.id === 'refund.2.posting')));
    expect(at()).toContain('refund.2.posting');
    store.getState().paramMoved('maxRetries', 0);
    answer(store);
    expect(at()).toContain('refund.observation');
    store.getState().paramMoved('maxRetries', 2);
    store.getState().paramSettled();
    answer(store);
    expect(at()).toContain('refund.2.posting');
  });

  it('moves on from where it is seen, not from where its event went', () => {
    const store = openStore();
    store.getState().jumpedToLast();
    store.getState().switchFlipped('silence');
    answer(store);
    const seen = cursorStep(store.getState());
    store.getState().steppedBack();
    expect(cursorStep(store.getState())).toBe(seen - 1);
  });

  it('does not play on where the new run has nothing left to play', () => {
    const store = openStore();
    const { state, notices } = decodeUrl('turn-ms=0');
    store.getState().linkOpened(state, notices);
    answer(store);
    const steps = stepsOfRun(store.getState().run);
    store.getState().playheadMoved(steps.findIndex(({ events }) => events.some(({ event }) => event.id === 'refund.2.attempt')));
    store.getState().played();
    // Without silence there is no second attempt: what the call came to is the last step.
    store.getState().switchFlipped('silence');
    answer(store);
    expect(cursorStep(store.getState())).toBe(stepsOfRun(store.getState().run).length - 1);
    expect(store.getState().playback).toBe('paused');
  });

  it('does not move beyond the ends, and stays paused', () => {
    const store = openStore();
    store.getState().jumpedToFirst();
    store.getState().steppedBack();
    expect(cursorStep(store.getState())).toBe(0);
    store.getState().playheadMoved(1e9);
    expect(cursorStep(store.getState())).toBe(stepsOfRun(store.getState().run).length - 1);
    store.getState().steppedForward();
    expect(cursorStep(store.getState())).toBe(stepsOfRun(store.getState().run).length - 1);
    expect(store.getState().playback).toBe('paused');
  });
});

describe('a gesture', () => {
  it('is one change, however far it went', () => {
    const store = openStore();
    for (const value of [3, 4, 5, 6]) store.getState().paramMoved('maxRetries', value);
    expect(store.getState().settings.params.maxRetries).toBe(6);
    store.getState().paramSettled();
    store.getState().paramSettled();
    expect(store.getState().history.past).toEqual([DEFAULT_SETTINGS]);
    store.getState().undone();
    expect(store.getState().settings).toBe(DEFAULT_SETTINGS);
  });

  // A screen reader moves a range without a key or a pointer, and nothing says that it is done.
  it.each([
    ['another change', (state: FigureState): void => state.switchFlipped('not-there'), 2],
    ['reset', (state: FigureState): void => state.resetPressed(), 2],
    ['undo', (): void => undefined, 1],
  ] as const)('that nobody ended is not lost: %s', (_name, act, undos) => {
    const store = openStore();
    store.getState().paramMoved('maxRetries', 5);
    act(store.getState());
    for (let undo = 0; undo < undos; undo += 1) store.getState().undone();
    expect(store.getState().settings).toEqual(DEFAULT_SETTINGS);
    store.getState().redone();
    expect(store.getState().settings.params.maxRetries).toBe(5);
  });

  it('that leads back to where it began is nothing to undo', () => {
    const store = openStore();
    store.getState().paramMoved('maxRetries', 3);
    store.getState().paramMoved('maxRetries', 2);
    store.getState().paramSettled();
    expect(store.getState().history.past).toEqual([]);
  });
});

describe('the shape of what the model reads', () => {
  it('is no change of the run and nothing to undo; Reset goes back to the one that it opened with', () => {
    const store = openStore();
    const { run, history } = store.getState();
    store.getState().readingChosen('mcp');
    expect(store.getState()).toMatchObject({ reading: 'mcp', run, history });
    store.getState().resetPressed();
    expect(store.getState().reading).toBe('essay');

    const { state, notices } = decodeUrl('embed=1&reads=openai');
    store.getState().linkOpened(state, notices);
    store.getState().readingChosen('nothing');
    store.getState().resetPressed();
    expect(store.getState().reading).toBe('openai');
  });
});

describe('pace', () => {
  const playing = (query: string): FigureStore => {
    const store = openStore();
    const { state, notices } = decodeUrl(query);
    store.getState().linkOpened(state, notices);
    answer(store);
    store.getState().jumpedToFirst();
    store.getState().played();
    return store;
  };

  it.each([
    // 4.2 s of the run, in real time; four times as fast; and a long run in 12 s.
    ['', 4_200],
    ['speed=4', 1_050],
    ['fail=silence&silence=late&late-ms=60000', 12_000],
    ['fail=silence&silence=late&late-ms=60000&speed=0.5', 24_000],
  ])('?%s plays in %d ms', (query, ms) => {
    const store = playing(query);
    let total = 0;
    for (;;) {
      const wait = untilNextStep(store.getState());
      if (wait === null) break;
      total += wait;
      store.getState().playbackAdvanced();
    }
    expect(total).toBeCloseTo(ms, 6);
    expect(store.getState().playback).toBe('paused');
  });
});

describe('notices', () => {
  it('stay until they are dismissed, one by one', () => {
    const store = openStore();
    const { state, notices } = decodeUrl('retries=x&retrys=3');
    store.getState().linkOpened(state, notices);
    store.getState().runFailed('it broke');
    expect(store.getState().notices).toHaveLength(3);
    const [, second] = store.getState().notices;
    if (second !== undefined) store.getState().noticeDismissed(second);
    expect(store.getState().notices).toHaveLength(2);
    expect(store.getState().notices).not.toContain(second);
    answer(store);
    expect(store.getState().notices).toHaveLength(2);
  });
});
