import type { Guardless } from '../guard.ts';
import type { HandlerId } from './handler.ts';
import { HANDLER_IDS } from './own-retries.ts';

/** A lane that is called after its handler: in links and in ids of lanes there is no underscore. */
export function handlerLaneId(handler: HandlerId): string {
  return handler.replaceAll('_', '-');
}

/** Null: no handler is called so. */
export function handlerOfLaneId(id: string): HandlerId | null {
  return HANDLER_IDS.find((handler) => handlerLaneId(handler) === id) ?? null;
}

/** One without a guard, so that what is seen is what the handler does by itself. */
export function handlerLane(handler: HandlerId): { readonly id: string; readonly guard: Guardless; readonly handler: HandlerId } {
  return { id: handlerLaneId(handler), guard: { kind: 'none' }, handler };
}

/** The naive baseline: nothing between the loop and its tools. */
export const DIRECT_LANE = { id: 'direct', guard: { kind: 'none' }, handler: 'direct' } as const;
