import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReadyFrom, readFromHost, writeFromHost, writeToHost } from '../../src/embed/messages.ts';

const message = (type: string, rest: object = {}) => ({ type: `when-tools-fail/${type}`, v: 1, ...rest });

describe('messages from a host', () => {
  it('[H1] are read: hello, load, theme, step, reset, and those of H5P', () => {
    expect(readFromHost(message('hello', { id: 'a', events: ['step', 'lies'] }))).toEqual({ kind: 'hello', id: 'a', events: ['step'] });
    expect(readFromHost(message('hello', { id: 'a', events: ['step', 'ready'] }))).toEqual({ kind: 'hello', id: 'a', events: ['ready', 'step'] });
    expect(readFromHost(message('hello', { id: 'a' }))).toEqual({ kind: 'hello', id: 'a', events: [] });
    expect(readFromHost(message('load', { query: 'fail=none' }))).toEqual({ kind: 'load', query: 'fail=none' });
    expect(readFromHost(message('theme', { theme: 'dark' }))).toEqual({ kind: 'theme', theme: 'dark' });
    expect(readFromHost(message('step', { to: 'last' }))).toEqual({ kind: 'step', to: 'last' });
    expect(readFromHost(message('step', { to: { event: 'guarded.refund.1.sent' } }))).toEqual({ kind: 'step', to: { event: 'guarded.refund.1.sent' } });
    expect(readFromHost(message('reset'))).toEqual({ kind: 'reset' });
    expect(readFromHost({ context: 'h5p', action: 'hello' })).toEqual({ kind: 'h5p', action: 'hello' });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'when-tools-fail/reset'],
    ['no version', { type: 'when-tools-fail/reset' }],
    ['another version', { type: 'when-tools-fail/reset', v: 2 }],
    ['another type', message('constructor')],
    ['what is inherited', Object.create(message('reset'))],
    ['a long id', message('hello', { id: 'x'.repeat(65) })],
    ['no id', message('hello')],
    ['an id that is no text', message('hello', { id: { toString: () => 'x' } })],
    ['a long query', message('load', { query: 'x'.repeat(16_385) })],
    ['ten million characters', message('load', { query: 'x'.repeat(10_000_000) })],
    ['a theme that is not there', message('theme', { theme: '__proto__' })],
    ['a step that is not there', message('step', { to: 'sideways' })],
    ['an event that is no text', message('step', { to: { event: 7 } })],
    ['a long event', message('step', { to: { event: 'x'.repeat(161) } })],
    ['an action that is not there', { context: 'h5p', action: 'toString' }],
  ])('[H2] that are none of these are not read: %s', (_, data) => {
    expect(readFromHost(data)).toBe(null);
  });

  it('[H2] never throw, whatever they are', () => {
    fc.assert(fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (data) => void readFromHost(data)));
    const near = fc.record(
      { type: fc.constantFrom('hello', 'load', 'theme', 'step', 'reset').map((kind) => `when-tools-fail/${kind}`), v: fc.constant(1), id: fc.anything(), query: fc.anything(), theme: fc.anything(), to: fc.anything(), events: fc.anything() },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(near, (data) => void readFromHost(data)));
  });

  it('[H1] are read as a page of ours writes them', () => {
    for (const said of [
      { kind: 'hello', id: 'a', events: ['step'] },
      { kind: 'load', query: 'fail=none' },
      { kind: 'theme', theme: 'dark' },
      { kind: 'step', to: { event: 'guarded.refund.1.sent' } },
      { kind: 'reset' },
    ] as const) {
      expect(readFromHost(writeFromHost(said))).toEqual(said);
    }
  });

  it('[H3] a page of ours takes for ready only the frame that it greeted', () => {
    const ready = writeToHost({ kind: 'ready' }, 'a');
    expect(isReadyFrom(ready, 'a')).toBe(true);
    for (const other of [null, 'ready', {}, Object.create(ready), { ...ready, v: 2 }, { ...ready, id: 'b' }, writeToHost({ kind: 'height', height: 1 }, 'a')]) {
      expect(isReadyFrom(other, 'a')).toBe(false);
    }
  });

  it('[H3] answers carry the version and the id of the asker', () => {
    expect(writeToHost({ kind: 'height', height: 640 }, 'a')).toEqual({ type: 'when-tools-fail/height', v: 1, id: 'a', height: 640 });
    expect(writeToHost({ kind: 'ready' }, '')).toEqual({ type: 'when-tools-fail/ready', v: 1, id: '' });
  });
});
