import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectPlayback } from '../../src/app/connect-playback.ts';
import { DEFAULT_SETTINGS, figureScenario } from '../../src/core/figure.ts';
import { simulate } from '../../src/core/simulate.ts';
import { cursorTime } from '../../src/store/derived.ts';
import { createFigureStore, type FigureStore } from '../../src/store/figure-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The opening run of 4.2 s, from its first step. */
function open(): { store: FigureStore; stop: () => void } {
  const scenario = figureScenario(DEFAULT_SETTINGS);
  const store = createFigureStore({ scenario, trace: simulate(scenario) });
  const stop = connectPlayback(store);
  store.getState().jumpedToFirst();
  return { store, stop };
}

const at = (store: FigureStore): number => cursorTime(store.getState());

it('each step is reached at its own time, and the end pauses', () => {
  const { store } = open();
  store.getState().played();
  vi.advanceTimersByTime(299);
  expect(at(store)).toBe(0);
  vi.advanceTimersByTime(1);
  expect(at(store)).toBe(300);
  vi.advanceTimersByTime(1_200);
  expect(at(store)).toBe(1_500);
  vi.advanceTimersByTime(2_700);
  expect(at(store)).toBe(4_200);
  expect(store.getState().playback).toBe('paused');
  expect(vi.getTimerCount()).toBe(0);
});

it('a pause keeps the step, and nothing moves after it', () => {
  const { store } = open();
  store.getState().played();
  vi.advanceTimersByTime(450);
  store.getState().paused();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(at(store)).toBe(400);
});

it('the speed may change on the way', () => {
  const { store } = open();
  store.getState().speedChosen(0.5);
  store.getState().played();
  vi.advanceTimersByTime(600);
  expect(at(store)).toBe(300);
  store.getState().speedChosen(4);
  vi.advanceTimersByTime((1_500 - 300) / 4);
  expect(at(store)).toBe(1_500);
});

it('a timer that comes late is made up for by the next', () => {
  const { store } = open();
  store.getState().played();
  // The page was busy for 60 ms when the first step, at 300 ms, was due; the next one is at 400 ms.
  vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 360);
  vi.advanceTimersByTime(300);
  expect(at(store)).toBe(300);
  vi.advanceTimersByTime(40);
  expect(at(store)).toBe(400);
});

it('a new run while playing is played on', () => {
  const { store } = open();
  store.getState().played();
  vi.advanceTimersByTime(300);
  const settings = { ...DEFAULT_SETTINGS, on: { ...DEFAULT_SETTINGS.on, 'nothing-found': true } };
  const scenario = figureScenario(settings);
  store.getState().runArrived({ scenario, trace: simulate(scenario) });
  vi.advanceTimersByTime(60_000);
  expect(store.getState().playback).toBe('paused');
  expect(at(store)).toBe(4_600);
});

it('what is stopped hears nothing more', () => {
  const { store, stop } = open();
  store.getState().played();
  stop();
  expect(vi.getTimerCount()).toBe(0);
  store.getState().speedChosen(2);
  expect(vi.getTimerCount()).toBe(0);
});
