import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Silence } from '../core/fault.ts';
import { DEFAULT_SETTINGS, type FigureSettings, type JitterChoice, type LaneChoice, type Shown, type SwitchId } from '../core/figure.ts';
import type { HandlerId } from '../core/handlers/handler.ts';
import { shownByName } from '../core/scenario-of.ts';
import { PARAM_KEYS, PARAMS, type ParamKey, type Params } from '../core/params.ts';
import { DEFAULT_READING, type Reading } from '../core/reading.ts';
import type { Problem, Scenario } from '../core/scenario.ts';
import { exactStepOf, refOf, type EventRef } from '../core/steps.ts';
import type { Trace } from '../core/trace.ts';
import { cursorStep, stepsSeen } from './derived.ts';
import type { EngineStatus } from '../worker/client.ts';
import { DEFAULT_FRAME, type Frame, type Theme } from './frame.ts';
import { NO_FILTER, type IncidentFilter } from './incident-filter.ts';
import { EMPTY_HISTORY, redo, remember, undo, type History } from './history.ts';
import { keptPair, type LanePair } from './lane-pair.ts';
import { DEFAULT_SPEED, type Speed } from './speed.ts';
import type { LinkNotice } from '../words/link-notice.ts';
import { DEFAULT_LINK, type LinkState } from './url.ts';
import { shown } from './url-text.ts';
import type { View } from './view.ts';

/** A finished run: what was asked, and the trace that answers it. */
export interface FinishedRun {
  readonly scenario: Scenario;
  readonly trace: Trace;
}

export type Playback = 'paused' | 'playing';

/** How the playhead came to its step: views animate a step forward, and jump otherwise. */
export type Movement = 'step' | 'jump';

/** Something the person should know, until it is dismissed. */
export type Notice =
  | { readonly kind: 'link'; readonly notice: LinkNotice }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'engine-failed'; readonly message: string };

export interface FigureState {
  readonly settings: FigureSettings;
  /** What was asked for last; `viewOf` says what is seen. */
  readonly view: View;
  readonly history: History<FigureSettings>;
  /** The settings before the gesture that is under way, so that a whole drag is undone at once. */
  readonly beforeGesture: FigureSettings | null;
  readonly run: FinishedRun;
  /** The lanes that were chosen out of many; null: the first two. `traceSeen` is what comes of it. */
  readonly compare: LanePair | null;
  /** The lanes came with a link, and no run has been there yet to say whether they exist. */
  readonly compareUnproven: boolean;
  /** The event that was chosen; null: the opening step. It may be gone from the present run. */
  readonly cursor: EventRef | null;
  /** The event came with a link, and no run has been there yet to say whether it exists. */
  readonly cursorUnproven: boolean;
  /** The time of the chosen event when it was chosen, for when it is gone. */
  readonly cursorAt: number;
  readonly movement: Movement;
  readonly playback: Playback;
  readonly speed: Speed;
  /** The shape in which the Observation is shown. */
  readonly reading: Reading;
  readonly frame: Frame;
  /** What Reset goes back to: in an embed the state that its author chose, else the opening state. */
  readonly start: Start;
  /** Where the engine works; the page says it quietly when it is not the usual place. */
  readonly engine: EngineStatus;
  readonly notices: readonly Notice[];
  /** Which incidents the list shows. */
  readonly incidentFilter: IncidentFilter;

  readonly switchFlipped: (id: SwitchId) => void;
  readonly silenceChosen: (silence: Silence) => void;
  readonly jitterChosen: (jitter: JitterChoice) => void;
  readonly overCaptureChosen: (refuses: boolean) => void;
  readonly lanesChosen: (lanes: LaneChoice) => void;
  readonly handlerChosen: (handler: HandlerId) => void;
  /** By its name; by the figure's own name the figure again, with its settings as they were. */
  readonly scenarioChosen: (name: string) => void;
  /** A scenario of one's own; `packed` is what a link has of it. */
  readonly fileOpened: (scenario: Scenario, packed: string) => void;
  /** From an incident back to where it was chosen, or to another view. */
  readonly viewChosen: (view: View) => void;
  readonly incidentsFiltered: (filter: Partial<IncidentFilter>) => void;
  readonly lanesCompared: (lanes: LanePair) => void;
  /** While a slider moves; `paramSettled` ends the gesture. */
  readonly paramMoved: <Key extends ParamKey>(key: Key, value: Params[Key]) => void;
  readonly paramSettled: () => void;
  /** Other luck for the jitter. */
  readonly seedDrawn: () => void;
  readonly undone: () => void;
  readonly redone: () => void;
  readonly resetPressed: () => void;

