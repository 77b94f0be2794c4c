import {
  DEFAULT_SETTINGS,
  FIGURE_NAME,
  type FigureSettings,
  JITTER_CHOICES,
  LANE_CHOICES,
  SILENCES,
  SWITCHES,
  type SwitchId,
} from '../core/figure.ts';
import type { HandlerId } from '../core/handlers/handler.ts';
import { handlerLaneId, handlerOfLaneId } from '../core/handlers/handler-lane.ts';
import { HANDLER_IDS } from '../core/handlers/own-retries.ts';
import { SCENARIO_NAMES, shownByName } from '../core/scenario-of.ts';
import { formatAmount } from '../core/money.ts';
import { nearestAllowed, PARAM_KEYS, type ParamKey, type ParamRow, PARAMS, type Params } from '../core/params.ts';
import { DEFAULT_READING, type Reading, READINGS } from '../core/reading.ts';
import type { EventRef } from '../core/steps.ts';
import type { LinkNotice } from '../words/link-notice.ts';
import { DEFAULT_FRAME, EMBED_CHOICES, type Frame, LANGUAGES, LOCKS, ON_OFF, PARTS, THEMES } from './frame.ts';
import type { LanePair } from './lane-pair.ts';
import { DEFAULT_SPEED, type Speed, SPEEDS } from './speed.ts';
import { LONGEST_QUERY, readQuery } from './url-query.ts';
import { closestTo, shown } from './url-text.ts';
import { type View, viewOf, VIEWS } from './view.ts';

/**
 * What a link holds, and how it is written: `v=1&fail=silence,too-slow&deadline=500&at=no-guard.refund.2.outcome`.
 *
 * | key | value |
 * | --- | --- |
 * | v | version of this table, first whenever anything else is there |
 * | view | one of VIEWS |
 * | scenario | name of a scenario of core/scenarios or of an incident, shown as it stands |
 * | file | a scenario of one's own, packed as store/packed-scenario has it; shown as it stands, before `scenario` |
 * | fail | ids of the switches that are on, or `none` |
 * | silence, jitter | one of the choices of core/figure |
 * | over-capture | `refused` or `allowed` |
 * | lanes | `both`, `no-guard`, `guarded` or `handlers` |
 * | handler | a handler of core/handlers, with hyphens: `call-tool` |
 * | the urlKey of a row of core/params | plain decimal: milliseconds, counts, factors; money in dollars, `80`; or `none` |
 * | compare | ids of the two lanes that are seen, where there are more: `reported,right` |
 * | at | lane, a dot, id of the event of the playhead |
 * | speed | one of SPEEDS |
 * | reads | one of core/reading: the shape in which the Observation is shown |
 * | embed | `0`, `1`, or `canvas` |
 * | hide, lock | names of store/frame, or `none` |
 * | keys, motion | `on` or `off` |
 * | theme, lang | one of those of store/frame |
 *
 * What has its default is left out.
 */
export interface LinkState {
  readonly settings: FigureSettings;
  /** An incident's is always `incidents`. */
  readonly view: View;
  /** Null: the first two. */
  readonly compare: LanePair | null;
  /** The event of the playhead; null: the opening step. */
  readonly cursor: EventRef | null;
  readonly speed: Speed;
  readonly reading: Reading;
  readonly frame: Frame;
}

export const DEFAULT_LINK: LinkState = {
  settings: DEFAULT_SETTINGS,
  view: 'figure',
  compare: null,
  cursor: null,
  speed: DEFAULT_SPEED,
  reading: DEFAULT_READING,
  frame: DEFAULT_FRAME,
};

/** What mail programs, chats and servers carry. Beyond it a scenario travels as a file. */
export const LONGEST_LINK = 8_000;

/** More than a person will read. */
export const MAX_NOTICES = 20;

type Fields = ReadonlyMap<string, string>;

/**
 * Entry n − 1 turns the fields of version n into those of version n + 1. A link leaves out what has its default, so
 * a default that changes needs a new version too: its migration fills in the old default.
 */
const MIGRATIONS: readonly ((fields: Fields) => Fields)[] = [];
const VERSION = MIGRATIONS.length + 1;

const NONE = 'none';
const MINOR_PER_MAJOR = 100;
const OVER_CAPTURE = ['allowed', 'refused'] as const;

