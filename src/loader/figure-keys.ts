/**
 * The attributes that become keys of the figure's link. A list, because what else stands on an element is not ours:
 * frameworks, editors and translators add names of their own, and the figure would complain about each.
 * tests/loader holds it against the links that the page writes.
 */
export const FIGURE_KEYS: readonly string[] = [
  ...['fail', 'silence', 'over-capture', 'jitter', 'view', 'scenario', 'file', 'lanes', 'handler', 'compare', 'at', 'speed', 'reads'],
  ...['theme', 'lang', 'hide', 'lock', 'keys', 'motion'],
  ...['retries', 'backoff', 'factor', 'cap', 'deadline', 'refund', 'seed'],
  ...['read-ms', 'refund-ms', 'posting-ms', 'guard-ms', 'slow-ms', 'late-ms', 'turn-ms'],
];
