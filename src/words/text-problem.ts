/** One thing wrong with a text that should be a scenario, and where: data, the words are made elsewhere. */
export interface TextProblem {
  readonly fault: TextFault;
  readonly place: Place;
}

export interface Place {
  /** In UTF-16 units from 0, as a text field counts them. */
  readonly offset: number;
  readonly length: number;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

export type TextFault =
  | { readonly kind: 'too-long'; readonly length: number; readonly longest: number }
  | { readonly kind: 'too-deep'; readonly levels: number }
  /** Not JSON. `found`: what is there instead, shown safely; empty at the end of the text. */
  | { readonly kind: 'syntax'; readonly expected: Syntax; readonly found: string }
  /** Of a key that comes twice in one object, readers of JSON take the last and say nothing. */
  | { readonly kind: 'twice'; readonly key: string }
  | { readonly kind: 'missing'; readonly path: string }
  | { readonly kind: 'unknown'; readonly path: string }
  /** JSON, and no scenario. `found`: what is there, where the message does not say it. */
  | { readonly kind: 'refused'; readonly path: string; readonly message: string; readonly found: string | null };

/** What JSON would have had at the place of the first mistake. */
export type Syntax =
  | 'value'
  /** A value or a name, whichever was meant. */
  | 'word'
  | 'name'
  | 'colon'
  | 'comma'
  | 'brace'
  | 'bracket'
  | 'end'
  | 'no-comment'
  | 'end-of-string'
  | 'number'
  | 'escape'
  | 'visible-character';
