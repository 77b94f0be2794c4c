/**
 * Figures that nobody has pressed start one after another. Ten at once would leave the host's page, which may share
 * their process, no time for its reader.
 */

/** Then the next starts all the same: the network of the one before may be gone, or another page be in its frame. */
const LONGEST_TURN_MS = 5_000;

type Start = () => void;

/** Of a time-out; none yet, at first. */
export type Timer = ReturnType<typeof setTimeout> | undefined;

const waiting = new Set<Start>();
let current: Start | undefined;
let limit: Timer;

/** Starts it when no other is starting. To ask again changes nothing. */
export function waitFor(start: Start): void {
  waiting.add(start);
  if (!current) next();
}

/** It starts now, whoever is waiting; called by the start itself. */
export function takeTurn(start: Start): void {
  waiting.delete(start);
  current = start;
  clearTimeout(limit);
  limit = setTimeout(next, LONGEST_TURN_MS);
}

/** It has started, or shall not any more. */
export function endTurn(start: Start): void {
  waiting.delete(start);
  if (current === start) next();
}

function next(): void {
  [current] = waiting;
  current?.();
}
