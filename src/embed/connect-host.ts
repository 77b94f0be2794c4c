import { cursorStep, stepsSeen } from '../store/derived.ts';
import type { FigureState, FigureStore } from '../store/figure-store.ts';
import { leadsTo } from '../store/link-of.ts';
import { type Link, readLink } from '../store/read-link.ts';
import { eventText, readEventText } from '../store/url.ts';
import {
  canvasHeight,
  type FromHost,
  type HostEvent,
  type OutcomeTold,
  readFromHost,
  type StepMove,
  type StepTold,
  type ToHost,
  writeToHost,
} from './messages.ts';
import { watchHeight } from './watch-height.ts';

/** Between two states that a host loads; of those that come faster the last counts. In milliseconds. */
const BETWEEN_LOADS_MS = 50;

/** The host that said hello, and what it asked for. */
interface Host {
  readonly id: string;
  readonly events: readonly HostEvent[];
  /** Where answers may go. `*` where the host has no origin, as a file and a sandbox have none. */
  readonly origin: string;
}

/** Listens to the page around the frame, and to no other window. It says nothing before it is asked. */
export function connectHost(store: FigureStore): void {
  const { parent } = window;
  if (parent === window) return;
  let host: Host | null = null;
  let h5pOrigin: string | null = null;
  let height: number | null = null;

  const tell = (message: ToHost): void => {
    if (host === null) return;
    const always = message.kind === 'height' || message.kind === 'ready';
    if (!always && !host.events.includes(message.kind)) return;
    parent.postMessage(writeToHost(message, host.id), host.origin);
  };

  const tellHeight = (): void => {
    if (height === null) return;
    tell({ kind: 'height', height });
    if (store.getState().frame.embed === 'canvas') parent.postMessage(canvasHeight(height), '*');
    if (h5pOrigin !== null) askH5p(parent, h5pOrigin);
  };

  let lastLoad: string | null = null;
  let loading: ReturnType<typeof setTimeout> | undefined;
  const load = (query: string): void => {
    lastLoad = query;
    loading ??= setTimeout(() => {
      loading = undefined;
      const query = lastLoad;
      if (query === null) return;
      void readLink(query).then((link) => {
        // Meanwhile another may have been asked for.
        if (query === lastLoad) open(store, link);
      });
    }, BETWEEN_LOADS_MS);
  };

  const answer = (message: FromHost, origin: string): void => {
    switch (message.kind) {
      case 'hello':
        host = { id: message.id, events: message.events, origin };
        tell({ kind: 'ready' });
        if (height !== null) tell({ kind: 'height', height });
        return;
      case 'load':
        load(message.query);
        return;
      case 'theme':
        store.getState().themeChosen(message.theme);
        return;
      case 'step':
        go(store, message.to);
        return;
      case 'reset':
        store.getState().resetPressed();
        return;
      case 'h5p':
        if (message.action === 'ready') parent.postMessage({ context: 'h5p', action: 'hello' }, origin);
        if (message.action === 'hello') {
          h5pOrigin = origin;
          askH5p(parent, origin);
        }
        if (message.action === 'resizePrepared' && height !== null) {
          parent.postMessage({ context: 'h5p', action: 'resize', scrollHeight: height }, origin);
        }
    }
  };

  window.addEventListener('message', ({ source, data, origin }: MessageEvent<unknown>) => {
    if (source !== parent) return;
    const message = readFromHost(data);
    if (message !== null) answer(message, origin === 'null' ? '*' : origin);
  });

  watchHeight((now) => {
    height = now;
    tellHeight();
  });

  store.subscribe((now, before) => {
    const step = stepsSeen(now)[cursorStep(now)];
    if (step === stepsSeen(before)[cursorStep(before)]) return;
    tell({ kind: 'step', step: stepTold(now) });
    for (const { lane, event } of step?.events ?? []) {
      if (event.kind !== 'observation') continue;
      const { category, attempts, usable } = event.result;
      const told: OutcomeTold = { lane, call: event.call, category, attempts, usable };
      tell({ kind: 'outcome', ...told });
    }
  });
}

/** H5P's host prepares, answers, and is then told the height. */
function askH5p(parent: Window, origin: string): void {
  parent.postMessage({ context: 'h5p', action: 'prepareResize' }, origin);
}

/** A host loads a state into the same frame: an embed stays one. */
function open(store: FigureStore, { state, notices }: Link): void {
  const { embed } = store.getState().frame;
  const link = state.frame.embed === '0' ? { ...state, frame: { ...state.frame, embed } } : state;
  if (notices.length === 0 && leadsTo(link, store.getState())) return;
  store.getState().linkOpened(link, notices);
}

function go(store: FigureStore, to: StepMove | { readonly event: string }): void {
  const { jumpedToFirst, steppedBack, steppedForward, jumpedToLast, eventAsked } = store.getState();
  switch (to) {
    case 'first':
      jumpedToFirst();
      return;
    case 'back':
      steppedBack();
      return;
    case 'forward':
      steppedForward();
      return;
    case 'last':
      jumpedToLast();
      return;
    default: {
      const event = readEventText(to.event);
      if (event !== null) eventAsked(event);
    }
  }
}

function stepTold(state: FigureState): StepTold {
  const steps = stepsSeen(state);
  const index = cursorStep(state);
  const [first] = steps[index]?.events ?? [];
  const event = first === undefined ? null : eventText({ lane: first.lane, id: first.event.id });
  return { index, of: steps.length, atMs: steps[index]?.at ?? 0, event };
}
