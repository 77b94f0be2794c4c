import type { Problem } from '../core/scenario.ts';

/** One thing in a link that was not taken as it stands: data, the words are made elsewhere. */
export type LinkNotice = {
  /** The key that it is about, shown safely; empty where it is the link as a whole. */
  readonly path: string;
  /** What the link says, shown safely: short, and with nothing invisible in it. */
  readonly given: string;
} & (
  | {
      /** Not a value of this key; the nearest one was used. */
      readonly kind: 'value';
      /** As a link would write it; null: the opening step, or the first two lanes. */
      readonly used: string | null;
    }
  /** The key is there more than once; the last was used. */
  | { readonly kind: 'repeated-key'; readonly used: string }
  /** Left out. `closest`: what may have been meant. */
  | { readonly kind: 'unknown-key' | 'unknown-name'; readonly used: null; readonly closest: string | null }
  /** Not a version that this page knows; it was read as version `used`. */
  | { readonly kind: 'version'; readonly used: string }
  /** A scenario that cannot be had: why, or what is wrong with it. The one named `used` is shown, or the figure. */
  | { readonly kind: 'file'; readonly used: string | null; readonly why: 'broken' | 'too-long' | 'not-loaded' | Problem }
  /** Of `given` characters the first `used` were read. */
  | { readonly kind: 'too-long'; readonly used: string }
);
