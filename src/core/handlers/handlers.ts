import { CALL_TOOL, CALL_TOOL_REPAIRED } from './call-tool.ts';
import { EXECUTE_TOOL, RAISE_FAILURES, RETRY_EVERYTHING } from './execute-tool.ts';
import type { Handler, HandlerId } from './handler.ts';
import { RUN_TOOL, RUN_TOOL_REPAIRED } from './run-tool.ts';
import { TYPED_FAILURES } from './typed-failures.ts';

/** In the order of the documents, each followed by what is changed about it. */
export const HANDLERS: readonly Handler[] = [
  EXECUTE_TOOL,
  RETRY_EVERYTHING,
  RAISE_FAILURES,
  CALL_TOOL,
  CALL_TOOL_REPAIRED,
  TYPED_FAILURES,
  RUN_TOOL,
  RUN_TOOL_REPAIRED,
];

const BY_ID = Object.fromEntries(HANDLERS.map((handler) => [handler.id, handler])) as Record<HandlerId, Handler>;

export function handlerOf(id: HandlerId): Handler {
  return BY_ID[id];
}

/** The same system with its flaws mended; null: there is none, or this is it. */
export function repairOf({ document, variant }: Handler): Handler | null {
  if (variant === 'repaired') return null;
  return HANDLERS.find((other) => other.document === document && other.variant === 'repaired') ?? null;
}
