import type { Guardless } from '../guard.ts';
import type { Handler, HandlerId } from './handler.ts';
import { HANDLERS } from './handlers.ts';

/** A lane that is called after its handler: in links and in ids of lanes there is no underscore. */
export function handlerLaneId(handler: HandlerId): string {
  return handler.replaceAll('_', '-');
}

/** Null: no handler is called so. */
export function handlerOfLaneId(id: string): HandlerId | null {
  return HANDLERS.find((handler) => handlerLaneId(handler.id) === id)?.id ?? null;
}

/** One without a guard, so that what is seen is what the handler does by itself. */
export function handlerLane(handler: HandlerId): { readonly id: string; readonly guard: Guardless; readonly handler: HandlerId } {
  return { id: handlerLaneId(handler), guard: { kind: 'none' }, handler };
}

/** The same system with its flaws mended; null: there is none, or this is it. */
export function repairOf({ document, variant }: Handler): Handler | null {
  if (variant === 'repaired') return null;
  return HANDLERS.find((other) => other.document === document && other.variant === 'repaired') ?? null;
}
