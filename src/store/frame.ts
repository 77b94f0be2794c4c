import { SWITCHES } from '../core/figure.ts';
import { PARAMS } from '../core/params.ts';

/**
 * How the figure stands in its page: what its host or its reader chose, and no part of what is simulated. A link
 * carries it; undo leaves it alone.
 */
export interface Frame {
  /** As a part of another page. `canvas` also tells Canvas the height, which asks for it by no message. */
  readonly embed: EmbedChoice;
  /** Parts that are left out, in the order of PARTS. */
  readonly hide: readonly FigurePart[];
  /** Controls that show their value and cannot be moved, in the order of LOCKS. */
  readonly lock: readonly Lock[];
  /** Whether keys of the timeline's buttons, and those of undo, do anything. The playhead keeps its own. */
  readonly keys: OnOff;
  /** `off`: the same states and no tween, whatever the system prefers. */
  readonly motion: OnOff;
  readonly theme: Theme;
  readonly language: Language;
}

export const EMBED_CHOICES = ['0', '1', 'canvas'] as const;
export type EmbedChoice = (typeof EMBED_CHOICES)[number];

export const PARTS = [
  'headline',
  'controls',
  'speed',
  'switches',
  'policy',
  'story',
  'ledgers',
  'model',
  'trace',
  'words',
  'undo',
  'link',
] as const;
export type FigurePart = (typeof PARTS)[number];

/** The parts whose controls can be locked as a group. */
export const LOCK_GROUPS = ['controls', 'speed', 'switches', 'policy', 'undo'] as const satisfies readonly FigurePart[];
export type LockGroup = (typeof LOCK_GROUPS)[number];

/** Whole groups of controls first, then the single ones by the keys that they have in a link; `silence` is the switch and the choice beside it. */
export const LOCKS = [
  ...LOCK_GROUPS,
  ...SWITCHES.map(({ id }) => id),
  ...(['over-capture', 'jitter', 'lanes', 'handler', 'scenario'] as const),
  PARAMS.maxRetries.urlKey,
  PARAMS.firstBackoffMs.urlKey,
  PARAMS.backoffFactor.urlKey,
  PARAMS.backoffCapMs.urlKey,
  PARAMS.deadlineMs.urlKey,
  PARAMS.refundMinor.urlKey,
  PARAMS.seed.urlKey,
] as const;
export type Lock = (typeof LOCKS)[number];

export const ON_OFF = ['on', 'off'] as const;
export type OnOff = (typeof ON_OFF)[number];

export const THEMES = ['auto', 'light', 'dark', 'projector'] as const;
export type Theme = (typeof THEMES)[number];

export const LANGUAGES = ['en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_FRAME: Frame = {
  embed: '0',
  hide: [],
  lock: [],
  keys: 'on',
  motion: 'on',
  theme: 'auto',
  language: 'en',
};

/** @param names the control by itself, and the groups that it belongs to */
export function isLocked({ lock }: Frame, ...names: readonly Lock[]): boolean {
  return names.some((name) => lock.includes(name));
}