const KNOWN_KEYS: readonly string[] = [
  ...['v', 'view', 'scenario', 'file', 'fail', 'silence', 'jitter', 'over-capture', 'lanes', 'handler', 'compare', 'at', 'speed', 'reads'],
  ...['embed', 'hide', 'lock', 'keys', 'motion', 'theme', 'lang'],
  ...PARAM_KEYS.map((key) => PARAMS[key].urlKey),
];

/** What mail programs, advertisers and social sites hang on every link: no one typed it, so no one is told. */
const TRACKING_KEY =
  /^(?:utm_.*|mc_[ce]id|_ga|_gl|_hs[a-z]+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|ttclid|yclid|igshid|igsh|li_fat_id|ref|ref_src)$/;

/** No plus, no exponent, no hex: what a person would write. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Lanes are named as core/scenario has it, without a dot; so the first dot ends the lane. */
const EVENT = /^([a-z][a-z0-9-]{0,63})\.([a-z0-9-]+(?:\.[a-z0-9-]+)*)$/;
const PAIR = /^([a-z][a-z0-9-]{0,63}),([a-z][a-z0-9-]{0,63})$/;
/** Longest name of an event. */
export const LONGEST_EVENT = 160;

/** The query string without its question mark; empty for the default state. Needs no escaping anywhere. */
export function encodeUrl(state: LinkState): string {
  const { params } = state.settings;
  const defaults = new Map(pairsOf(DEFAULT_LINK, params.refundMs));
  const pairs = pairsOf(state, params.refundMs).filter(([key, value]) => value !== defaults.get(key));
  if (pairs.length === 0) return '';
  return [['v', String(VERSION)] as const, ...pairs].map(([key, value]) => `${key}=${value}`).join('&');
}

function pairsOf({ settings, view, compare, cursor, speed, reading, frame }: LinkState, refundMs: number): (readonly [string, string])[] {
  const { shows, on, silence, jitter, refusesOverCapture, lanes, handler, params } = settings;
  return [
    ['view', view],
    ['scenario', shows.kind === 'named' || shows.kind === 'incident' ? shows.name : FIGURE_NAME],
    ['file', shows.kind === 'file' ? shows.packed : ''],
    ['fail', writeNames(SWITCH_IDS.filter((id) => on[id]))],
    ['silence', silence],
    ['over-capture', OVER_CAPTURE[refusesOverCapture ? 1 : 0]],
    ['jitter', jitter],
    ['lanes', lanes],
    ['handler', handlerLaneId(handler)],
    ...PARAM_KEYS.map((key) => [PARAMS[key].urlKey, writeParam(rowOf(key, refundMs), params[key])] as const),
    ['compare', compare?.join() ?? ''],
    ['at', writeEvent(cursor)],
    ['speed', String(speed)],
    ['reads', reading],
    ['embed', frame.embed],
    ['hide', writeNames(frame.hide)],
    ['lock', writeNames(frame.lock)],
    ['keys', frame.keys],
    ['motion', frame.motion],
    ['theme', frame.theme],
    ['lang', frame.language],
  ];
}

export interface Decoded {
  readonly state: LinkState;
  readonly notices: readonly LinkNotice[];
  /** A scenario that the link brings, as it is packed: store/read-link puts it into the state. */
  readonly packed?: string;
}

