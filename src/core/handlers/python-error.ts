import type { Outcome } from '../outcome.ts';
import { seconds } from '../seconds.ts';

/** An exception, as a Python program sees it that calls the tools. */
export interface PythonError {
  readonly type: string;
  readonly message: string;
}

/** What the tool's own client raises for the end of an attempt; null: it returns. */
export function raisedBy(outcome: Outcome): PythonError | null {
  switch (outcome.kind) {
    case 'ok':
      return null;
    case 'unknown':
      return { type: 'TimeoutError', message: `no answer within ${seconds(outcome.deadlineMs)}s` };
    case 'failed': {
      const { type, message, raised = message, symptoms = [] } = outcome.error;
      return { type: typeOf(symptoms) ?? type, message: raised };
    }
  }
}

/** By the status, as HTTP clients and their wrappers map it; null: the error has a type of its own. */
function typeOf(symptoms: readonly string[]): string | null {
  const has = (...any: string[]): boolean => any.some((symptom) => symptoms.includes(symptom));
  if (has('401', '403')) return 'PermissionError';
  if (has('404', '410')) return 'LookupError';
  if (has('408', '425', '429', '5xx', 'network')) return 'ConnectionError';
  if (has('4xx', 'rejected')) return 'ValueError';
  return null;
}

/** Python's own hierarchy: what `except LookupError` catches. */
export const LOOKUP_ERRORS: readonly string[] = ['LookupError', 'KeyError', 'IndexError'];
/** What `except (TimeoutError, ConnectionError)` catches. */
export const TRANSIENT_ERRORS: readonly string[] = ['TimeoutError', 'ConnectionError'];