  readonly steppedForward: () => void;
  readonly steppedBack: () => void;
  readonly jumpedToFirst: () => void;
  readonly jumpedToLast: () => void;
  readonly playheadMoved: (step: number) => void;
  /** Someone outside names an event, which the run need not have. */
  readonly eventAsked: (event: EventRef) => void;
  /** The time to the next step has passed while playing. */
  readonly playbackAdvanced: () => void;
  readonly played: () => void;
  readonly paused: () => void;
  readonly speedChosen: (speed: Speed) => void;
  readonly readingChosen: (reading: Reading) => void;
  readonly themeChosen: (theme: Theme) => void;

  readonly linkOpened: (link: LinkState, notices: readonly LinkNotice[]) => void;
  readonly runArrived: (run: FinishedRun) => void;
  readonly runRefused: (problems: readonly Problem[]) => void;
  readonly runFailed: (message: string) => void;
  readonly engineChanged: (engine: EngineStatus) => void;
  readonly noticeDismissed: (notice: Notice) => void;
}

export type Start = Pick<LinkState, 'settings' | 'view' | 'compare' | 'cursor' | 'speed' | 'reading'>;

export type FigureStore = UseBoundStore<StoreApi<FigureState>>;

/** What another run, or other lanes of it, begin with. */
const OPENS_ANEW = { compare: null, cursor: null, movement: 'jump', playback: 'paused' } as const;