/** Never throws. Everything that was not taken as it stands is named: the first MAX_NOTICES of it. */
export function decodeUrl(query: string): Decoded {
  const { fields: given, repeated, isCut } = readQuery(query);
  const notices: LinkNotice[] = [];
  if (isCut) {
    notices.push({ kind: 'too-long', path: '', given: String(query.length), used: String(LONGEST_QUERY) });
  }
  const versionText = given.get('v');
  const version = knownVersion(versionText);
  if (version === null) {
    notices.push({ kind: 'version', path: 'v', given: shown(versionText ?? ''), used: String(VERSION) });
  }
  const fields = MIGRATIONS.slice((version ?? VERSION) - 1).reduce<Fields>((before, migrate) => migrate(before), given);

  function take<Value>(key: string, fallback: Value, read: Reader<Value>): Value {
    const text = fields.get(key);
    if (text === undefined) return fallback;
    const first = repeated.get(key);
    if (first !== undefined) notices.push({ kind: 'repeated-key', path: key, given: shown(first), used: shown(text) });
    const reading = read(text, key);
    notices.push(...reading.notices);
    return reading.value;
  }

  function takeParam(key: ParamKey, refundMs: number | null): number | null {
    const row = rowOf(key, refundMs);
    return take(row.urlKey, row.default, paramReader(row));
  }

  const { on, silence, jitter, lanes, handler } = DEFAULT_SETTINGS;
  const view = take('view', DEFAULT_LINK.view, choiceReader(VIEWS, DEFAULT_LINK.view));
  const refundMs = takeParam('refundMs', null);
  const settings: FigureSettings = {
    shows: shownByName(take('scenario', FIGURE_NAME, choiceReader(SCENARIO_NAMES, FIGURE_NAME))),
    on: take('fail', on, readSwitches),
    silence: take('silence', silence, choiceReader(SILENCES, silence)),
    refusesOverCapture: take('over-capture', 'allowed', choiceReader(OVER_CAPTURE, 'allowed')) === 'refused',
    jitter: take('jitter', jitter, choiceReader(JITTER_CHOICES, jitter)),
    lanes: take('lanes', lanes, choiceReader(LANE_CHOICES, lanes)),
    handler: take('handler', handler, readHandler),
    // Each row's reader keeps to the row, so that null comes out only where the row allows it.
    params: Object.fromEntries(
      PARAM_KEYS.map((key) => [key, key === 'refundMs' ? refundMs : takeParam(key, refundMs)]),
    ) as Params,
  };
  const packed = take('file', null, readPacked);
  const compare = take('compare', DEFAULT_LINK.compare, readPair);
  const cursor = take('at', DEFAULT_LINK.cursor, readEvent);
  const speed = take('speed', DEFAULT_SPEED, readSpeed);
  const reading = take('reads', DEFAULT_READING, choiceReader(READINGS, DEFAULT_READING));
  const { embed, hide, lock, keys, motion, theme, language } = DEFAULT_FRAME;
  const frame: Frame = {
    embed: take('embed', embed, choiceReader(EMBED_CHOICES, embed)),
    hide: take('hide', hide, namesReader(PARTS)),
    lock: take('lock', lock, namesReader(LOCKS)),
    keys: take('keys', keys, choiceReader(ON_OFF, keys)),
    motion: take('motion', motion, choiceReader(ON_OFF, motion)),
    theme: take('theme', theme, choiceReader(THEMES, theme)),
    language: take('lang', language, choiceReader(LANGUAGES, language)),
  };

  // A later version has keys of its own: the notice of the version says it for all of them.
  if (!isLater(versionText)) {
    for (const key of fields.keys()) {
      if (notices.length >= MAX_NOTICES) break;
      if (KNOWN_KEYS.includes(key) || TRACKING_KEY.test(key)) continue;
      const value = shown(fields.get(key) ?? '');
      notices.push({ kind: 'unknown-key', path: shown(key), given: value, used: null, closest: closestTo(key, KNOWN_KEYS) });
    }
  }
  const state: LinkState = { settings, view: viewOf({ view, settings }), compare, cursor, speed, reading, frame };
  return { state, notices: notices.slice(0, MAX_NOTICES), ...(packed === null ? {} : { packed }) };
}

/** The version of a link; null where there is no such version yet. A link that a person typed may have none. */
function knownVersion(text: string | undefined): number | null {
  if (text === undefined) return VERSION;
  return /^[1-9]\d*$/.test(text) && Number(text) <= VERSION ? Number(text) : null;
}

function isLater(text = ''): boolean {
  return DECIMAL.test(text) && Number(text) > VERSION;
}

/** A value of the key in any case; the notices say where it is not what the text says. */
type Reader<Value> = (text: string, key: string) => Taken<Value>;

interface Taken<Value> {
  readonly value: Value;
  readonly notices: readonly LinkNotice[];
}

function corrected<Value>(value: Value, key: string, text: string, used: string | null): Taken<Value> {
  return { value, notices: [{ kind: 'value', path: key, given: shown(text), used }] };
}

function choiceReader<Choice extends string>(choices: readonly Choice[], fallback: Choice): Reader<Choice> {
  return (text, key) => {
    const value = choices.find((choice) => choice === text);
    return value === undefined ? corrected(fallback, key, text, fallback) : { value, notices: [] };
  };
}

const HANDLER_NAMES: readonly string[] = HANDLER_IDS.map(handlerLaneId);

function readHandler(text: string, key: string): Taken<HandlerId> {
  const { value, notices } = choiceReader(HANDLER_NAMES, handlerLaneId(DEFAULT_SETTINGS.handler))(text, key);
  return { value: handlerOfLaneId(value) ?? DEFAULT_SETTINGS.handler, notices };
}

