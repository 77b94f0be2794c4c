import type { Problem } from '../core/scenario.ts';
import type { LaneTrace } from '../core/trace.ts';
import type { Reply } from './protocol.ts';

/**
 * A reply out of anything that arrives from the other thread (a browser extension posts there too); null where
 * it is none. Checks what its readers index into; the events inside come from our own engine.
 */
export function readReply(message: unknown): Reply | null {
  if (!isFields(message)) return null;
  const { kind, protocol, runId, done, total, trace, problems, message: text } = message;
  if (kind === 'ready') return protocol === 1 ? { kind, protocol } : null;
  if (typeof runId !== 'number' || !Number.isSafeInteger(runId)) return null;
  switch (kind) {
    case 'progress':
      return isCount(done) && isCount(total) && done <= total ? { kind, runId, done, total } : null;
    case 'simulated':
      return isFields(trace) && isListOf(trace['lanes'], isLane) ? { kind, runId, trace: { lanes: trace['lanes'] } } : null;
    case 'refused':
      return isListOf(problems, isProblem) ? { kind, runId, problems } : null;
    case 'cancelled':
      return { kind, runId };
    case 'failed':
      return typeof text === 'string' ? { kind, runId, message: text } : null;
    default:
      return null;
  }
}

interface Fields {
  readonly [key: string]: unknown;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isLane(value: unknown): value is LaneTrace {
  return isFields(value) && typeof value['id'] === 'string' && isFields(value['guard']) && Array.isArray(value['events']);
}

function isProblem(value: unknown): value is Problem {
  return isFields(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';
}
