import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/core/simulate.ts';
import { cursorTime, stepsSeen, traceSeen } from '../../src/store/derived.ts';
import { createFigureStore, type FigureStore } from '../../src/store/figure-store.ts';
import { keptPair, lanesSeen, pairWith } from '../../src/store/lane-pair.ts';
import { linkOf } from '../../src/store/link-of.ts';
import { decodeUrl, encodeUrl } from '../../src/store/url.ts';
import { viewOf } from '../../src/store/view.ts';
import { incident } from '../incidents/incident-files.ts';

function runOf(id: string) {
  const scenario = incident(id);
  return { scenario, trace: simulate(scenario) };
}

const ids = (store: FigureStore): string[] => traceSeen(store.getState()).lanes.map(({ id }) => id);

describe('the lanes that are seen', () => {
  const { trace } = runOf('ra-02');

  it('are the first two, those that were chosen, or the first two again where one of those is not there', () => {
    const seen = (pair: readonly [string, string] | null) => lanesSeen(trace, pair).map(({ id }) => id);
    expect(seen(null)).toEqual(['reported', 'right']);
    expect(seen(['date-right', 'reported'])).toEqual(['date-right', 'reported']);
    expect(seen(['date-right', 'nowhere'])).toEqual(['reported', 'right']);
  });

  it('are kept only where they are a choice', () => {
    expect(keptPair(trace, ['reported', 'right'])).toBeNull();
    expect(keptPair(trace, ['right', 'reported'])).toEqual(['right', 'reported']);
    expect(keptPair(trace, ['right', 'nowhere'])).toBeNull();
  });

  it('are never one lane twice: the other gives way', () => {
    expect(pairWith(['a', 'b'], 'upper', 'c')).toEqual(['c', 'b']);
    expect(pairWith(['a', 'b'], 'upper', 'b')).toEqual(['b', 'a']);
    expect(pairWith(['a', 'b'], 'lower', 'a')).toEqual(['b', 'a']);
  });

  it('alone have steps, an end, and an opening step', () => {
    const store = createFigureStore(runOf('ra-10'));
    expect(cursorTime(store.getState())).toBe(60_000);
    store.getState().lanesCompared(['at-0-right', 'at-0-reported']);
    expect(ids(store)).toEqual(['at-0-right', 'at-0-reported']);
    expect(stepsSeen(store.getState()).map(({ at }) => at)).toEqual([0, 500]);
    expect(cursorTime(store.getState())).toBe(500);
    expect(encodeUrl(linkOf(store.getState()))).toBe('v=1&compare=at-0-right,at-0-reported');
  });

  it('are the same object as long as nothing changes', () => {
    const store = createFigureStore(runOf('ra-10'));
    store.getState().lanesCompared(['right', 'at-0-right']);
    expect(traceSeen(store.getState())).toBe(traceSeen(store.getState()));
    expect(stepsSeen(store.getState())).toBe(stepsSeen(store.getState()));
  });

  it('of a link that the run does not have are named, once', () => {
    const store = createFigureStore(runOf('ra-02'));
    const { state, notices } = decodeUrl('v=1&scenario=incident-ra-02&compare=right,nowhere');
    store.getState().linkOpened(state, notices);
    store.getState().runArrived(runOf('ra-02'));
    expect(ids(store)).toEqual(['reported', 'right']);
    expect(store.getState().notices).toEqual([{ kind: 'link', notice: { kind: 'value', path: 'compare', given: 'right,nowhere', used: null } }]);
    store.getState().runArrived(runOf('ra-02'));
    expect(store.getState().notices).toHaveLength(1);
  });
});

describe('an incident', () => {
  it('is chosen, left for the list, and chosen again by undo, each time in its own view', () => {
    const store = createFigureStore(runOf('ra-02'));
    const seen = (): string => encodeUrl(linkOf(store.getState()));
    store.getState().viewChosen('incidents');
    expect(seen()).toBe('v=1&view=incidents');
    store.getState().scenarioChosen('incident-ra-02');
    store.getState().lanesCompared(['right', 'date-right']);
    expect(seen()).toBe('v=1&view=incidents&scenario=incident-ra-02&compare=right,date-right');
    store.getState().viewChosen('incidents');
    expect(seen()).toBe('v=1&view=incidents');
    store.getState().undone();
    expect(viewOf(store.getState())).toBe('incidents');
    expect(seen()).toBe('v=1&view=incidents&scenario=incident-ra-02');
    store.getState().viewChosen('figure');
    expect(seen()).toBe('');
  });

  it('leaves other scenarios and the filter where they are', () => {
    const store = createFigureStore(runOf('ra-02'));
    store.getState().scenarioChosen('timeout');
    store.getState().incidentsFiltered({ kind: 'Layers' });
    store.getState().viewChosen('incidents');
    store.getState().viewChosen('figure');
    expect(encodeUrl(linkOf(store.getState()))).toBe('v=1&scenario=timeout');
    expect(store.getState().incidentFilter).toEqual({ kind: 'Layers', basis: null, harm: null, text: '' });
  });
});