const SWITCH_IDS: readonly SwitchId[] = SWITCHES.map(({ id }) => id);

function readSwitches(text: string, key: string): Taken<FigureSettings['on']> {
  const { value, notices } = namesReader(SWITCH_IDS)(text, key);
  return { value: Object.fromEntries(SWITCH_IDS.map((id) => [id, value.includes(id)])) as Record<SwitchId, boolean>, notices };
}

function writeNames(names: readonly string[]): string {
  return names.length === 0 ? NONE : names.join(',');
}

/** In any order, and as often as one likes: a list that a person typed says what it means. */
function namesReader<Name extends string>(known: readonly Name[]): Reader<readonly Name[]> {
  return (text, key) => {
    const given = text === NONE ? [] : text.split(',').filter((name) => name !== '');
    if (given.length === 0 && text !== NONE) return corrected([], key, text, NONE);
    const names = new Set(given);
    const notices = given
      .filter((name) => !isOneOf(known, name))
      .slice(0, MAX_NOTICES)
      .map((name) => ({ kind: 'unknown-name', path: key, given: shown(name), used: null, closest: closestTo(name, known) }) as const);
    return { value: known.filter((name) => names.has(name)), notices };
  };
}

function isOneOf<Name extends string>(known: readonly Name[], name: string): name is Name {
  return (known as readonly string[]).includes(name);
}

/**
 * The row as it is beside the others. A posting comes no later than its answer, so that one bounds the other.
 * `refundMs`: null while it is not known.
 */
function rowOf(key: ParamKey, refundMs: number | null): ParamRow {
  const row: ParamRow = PARAMS[key];
  if (key !== 'postingMs' || refundMs === null) return row;
  return { ...row, max: Math.min(row.max, refundMs), default: Math.min(PARAMS.postingMs.default, refundMs) };
}

function writeParam(row: ParamRow, value: number | null): string {
  if (value === null) return NONE;
  const allowed = nearestAllowed(row, value);
  return row.unit === 'minor' ? formatAmount(allowed).replace(/\.00$/, '') : String(allowed);
}

function paramReader(row: ParamRow): Reader<number | null> {
  return (text, key) => {
    if (text === NONE && row.nullable === true) return { value: null, notices: [] };
    if (!DECIMAL.test(text)) return corrected(row.default, key, text, writeParam(row, row.default));
    // A step is whole cents, so that what the multiplication leaves behind the point is rounded away.
    const value = nearestAllowed(row, row.unit === 'minor' ? Number(text) * MINOR_PER_MAJOR : Number(text));
    const used = writeParam(row, value);
    return Number(used) === Number(text) ? { value, notices: [] } : corrected(value, key, text, used);
  };
}

function readPair(text: string, key: string): Taken<LanePair | null> {
  const [, upper, lower] = PAIR.exec(text) ?? [];
  if (upper === undefined || lower === undefined || upper === lower) return corrected(null, key, text, null);
  return { value: [upper, lower], notices: [] };
}

function writeEvent(cursor: EventRef | null): string {
  // What a link cannot name it leaves out: it then opens at the opening step.
  return cursor === null ? '' : (eventText(cursor) ?? '');
}

/** An event as `at` names it; null where a link cannot. */
export function eventText({ lane, id }: EventRef): string | null {
  const text = `${lane}.${id}`;
  return readEventText(text) === null ? null : text;
}

/** Null where that is no name of an event. Whether the run has it is for whoever has the run. */
export function readEventText(text: string): EventRef | null {
  const [, lane, id] = (text.length <= LONGEST_EVENT && EVENT.exec(text)) || [];
  return lane === undefined || id === undefined ? null : { lane, id };
}

function readEvent(text: string, key: string): Taken<EventRef | null> {
  const value = readEventText(text);
  return value === null ? corrected(null, key, text, null) : { value, notices: [] };
}

/** What is in it only its reader can say. */
function readPacked(text: string): Taken<string | null> {
  return { value: text === '' ? null : text, notices: [] };
}

function readSpeed(text: string, key: string): Taken<Speed> {
  if (!DECIMAL.test(text)) return corrected(DEFAULT_SPEED, key, text, String(DEFAULT_SPEED));
  // As many digits as one likes may follow, up to infinity, which is equally far from all.
  const given = Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const value = SPEEDS.reduce((best, speed) => (Math.abs(speed - given) < Math.abs(best - given) ? speed : best));
  return value === given ? { value, notices: [] } : corrected(value, key, text, String(value));
}
