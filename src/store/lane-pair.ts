import type { LaneTrace, Trace } from '../core/trace.ts';

/** The ids of the two lanes that are seen, the upper one first. */
export type LanePair = readonly [upper: string, lower: string];

/** More would have to be scrolled, and a comparison is of two. */
const SEEN = 2;

/** The lanes that are seen: those that were chosen, where both are there, else the first. */
export function lanesSeen({ lanes }: Trace, chosen: LanePair | null): readonly LaneTrace[] {
  const pair = chosen?.flatMap((id) => lanes.find((lane) => lane.id === id) ?? []) ?? [];
  return pair.length === SEEN ? pair : lanes.slice(0, SEEN);
}

/** The choice as it is kept: null where it is what would be seen anyway, or where a lane is not there. */
export function keptPair(trace: Trace, chosen: LanePair | null): LanePair | null {
  const ids = lanesSeen(trace, null).map(({ id }) => id);
  const seen = lanesSeen(trace, chosen).map(({ id }) => id);
  return chosen === null || seen.join() !== chosen.join() || seen.join() === ids.join() ? null : chosen;
}

/** Two lanes of which one was chosen anew: the other gives way where it would be the same. */
export function pairWith([upper, lower]: LanePair, place: 'upper' | 'lower', id: string): LanePair {
  if (place === 'upper') return id === lower ? [id, upper] : [id, lower];
  return id === upper ? [lower, id] : [upper, id];
}
