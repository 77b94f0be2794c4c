import { THEMES, type Theme } from '../store/frame.ts';
import { LONGEST_EVENT } from '../store/url.ts';
import { LONGEST_QUERY } from '../store/url-query.ts';

/** The version of every message here. A message of another version is not read. */
const VERSION = 1;
const PREFIX = 'when-tools-fail/';

/** What a host may ask to be told. `prediction` is kept for a later release: nothing sends it yet. */
export const HOST_EVENTS = ['ready', 'step', 'outcome', 'prediction'] as const;
export type HostEvent = (typeof HOST_EVENTS)[number];

export const STEP_MOVES = ['first', 'back', 'forward', 'last'] as const;
export type StepMove = (typeof STEP_MOVES)[number];

/** A message from the page around the frame, checked. */
export type FromHost =
  /** The host is there and wants the height, and these events. `id` comes back with every answer. */
  | { readonly kind: 'hello'; readonly id: string; readonly events: readonly HostEvent[] }
  /** Another state, in the keys of a link. */
  | { readonly kind: 'load'; readonly query: string }
  | { readonly kind: 'theme'; readonly theme: Theme }
  | { readonly kind: 'step'; readonly to: StepMove | { readonly event: string } }
  | { readonly kind: 'reset' }
  /** H5P's resizer, which speaks first. */
  | { readonly kind: 'h5p'; readonly action: H5pAction };

const H5P_ACTIONS = ['ready', 'hello', 'resizePrepared'] as const;
export type H5pAction = (typeof H5P_ACTIONS)[number];

/** Longest id that is sent back. */
const LONGEST_ID = 64;

/**
 * A message as it came, if it is one of these. Anything else is null: pages are full of messages for others. Reads own
 * properties only, and no text before its length.
 */
export function readFromHost(data: unknown): FromHost | null {
  if (typeof data !== 'object' || data === null) return null;
  if (own(data, 'context') === 'h5p') {
    const action = oneOf(H5P_ACTIONS, own(data, 'action'));
    return action === null ? null : { kind: 'h5p', action };
  }
  if (own(data, 'v') !== VERSION) return null;
  switch (own(data, 'type')) {
    case `${PREFIX}hello`: {
      const id = text(own(data, 'id'), LONGEST_ID);
      return id === null ? null : { kind: 'hello', id, events: eventsOf(own(data, 'events')) };
    }
    case `${PREFIX}load`: {
      const query = text(own(data, 'query'), LONGEST_QUERY);
      return query === null ? null : { kind: 'load', query };
    }
    case `${PREFIX}theme`: {
      const theme = oneOf(THEMES, own(data, 'theme'));
      return theme === null ? null : { kind: 'theme', theme };
    }
    case `${PREFIX}step`: {
      const to = own(data, 'to');
      const move = oneOf(STEP_MOVES, to);
      if (move !== null) return { kind: 'step', to: move };
      const event = typeof to === 'object' && to !== null ? text(own(to, 'event'), LONGEST_EVENT) : null;
      return event === null ? null : { kind: 'step', to: { event } };
    }
    case `${PREFIX}reset`:
      return { kind: 'reset' };
    default:
      return null;
  }
}

/** What a page says to a frame of ours: the other side of `readFromHost`. */
export function writeFromHost(message: Exclude<FromHost, { readonly kind: 'h5p' }>): object {
  const { kind, ...rest } = message;
  return { type: `${PREFIX}${kind}`, v: VERSION, ...rest };
}

function own(data: object, key: string): unknown {
  return Object.hasOwn(data, key) ? (data as Readonly<Record<string, unknown>>)[key] : undefined;
}

function text(value: unknown, longest: number): string | null {
  return typeof value === 'string' && value.length <= longest ? value : null;
}

function oneOf<Choice extends string>(choices: readonly Choice[], value: unknown): Choice | null {
  return choices.find((choice) => choice === value) ?? null;
}

function eventsOf(value: unknown): readonly HostEvent[] {
  if (!Array.isArray(value) || value.length > HOST_EVENTS.length) return [];
  return HOST_EVENTS.filter((event) => value.includes(event));
}

/** What the frame tells a host that has said hello. */
export type ToHost =
  | { readonly kind: 'ready' }
  /** Of the content, in CSS pixels. */
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'step'; readonly step: StepTold }
  | ({ readonly kind: 'outcome' } & OutcomeTold);

export interface StepTold {
  /** From 0. */
  readonly index: number;
  readonly of: number;
  readonly atMs: number;
  /** Its first event, as the `at` of a link names it; null at the very start. */
  readonly event: string | null;
}

export interface OutcomeTold {
  readonly lane: string;
  readonly call: string;
  readonly category: string;
  readonly attempts: number;
  readonly usable: boolean;
}

export function writeToHost(message: ToHost, id: string): object {
  const { kind, ...rest } = message;
  return { type: `${PREFIX}${kind}`, v: VERSION, id, ...rest };
}

/** The other side of it, as far as a page of ours listens: whether the frame that was greeted with `id` is ready. */
export function isReadyFrom(data: unknown, id: string): boolean {
  return typeof data === 'object' && data !== null && own(data, 'type') === `${PREFIX}ready` && own(data, 'v') === VERSION && own(data, 'id') === id;
}

/** Canvas: `lti.frameResize`, which asks for nothing first. */
export function canvasHeight(height: number): object {
  return { subject: 'lti.frameResize', height };
}
