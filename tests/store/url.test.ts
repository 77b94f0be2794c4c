import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, figureScenario, JITTER_CHOICES, LANE_CHOICES, SILENCES, SWITCHES } from '../../src/core/figure.ts';
import { HANDLERS } from '../../src/core/handlers/handlers.ts';
import { DEFAULT_PARAMS, nearestAllowed, PARAM_KEYS, type ParamRow, PARAMS, type Params } from '../../src/core/params.ts';
import { READINGS } from '../../src/core/reading.ts';
import { SCENARIO_NAMES, shownByName } from '../../src/core/scenario-of.ts';
import { simulate } from '../../src/core/simulate.ts';
import { DEFAULT_FRAME, EMBED_CHOICES, LANGUAGES, LOCKS, ON_OFF, PARTS, THEMES } from '../../src/store/frame.ts';
import { SPEEDS } from '../../src/store/speed.ts';
import { decodeUrl, DEFAULT_LINK, encodeUrl, type LinkState, MAX_NOTICES } from '../../src/store/url.ts';
import { viewOf, VIEWS } from '../../src/store/view.ts';
import { LONGEST_QUERY } from '../../src/store/url-query.ts';
import { leastTime } from '../least-time.ts';

/** Every value of a row, its bounds and its null more often than chance would have them. */
function valuesOf(row: ParamRow): fc.Arbitrary<number | null> {
  const steps = Math.floor((row.max - row.min) / row.step);
  const onStep = fc.integer({ min: 0, max: steps }).map((count) => nearestAllowed(row, row.min + count * row.step));
  const special = [row.min, row.max, row.default, ...(row.nullable === true ? [null] : [])];
  return fc.oneof(onStep, fc.constantFrom(...special));
}

const params = fc
  .record(Object.fromEntries(PARAM_KEYS.map((key) => [key, valuesOf(PARAMS[key])])))
  .map((values) => values as unknown as Params);

const postingInTime = params.map((values) => ({ ...values, postingMs: Math.min(values.postingMs, values.refundMs) }));

const laneId = fc.stringMatching(/^[a-z][a-z0-9-]{0,63}$/);

const linkOf = (values: fc.Arbitrary<Params>): fc.Arbitrary<LinkState> =>
  fc.record({
    settings: fc.record({
      on: fc.record(Object.fromEntries(SWITCHES.map(({ id }) => [id, fc.boolean()]))) as unknown as fc.Arbitrary<
        LinkState['settings']['on']
      >,
      shows: fc.constantFrom(...SCENARIO_NAMES).map(shownByName),
      silence: fc.constantFrom(...SILENCES),
      jitter: fc.constantFrom(...JITTER_CHOICES),
      refusesOverCapture: fc.boolean(),
      lanes: fc.constantFrom(...LANE_CHOICES),
      handler: fc.constantFrom(...HANDLERS.map(({ id }) => id)),
      params: values,
    }),
    view: fc.constantFrom(...VIEWS),
    compare: fc.option(fc.tuple(laneId, laneId).filter(([upper, lower]) => upper !== lower)),
    cursor: fc.option(
      fc.record({
        lane: laneId,
        id: fc.stringMatching(/^[a-z0-9-]{1,20}(\.[a-z0-9-]{1,20}){0,3}$/),
      }),
    ),
    speed: fc.constantFrom(...SPEEDS),
    reading: fc.constantFrom(...READINGS),
    frame: fc.record({
      embed: fc.constantFrom(...EMBED_CHOICES),
      hide: fc.subarray([...PARTS]),
      lock: fc.subarray([...LOCKS]),
      keys: fc.constantFrom(...ON_OFF),
      motion: fc.constantFrom(...ON_OFF),
      theme: fc.constantFrom(...THEMES),
      language: fc.constantFrom(...LANGUAGES),
    }),
  })
    // An incident is seen among the incidents.
    .map((state) => ({ ...state, view: viewOf(state) }));

const withParams = (values: Partial<Params>): LinkState => ({
  ...DEFAULT_LINK,
  settings: { ...DEFAULT_SETTINGS, params: { ...DEFAULT_PARAMS, ...values } },
});

