import type { ClientSetting } from './client.ts';
import type { Outcome } from './outcome.ts';

/** What a client can tell the end of an attempt by, most exact first; none for a success. */
export function symptomsOf(outcome: Outcome, classifyBy: ClientSetting['classifyBy']): readonly string[] {
  switch (outcome.kind) {
    case 'ok':
      return classifyBy === 'body' && outcome.body !== undefined ? [outcome.body] : [];
    case 'unknown':
      return ['timeout'];
    case 'failed': {
      const { body, symptoms, type } = outcome.error;
      return classifyBy === 'body' && body !== undefined ? [body] : (symptoms ?? [type]);
    }
  }
}

/** The symptoms of a refusal by status. A 429 is a 4xx that a wait can clear, so it is a class of its own. */
export function statusSymptoms(status: number): readonly string[] {
  if (status === 429) return ['429'];
  return [String(status), status >= 500 ? '5xx' : '4xx'];
}
