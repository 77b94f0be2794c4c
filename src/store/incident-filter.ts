import type { Harm } from '../core/harm.ts';
import type { ShelvedIncident } from './incident-shelf.ts';

/** What of the list of incidents is seen; null: all. */
export interface IncidentFilter {
  readonly kind: string | null;
  readonly basis: ShelvedIncident['incident']['basis'] | null;
  readonly harm: Harm | null;
  readonly text: string;
}

export const NO_FILTER: IncidentFilter = { kind: null, basis: null, harm: null, text: '' };

/** Every word that was typed has to be somewhere in it, in any case. */
export function passes({ kind, basis, harm, text }: IncidentFilter, { title, incident, harms }: ShelvedIncident): boolean {
  if (kind !== null && incident.kind !== kind) return false;
  if (basis !== null && incident.basis !== basis) return false;
  if (harm !== null && !harms.includes(harm)) return false;
  const { id, source, what, why, lesson } = incident;
  const all = [id, title, incident.kind, source, what, why, lesson].join(' ').toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}