const noticesOf = (query: string) => decodeUrl(query).notices;

/** Parts of links, right and wrong, so that chance comes near to what people and programs break. */
const brokenQuery = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom('v', 'view', 'fail', 'silence', 'jitter', 'over-capture', 'lanes', 'handler', 'at', 'speed', 'reads', 'embed', 'hide', 'lock', 'theme', '__proto__', 'utm_id', ''),
        fc.constantFrom(...PARAM_KEYS.map((key) => PARAMS[key].urlKey)),
        fc.string({ unit: 'binary', maxLength: 8 }),
      ),
      fc.constantFrom('=', '', '==', '%3D'),
      fc.oneof(
        fc.double().map(String),
        fc.integer().map(String),
        fc.constantFrom('', 'none', 'silence,too-slow', ',,', '0x10', '1e3', '-0', '%', '%ff', '\ud800', '9'.repeat(400), 'no-guard.x'),
        fc.string({ unit: 'binary', maxLength: 90 }),
      ),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.map((part) => part.join('')).join('&'));

function expectSettled(query: string): void {
  const { state, notices } = decodeUrl(query);
  expect(notices.length).toBeLessThanOrEqual(MAX_NOTICES);
  for (const { path, given } of notices) {
    for (const text of [path, given]) {
      expect(text.length).toBeLessThanOrEqual(60);
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }
  }
  expect(decodeUrl(encodeUrl(state))).toEqual({ state, notices: [] });
}

