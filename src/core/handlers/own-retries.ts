import type { HandlerId, OwnRetries } from './handler.ts';

/**
 * What of a handler the page needs before any run: which there are, in the order of the documents, and which bring retries
 * of their own. Null: the policy of the scenario.
 */
const CALL_TOOL: OwnRetries = {
  maxRetries: 2,
  backoff: {
    growth: { kind: 'exponential', initialMs: 1_000, factor: 2 },
    jitter: { kind: 'add', minMs: 0, maxMs: 1_000 },
    capMs: null,
    capOrder: 'after',
    floorMs: null,
    rounding: 'none',
  },
};

const RUN_TOOL: OwnRetries = {
  maxRetries: 1,
  backoff: {
    growth: { kind: 'linear', initialMs: 500, stepMs: 500 },
    jitter: { kind: 'none' },
    capMs: null,
    capOrder: 'after',
    floorMs: null,
    rounding: 'none',
  },
};

export const OWN_RETRIES = {
  execute_tool: null,
  retry_everything: null,
  raise_failures: null,
  call_tool: CALL_TOOL,
  call_tool_repaired: CALL_TOOL,
  typed_failures: null,
  run_tool: RUN_TOOL,
  run_tool_repaired: RUN_TOOL,
} as const satisfies Record<HandlerId, OwnRetries | null>;

export const HANDLER_IDS = Object.keys(OWN_RETRIES) as readonly HandlerId[];