/** @param run the finished run of the default settings: the page has one before the engine has started */
export function createFigureStore(run: FinishedRun): FigureStore {
  return create<FigureState>()((set, get) => {
    const change = (settings: FigureSettings, rest: Partial<FigureState> = {}): void => {
      get().paramSettled();
      const { settings: before, history } = get();
      set({ ...rest, settings, history: remember(history, before) });
    };

    const show = (shows: Shown): void => {
      change({ ...get().settings, shows }, { ...OPENS_ANEW });
    };

    const moveTo = (index: number, movement: Movement): void => {
      const steps = stepsSeen(get());
      const step = steps[Math.max(0, Math.min(steps.length - 1, index))];
      if (step === undefined) return;
      set({ cursor: refOf(step), cursorAt: step.at, movement });
    };

    /** A link may name an event that its run does not have: the nearest is taken, and said. */
    const proveCursor = (): void => {
      const { cursor, cursorUnproven, notices } = get();
      if (cursor === null || !cursorUnproven) return;
      set({ cursorUnproven: false });
      const steps = stepsSeen(get());
      if (exactStepOf(steps, cursor) !== -1) return;
      const nearest = refOf(steps[cursorStep(get())]);
      const notice: LinkNotice = {
        kind: 'value',
        path: 'at',
        given: eventName(cursor),
        used: nearest === null ? null : eventName(nearest),
      };
      set({ cursor: nearest, notices: [...notices, { kind: 'link', notice }] });
    };

    /** Lanes that this run does not have give way to its first; those of a link are named. */
    const proveCompare = (): void => {
      const { compare, compareUnproven, run, notices } = get();
      if (compare === null) return;
      const kept = keptPair(run.trace, compare);
      set({ compare: kept, compareUnproven: false });
      const ids = run.trace.lanes.map(({ id }) => id);
      if (!compareUnproven || compare.every((id) => ids.includes(id))) return;
      const notice: LinkNotice = { kind: 'value', path: 'compare', given: shown(compare.join()), used: null };
      set({ notices: [...notices, { kind: 'link', notice }] });
    };

    const moveBy = (by: 1 | -1): void => {
      set({ playback: 'paused' });
      moveTo(cursorStep(get()) + by, by > 0 ? 'step' : 'jump');
    };

    return {
      settings: DEFAULT_SETTINGS,
      view: DEFAULT_LINK.view,
      history: EMPTY_HISTORY,
      beforeGesture: null,
      run,
      compare: null,
      compareUnproven: false,
      cursor: null,
      cursorUnproven: false,
      cursorAt: 0,
      movement: 'jump',
      playback: 'paused',
      speed: DEFAULT_SPEED,
      reading: DEFAULT_READING,
      frame: DEFAULT_FRAME,
      start: DEFAULT_LINK,
      engine: { kind: 'starting' },
      notices: [],
      incidentFilter: NO_FILTER,

      switchFlipped(id) {
        const { settings } = get();
        change({ ...settings, on: { ...settings.on, [id]: !settings.on[id] } });
      },
      silenceChosen(silence) {
        change({ ...get().settings, silence });
      },
      jitterChosen(jitter) {
        change({ ...get().settings, jitter });
      },
      overCaptureChosen(refusesOverCapture) {
        change({ ...get().settings, refusesOverCapture });
      },
      scenarioChosen(name) {
        show(shownByName(name));
      },
      fileOpened(scenario, packed) {
        show({ kind: 'file', scenario, packed });
      },
      viewChosen(view) {
        const { settings } = get();
        // It leaves the incident, which is seen in one view only; other scenarios stay.
        if (settings.shows.kind === 'incident') change({ ...settings, shows: DEFAULT_SETTINGS.shows }, { ...OPENS_ANEW, view });
        else set({ view, playback: 'paused' });
      },
      incidentsFiltered(filter) {
        set({ incidentFilter: { ...get().incidentFilter, ...filter } });
      },
      lanesCompared(lanes) {
        // The event under the playhead may be in a lane that is seen no more.
        set({ ...OPENS_ANEW, compare: keptPair(get().run.trace, lanes) });
      },
      lanesChosen(lanes) {
        change({ ...get().settings, lanes });
      },
      handlerChosen(handler) {
        change({ ...get().settings, handler });
      },
      paramMoved(key, value) {
        const { settings, beforeGesture } = get();
        const params = { ...settings.params, [key]: value };
        set({ settings: { ...settings, params }, beforeGesture: beforeGesture ?? settings });
      },
      paramSettled() {
        const { beforeGesture, settings, history } = get();
        if (beforeGesture === null) return;
        // A gesture that came back to where it began is no change.
        const changed = PARAM_KEYS.some((key) => settings.params[key] !== beforeGesture.params[key]);
        set(changed ? { history: remember(history, beforeGesture), beforeGesture: null } : { settings: beforeGesture, beforeGesture: null });
      },
      seedDrawn() {
        const { settings } = get();
        const { seed } = settings.params;
        change({ ...settings, params: { ...settings.params, seed: seed >= PARAMS.seed.max ? PARAMS.seed.min : seed + 1 } });
      },
      undone() {
        get().paramSettled();
        const travelled = undo(get().history, get().settings);
        if (travelled !== null) set({ settings: travelled.present, history: travelled.history });
      },
      redone() {
        get().paramSettled();
        const travelled = redo(get().history, get().settings);
        if (travelled !== null) set({ settings: travelled.present, history: travelled.history });
      },
      resetPressed() {
        const { settings, view, compare, cursor, speed, reading } = get().start;
        if (get().settings !== settings) change(settings);
        set({ view, compare, cursor, cursorAt: 0, movement: 'jump', playback: 'paused', speed, reading });
      },

      steppedForward() {
        moveBy(1);
      },
      steppedBack() {
        moveBy(-1);
      },
      jumpedToFirst() {
        set({ playback: 'paused' });
        moveTo(0, 'jump');
      },
      jumpedToLast() {
        set({ playback: 'paused' });
        moveTo(Infinity, 'jump');
      },
      playheadMoved(step) {
        set({ playback: 'paused' });
        moveTo(step, 'jump');
      },
      eventAsked(event) {
        set({ cursor: event, cursorUnproven: true, cursorAt: 0, movement: 'jump', playback: 'paused' });
        proveCursor();
      },
      playbackAdvanced() {
        const next = cursorStep(get()) + 1;
        moveTo(next, 'step');
        if (next >= stepsSeen(get()).length - 1) set({ playback: 'paused' });
      },
      played() {
        const atEnd = cursorStep(get()) >= stepsSeen(get()).length - 1;
        if (atEnd) moveTo(0, 'jump');
        set({ playback: 'playing' });
      },
      paused() {
        set({ playback: 'paused', movement: 'jump' });
      },
      speedChosen(speed) {
        set({ speed });
      },
      readingChosen(reading) {
        set({ reading });
      },

      themeChosen(theme) {
        set({ frame: { ...get().frame, theme } });
      },

      linkOpened({ settings, view, compare, cursor, speed, reading, frame }, notices) {
        set({
          settings,
          view,
          compare,
          compareUnproven: compare !== null,
          cursor,
          cursorUnproven: cursor !== null,
          cursorAt: 0,
          movement: 'jump',
          playback: 'paused',
          speed,
          reading,
          frame,
          start: frame.embed === '0' ? DEFAULT_LINK : { settings, view, compare, cursor, speed, reading },
          notices: notices.map((notice) => ({ kind: 'link', notice })),
        });
      },
      runArrived(arrived) {
        set({ run: arrived, movement: 'jump' });
        proveCompare();
        proveCursor();
        // It may have no step after this one: then there is nothing left to play.
        if (cursorStep(get()) >= stepsSeen(get()).length - 1) set({ playback: 'paused' });
      },
      runRefused(problems) {
        set({ notices: [...get().notices, ...problems.map((problem) => ({ kind: 'refused', problem }) as const)] });
      },
      runFailed(message) {
        set({ notices: [...get().notices, { kind: 'engine-failed', message }] });
      },
      engineChanged(engine) {
        set({ engine });
      },
      noticeDismissed(notice) {
        set({ notices: get().notices.filter((other) => other !== notice) });
      },
    };
  });
}

/** An event as a link names it, short enough for a notice. */
function eventName({ lane, id }: EventRef): string {
  return shown(`${lane}.${id}`);
}
