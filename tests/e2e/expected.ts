import { DEFAULT_SETTINGS, figureScenario, GUARDED, NO_GUARD, type FigureSettings, type SwitchId } from '../../src/core/figure.ts';
import { findingOf } from '../../src/core/finding.ts';
import { laneStateAt } from '../../src/core/ledger.ts';
import { openingStep } from '../../src/core/opening.ts';
import type { Params } from '../../src/core/params.ts';
import { simulate } from '../../src/core/simulate.ts';
import { stepOf, stepsOf, type EventRef, type Step } from '../../src/core/steps.ts';
import type { LaneTrace, Trace } from '../../src/core/trace.ts';
import { verdictOf } from '../../src/core/verdict.ts';
import { DEFAULT_LINK, encodeUrl, type LinkState } from '../../src/store/url.ts';
import { en } from '../../src/words/en.ts';
import { tellStep } from '../../src/words/tellStep.ts';

/** What the page has to show, from the engine that the tests run beside the page. */

type Change = Omit<Partial<FigureSettings>, 'on' | 'params'> & { readonly params?: Partial<Params> };

/** The default settings with exactly these switches on. */
export function settingsWith(on: readonly SwitchId[], { params, ...change }: Change = {}): FigureSettings {
  const switches = Object.fromEntries(Object.keys(DEFAULT_SETTINGS.on).map((id) => [id, on.includes(id as SwitchId)]));
  return {
    ...DEFAULT_SETTINGS,
    ...change,
    on: switches as FigureSettings['on'],
    params: { ...DEFAULT_SETTINGS.params, ...params },
  };
}

/** The address of a state, to open it frozen. */
export function linkTo(settings: FigureSettings, rest: Partial<Omit<LinkState, 'settings'>> = {}): string {
  return `./?${encodeUrl({ ...DEFAULT_LINK, settings, ...rest })}`;
}

export interface Expected {
  readonly headline: string;
  readonly unguarded: ExpectedLane;
  readonly guarded: ExpectedLane;
  /** The playhead's value text. */
  readonly playhead: string;
}

interface ExpectedLane {
  readonly total: string;
  readonly verdict: string;
  readonly belief: string;
  readonly entries: number;
}

export interface Run {
  readonly trace: Trace;
  readonly steps: readonly Step[];
  /** The step on which the figure opens. */
  readonly opening: number;
  readonly unguarded: LaneTrace;
  readonly guarded: LaneTrace;
}

export function runOf(settings: FigureSettings): Run {
  const trace = simulate(figureScenario(settings));
  const steps = stepsOf(trace);
  const lane = (id: string): LaneTrace => {
    const found = trace.lanes.find((each) => each.id === id);
    if (found === undefined) throw new Error(`no lane ${id}`);
    return found;
  };
  return { trace, steps, opening: openingStep(trace, steps), unguarded: lane(NO_GUARD), guarded: lane(GUARDED) };
}

/** The sentence of a step. */
export function sentenceOf({ trace, steps }: Run, step: number): string {
  return tellStep(en, trace, steps[step]);
}

/** @param at a step, or the event of one; the opening step where it is left out */
export function expectedOf(settings: FigureSettings, at?: number | EventRef): Expected {
  const run = runOf(settings);
  const { trace, steps, opening, unguarded, guarded } = run;
  const index = at === undefined ? opening : typeof at === 'number' ? at : stepOf(steps, at, 0);
  const time = steps[index]?.at;
  const finding = findingOf(trace);
  if (time === undefined || finding === null) throw new Error(`no step ${index} in a run of ${steps.length}`);
  return {
    headline: en.headline(finding).map(({ text }) => text).join(''),
    unguarded: laneAt(unguarded, time),
    guarded: laneAt(guarded, time),
    playhead: `${en.seconds(time)}, ${en.step(index, steps.length)}. ${sentenceOf(run, index)}`,
  };
}

function laneAt(lane: LaneTrace, time: number): ExpectedLane {
  const state = laneStateAt(lane, time);
  return {
    total: en.money(state.totalMinor),
    verdict: en.verdict(verdictOf(state), lane.guard.kind !== 'none'),
    belief: en.belief(state),
    entries: state.entries.length,
  };
}
