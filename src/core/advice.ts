/** The moves that a model has after a failure, and the one that is never right. */
export type Advice =
  | 'retry'
  | 'rewrite'
  | 'another-route'
  | 'stop'
  /** As though it had worked. */
  | 'go-on';
