import type { FailureCategory } from './taxonomy.ts';

/** Where a failure came from decides who can fix it. */
export type Fixer =
  /** Nothing but waiting clears it, so that a model has no use for it. */
  | 'time'
  /** Other arguments, another tool, another question. */
  | 'model'
  /** Whoever runs the system: a permission, a configuration. */
  | 'operator'
  /** Somebody has to decide, since no program may. */
  | 'person';

export const WHO_CAN_FIX: Readonly<Record<FailureCategory, Fixer>> = {
  transient: 'time',
  permanent: 'model',
  'empty-result': 'model',
  malformed: 'model',
  'unknown-tool': 'model',
  'unknown-outcome': 'person',
  'business-rejection': 'person',
  incomplete: 'model',
  denied: 'operator',
  down: 'time',
};