describe('links', () => {
  it('[U1] bring back every state as it was, without a notice', () => {
    fc.assert(
      fc.property(linkOf(postingInTime), (state) => {
        expect(decodeUrl(encodeUrl(state))).toEqual({ state, notices: [] });
        expect(decodeUrl(`?${encodeUrl(state)}`)).toEqual({ state, notices: [] });
      }),
      { numRuns: 1_000 },
    );
  });

  it('[U2] are empty for the default state, and otherwise hold the version and what differs, in one order', () => {
    expect(encodeUrl(DEFAULT_LINK)).toBe('');
    expect(decodeUrl('')).toEqual({ state: DEFAULT_LINK, notices: [] });
    expect(decodeUrl('?')).toEqual({ state: DEFAULT_LINK, notices: [] });
    const state: LinkState = {
      settings: {
        shows: { kind: 'named', name: 'timeout' },
        on: { ...DEFAULT_SETTINGS.on, 'no-such-tool': true, 'temporary-error': true },
        silence: 'late',
        jitter: 'full',
        refusesOverCapture: true,
        lanes: 'guarded',
        handler: 'run_tool_repaired',
        params: { ...DEFAULT_PARAMS, seed: 7, deadlineMs: 500, backoffFactor: 1.5, backoffCapMs: 1_000, refundMinor: 12_000 },
      },
      view: 'figure',
      compare: ['no-guard', 'read-back'],
      cursor: { lane: 'no-guard', id: 'refund.2.outcome' },
      speed: 0.25,
      reading: 'openai',
      frame: { ...DEFAULT_FRAME, embed: 'canvas', hide: ['headline', 'trace'], lock: ['switches', 'retries'], keys: 'off', motion: 'off', theme: 'projector' },
    };
    expect(encodeUrl(state)).toBe(
      'v=1&scenario=timeout&fail=temporary-error,silence,no-such-tool&silence=late&over-capture=refused&jitter=full&lanes=guarded&handler=run-tool-repaired' +
        '&factor=1.5&cap=1000&deadline=500&refund=120&seed=7&compare=no-guard,read-back&at=no-guard.refund.2.outcome&speed=0.25&reads=openai' +
        '&embed=canvas&hide=headline,trace&lock=switches,retries&keys=off&motion=off&theme=projector',
    );
  });

  it('[U2] need no escaping, and fit everywhere', () => {
    fc.assert(
      fc.property(linkOf(params), (state) => {
        const link = encodeUrl(state);
        expect(link).toMatch(/^(v=1(&[a-z-]+=[a-z0-9.,-]+)+)?$/);
        expect(link.length).toBeLessThan(1_000);
      }),
    );
  });

  it('[U3] never throw, whatever they hold, and settle on a state that has a link without a notice', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), expectSettled), { numRuns: 500 });
    fc.assert(fc.property(brokenQuery, expectSettled), { numRuns: 2_000 });
  });

  it('[U4] are promises: these open the same state forever', () => {
    expect(decodeUrl('v=1&retries=0&backoff=10&read-ms=1&refund-ms=900&posting-ms=800&guard-ms=2&slow-ms=3&late-ms=4&turn-ms=5')).toEqual({
      state: withParams({
        maxRetries: 0,
        firstBackoffMs: 10,
        readMs: 1,
        refundMs: 900,
        postingMs: 800,
        guardHitMs: 2,
        slowMs: 3,
        latePostingMs: 4,
        modelTurnMs: 5,
      }),
      notices: [],
    });
    expect(decodeUrl('v=1&fail=none&over-capture=refused&jitter=equal&silence=request-lost')).toEqual({
      state: {
        ...DEFAULT_LINK,
        settings: {
          ...DEFAULT_SETTINGS,
          on: { ...DEFAULT_SETTINGS.on, silence: false },
          silence: 'request-lost',
          jitter: 'equal',
          refusesOverCapture: true,
        },
      },
      notices: [],
    });
  });

  it('[U4] name a shape of the Observation by the same name forever', () => {
    for (const reading of ['anthropic', 'openai', 'mcp', 'nothing', 'everything'] as const) {
      expect(decodeUrl(`v=1&reads=${reading}`)).toEqual({ state: { ...DEFAULT_LINK, reading }, notices: [] });
    }
    expect(decodeUrl('v=1&reads=essay')).toEqual({ state: DEFAULT_LINK, notices: [] });
  });

  it('[U4] name a handler, a lane for each and the view of the agent by the same names forever', () => {
    for (const { id } of HANDLERS.slice(1)) {
      const state = { ...DEFAULT_LINK, settings: { ...DEFAULT_SETTINGS, handler: id } };
      expect(encodeUrl(state)).toBe(`v=1&handler=${id.replaceAll('_', '-')}`);
      expect(decodeUrl(encodeUrl(state))).toEqual({ state, notices: [] });
    }
    expect(decodeUrl('v=1&view=agent&lanes=handlers&compare=call-tool,typed-failures')).toEqual({
      state: { ...DEFAULT_LINK, view: 'agent', settings: { ...DEFAULT_SETTINGS, lanes: 'handlers' }, compare: ['call-tool', 'typed-failures'] },
      notices: [],
    });
    expect(noticesOf('v=1&handler=call_tool')).toEqual([{ kind: 'value', path: 'handler', given: 'call_tool', used: 'execute-tool' }]);
  });

  it('[U4] have one meaning for each key', () => {
    const keys = ['v', 'view', 'fail', 'silence', 'jitter', 'over-capture', 'at', 'speed', 'reads', 'handler', ...PARAM_KEYS.map((key) => PARAMS[key].urlKey)];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('a number in a link', () => {
  it.each([
    ['deadline', '99999999', '10000'],
    ['deadline', '-5', '100'],
    ['deadline', '9'.repeat(50), '10000'],
    ['deadline', '1999', '2000'],
    ['retries', '2.4', '2'],
    ['factor', '1.234', '1.2'],
    ['refund', '80.40', '80'],
    ['refund', '0', '1'],
    ['refund', '240.01', '240'],
    ['seed', '4294967296', '4294967295'],
    ['speed', '3', '2'],
    ['speed', '100', '4'],
    ['speed', '-1', '0.25'],
  ])('[U5] %s=%s becomes the nearest that is allowed, %s', (key, given, used) => {
    const { state, notices } = decodeUrl(`v=1&${key}=${given}`);
    expect(notices).toEqual([{ kind: 'value', path: key, given, used }]);
    expect(decodeUrl(`v=1&${key}=${used}`)).toEqual({ state, notices: [] });
  });

  it('[U5] may have as many digits as it likes', () => {
    for (const key of ['deadline', 'speed']) {
      expect(noticesOf(`${key}=${'9'.repeat(400)}`)).toMatchObject([{ used: key === 'speed' ? '4' : '10000' }]);
      expect(noticesOf(`${key}=-${'9'.repeat(400)}`)).toMatchObject([{ used: key === 'speed' ? '0.25' : '100' }]);
    }
  });

  it.each(['', ' ', '0x7d0', '2e3', 'Infinity', '-Infinity', 'NaN', '+2000', '2_000', '2,000', '2000ms', '.5', '2.', '٢', 'none', 'null'])(
    '[U6] that is none, %j, becomes the default',
    (given) => {
      const { state, notices } = decodeUrl(`deadline=${encodeURIComponent(given)}`);
      expect(state).toEqual(DEFAULT_LINK);
      expect(notices).toEqual([{ kind: 'value', path: 'deadline', given, used: '2000' }]);
    },
  );

  it('[U6] that can be switched off says none', () => {
    expect(decodeUrl('cap=1000')).toEqual({ state: withParams({ backoffCapMs: 1_000 }), notices: [] });
    expect(decodeUrl('cap=none')).toEqual({ state: DEFAULT_LINK, notices: [] });
    expect(noticesOf('cap=never')).toEqual([{ kind: 'value', path: 'cap', given: 'never', used: 'none' }]);
  });

  it('[U7] of money is in dollars', () => {
    for (const text of ['120', '120.0', '120.00']) {
      expect(decodeUrl(`refund=${text}`)).toEqual({ state: withParams({ refundMinor: 12_000 }), notices: [] });
    }
  });

  it('[U8] lets no posting come later than its answer', () => {
    expect(decodeUrl('refund-ms=200&posting-ms=250')).toEqual({
      state: withParams({ refundMs: 200, postingMs: 200 }),
      notices: [{ kind: 'value', path: 'posting-ms', given: '250', used: '200' }],
    });
    // No one asked for the default: nothing to tell.
    expect(decodeUrl('refund-ms=200')).toEqual({ state: withParams({ refundMs: 200, postingMs: 200 }), notices: [] });
    expect(encodeUrl(withParams({ refundMs: 200, postingMs: 300 }))).toBe('v=1&refund-ms=200');
    expect(decodeUrl('posting-ms=99999')).toMatchObject({ notices: [{ path: 'posting-ms', used: '400' }] });
  });
});

describe('a choice in a link', () => {
  it.each([
    ['view', 'lab', 'figure'],
    ['silence', 'Late', 'answer-lost'],
    ['jitter', 'constructor', 'none'],
    ['over-capture', '', 'allowed'],
    ['reads', 'gemini', 'essay'],
  ])('[U9] that %s does not have, %j, becomes the default %s', (key, given, used) => {
    expect(decodeUrl(`${key}=${given}`)).toEqual({ state: DEFAULT_LINK, notices: [{ kind: 'value', path: key, given, used }] });
  });

  it('[U10] of switches leaves out what is no switch, and says what may have been meant', () => {
    const { state, notices } = decodeUrl('fail=too-slow,Silense,sharks');
    expect(state.settings.on).toEqual({ ...DEFAULT_SETTINGS.on, silence: false, 'too-slow': true });
    expect(notices).toEqual([
      { kind: 'unknown-name', path: 'fail', given: 'Silense', used: null, closest: 'silence' },
      { kind: 'unknown-name', path: 'fail', given: 'sharks', used: null, closest: null },
    ]);
  });

  it('[U10] of switches may come in any order and encoded by any program', () => {
    const { state } = decodeUrl('fail=silence,temporary-error');
    expect(decodeUrl('fail=temporary-error%2Csilence,,silence')).toEqual({ state, notices: [] });
    expect(noticesOf('fail=')).toEqual([{ kind: 'value', path: 'fail', given: '', used: 'none' }]);
  });
});

describe('the playhead in a link', () => {
  it('[U11] can stand on every event of every switch', () => {
    const on = Object.fromEntries(SWITCHES.map(({ id }) => [id, true])) as LinkState['settings']['on'];
    for (const silence of SILENCES) {
      for (const refusesOverCapture of [false, true]) {
        const settings = { ...DEFAULT_SETTINGS, on, silence, refusesOverCapture, params: { ...DEFAULT_PARAMS, refundMinor: 24_000 } };
        for (const { id: lane, events } of simulate(figureScenario(settings)).lanes) {
          for (const { id } of events) {
            const state = { ...DEFAULT_LINK, cursor: { lane, id } };
            expect(decodeUrl(encodeUrl(state))).toEqual({ state, notices: [] });
          }
        }
      }
    }
  });

  it.each(['', 'no-guard', 'no-guard.', '.refund', 'No.guard', 'a..b', 'a.b c', `a.${'b'.repeat(200)}`])(
    '[U11] is at the opening step where %j names no event',
    (given) => {
      const { state, notices } = decodeUrl(`at=${given}`);
      expect(state.cursor).toBeNull();
      expect(notices).toMatchObject([{ kind: 'value', path: 'at', used: null }]);
    },
  );

  it('[U11] is left out where its event has no name that a link can hold', () => {
    expect(encodeUrl({ ...DEFAULT_LINK, cursor: { lane: 'a&b', id: 'x' } })).toBe('');
  });
});

describe('what a link should not hold', () => {
  it('[U12] a key that does not exist is named, with what may have been meant', () => {
    expect(noticesOf('deadlin=500&sharks=1')).toEqual([
      { kind: 'unknown-key', path: 'deadlin', given: '500', used: null, closest: 'deadline' },
      { kind: 'unknown-key', path: 'sharks', given: '1', used: null, closest: null },
    ]);
    expect(noticesOf('DEADLINE=500')).toMatchObject([{ path: 'DEADLINE', closest: 'deadline' }]);
  });

  it('[U12] keys that trackers hang on are passed over', () => {
    expect(decodeUrl('utm_source=x&utm_campaign=y&fbclid=z&gclid=z&msclkid=z&mc_eid=z&igshid=z&ref=z')).toEqual({
      state: DEFAULT_LINK,
      notices: [],
    });
  });

  it('[U13] a key that comes twice: the last wins', () => {
    expect(decodeUrl('deadline=500&deadline=900&deadline=700')).toEqual({
      state: withParams({ deadlineMs: 700 }),
      notices: [{ kind: 'repeated-key', path: 'deadline', given: '500', used: '700' }],
    });
    expect(noticesOf('deadline=500&deadline=500')).toEqual([]);
  });

  it('[U14] another version is read as far as it goes', () => {
    expect(decodeUrl('v=2&deadline=500&rooms=7')).toEqual({
      state: withParams({ deadlineMs: 500 }),
      notices: [{ kind: 'version', path: 'v', given: '2', used: '1' }],
    });
    for (const given of ['0', '', '-1', '01', 'one', '1.5', '9'.repeat(40)]) {
      expect(decodeUrl(`v=${given}&deadline=500`)).toEqual({
        state: withParams({ deadlineMs: 500 }),
        notices: [{ kind: 'version', path: 'v', given, used: '1' }],
      });
    }
    expect(decodeUrl('deadline=500')).toEqual({ state: withParams({ deadlineMs: 500 }), notices: [] });
  });

  it('[U15] escapes that mean nothing, half characters and names of object parts are text like any other', () => {
    expect(noticesOf('deadline=%zz')).toMatchObject([{ given: '%zz', used: '2000' }]);
    expect(noticesOf('deadline=\ud800')).toMatchObject([{ given: '\\u{d800}' }]);
    expect(noticesOf('__proto__=1&constructor=2&toString')).toMatchObject([
      { path: '__proto__' },
      { path: 'constructor' },
      { path: 'toString', given: '' },
    ]);
    expect(Object.prototype).not.toHaveProperty('1');
  });

  it('[U15] what cannot be seen is made visible, what is long is cut', () => {
    expect(noticesOf('jitter=%00a%0Ab%E2%80%AEc%EF%BB%BF')).toMatchObject([{ given: '\\u{0}a\\u{a}b\\u{202e}c\\u{feff}' }]);
    expect(noticesOf(`jitter=${'x'.repeat(60)}`)).toMatchObject([{ given: 'x'.repeat(60) }]);
    expect(noticesOf(`jitter=${'x'.repeat(61)}`)).toMatchObject([{ given: `${'x'.repeat(59)}…` }]);
    expect(noticesOf(`jitter=${'😀'.repeat(100)}`)).toMatchObject([{ given: `${'😀'.repeat(29)}…` }]);
  });

  it('[U15] no more is told than a person reads', () => {
    const keys = ['view', 'silence', 'jitter', 'over-capture', 'at', 'speed', ...PARAM_KEYS.map((key) => PARAMS[key].urlKey)];
    const twiceWrong = keys.map((key) => `${key}=x&${key}=y`).join('&');
    expect(noticesOf(`fail=${'sharks,'.repeat(100)}&${twiceWrong}`)).toHaveLength(MAX_NOTICES);
  });

  it('[U16] a value that is cut where reading ends is not taken for a whole one', () => {
    const start = '&'.repeat(LONGEST_QUERY - 'deadline=500'.length);
    expect(decodeUrl(`${start}deadline=500`).state).toEqual(withParams({ deadlineMs: 500 }));
    expect(decodeUrl(`${start}deadline=5000`)).toMatchObject({ state: DEFAULT_LINK, notices: [{ kind: 'too-long' }] });
  });

  it.each([
    ['pairs', 'deadline=1&'.repeat(1_000_000)],
    ['empty pairs', '&'.repeat(10_000_000)],
    ['one number', `deadline=${'9'.repeat(10_000_000)}`],
    ['one key', 'k'.repeat(10_000_000)],
    ['escapes', `fail=${'%F0%9F'.repeat(2_000_000)}`],
    ['switches', `fail=${'silense,'.repeat(1_000_000)}`],
    ['different keys', Array.from({ length: 500_000 }, (_, i) => `deadlin${i}=1`).join('&')],
    ['an event', `at=no-guard${'.a'.repeat(5_000_000)}!`],
  ])('[U16] ten million characters of %s take less than 250 ms, and say that they were too many', (_, query) => {
    expect(leastTime(250, () => decodeUrl(query))).toBeLessThan(250);
    const { notices } = decodeUrl(query);
    expect(notices[0]).toEqual({ kind: 'too-long', path: '', given: String(query.length), used: '16384' });
    expect(notices.length).toBeLessThanOrEqual(MAX_NOTICES);
    expectSettled(query);
  });
});

describe('lanes and views', () => {
  it.each([
    ['compare=reported,right', ['reported', 'right'], []],
    ['compare=right,date-right', ['right', 'date-right'], []],
    ['compare=right', null, [{ kind: 'value', path: 'compare', given: 'right', used: null }]],
    ['compare=right,right', null, [{ kind: 'value', path: 'compare', given: 'right,right', used: null }]],
    ['compare=a,b,c', null, [{ kind: 'value', path: 'compare', given: 'a,b,c', used: null }]],
  ] as const)('[U19] %s', (query, compare, notices) => {
    expect(decodeUrl(`v=1&${query}`)).toEqual({ state: { ...DEFAULT_LINK, compare }, notices });
  });

  it.each(['v=1&scenario=incident-ra-02', 'v=1&view=figure&scenario=incident-ra-02', 'v=1&view=incidents&scenario=incident-ra-02'])('[U20] %s', (query) => {
    const { state, notices } = decodeUrl(query);
    expect(notices).toEqual([]);
    expect(state.view).toBe('incidents');
    expect(state.settings.shows).toEqual({ kind: 'incident', name: 'incident-ra-02' });
    expect(encodeUrl(state)).toBe('v=1&view=incidents&scenario=incident-ra-02');
  });

  it('[U20] the list has a link of its own, and other scenarios keep their view', () => {
    expect(encodeUrl({ ...DEFAULT_LINK, view: 'incidents' })).toBe('v=1&view=incidents');
    expect(decodeUrl('v=1&scenario=timeout').state.view).toBe('figure');
  });
});
