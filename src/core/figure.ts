import type { Backoff, Growth, Jitter } from './backoff.ts';
import type { FaultRule, Silence } from './fault.ts';
import type { HandlerId } from './handlers/handler.ts';
import { DIRECT_LANE, handlerLane } from './handlers/handler-lane.ts';
import { formatMoney } from './money.ts';
import { DEFAULT_PARAMS, type Params } from './params.ts';
import type { Scenario } from './scenario.ts';
import type { EssayCategory } from './taxonomy.ts';

/**
 * The figure's run: one refund task in which each switch has its own place to strike, so that any
 * combination of them works. Settings in, scenario out; nothing else decides what the figure shows.
 */
export type SwitchId =
  | 'temporary-error'
  | 'too-slow'
  | 'silence'
  | 'not-there'
  | 'nothing-found'
  | 'wrong-arguments'
  | 'no-such-tool';

export interface SwitchRow {
  readonly id: SwitchId;
  readonly category: EssayCategory;
}

/** In the order of the taxonomy. They strike in the order of the task. */
export const SWITCHES: readonly SwitchRow[] = [
  { id: 'temporary-error', category: 'transient' },
  { id: 'too-slow', category: 'transient' },
  { id: 'silence', category: 'transient' },
  { id: 'not-there', category: 'permanent' },
  { id: 'nothing-found', category: 'empty-result' },
  { id: 'wrong-arguments', category: 'malformed' },
  { id: 'no-such-tool', category: 'unknown-tool' },
];

export type JitterChoice = 'none' | 'full' | 'equal' | 'proportional' | 'additive' | 'decorrelated';
export const JITTER_CHOICES: readonly JitterChoice[] = [
  'none',
  'full',
  'equal',
  'proportional',
  'additive',
  'decorrelated',
];

export const SILENCES: readonly Silence[] = ['request-lost', 'answer-lost', 'late'];

/** Which lanes run: both, one by itself, or a lane for each handler instead of the guard. */
export const LANE_CHOICES = ['both', 'no-guard', 'guarded', 'handlers'] as const;
export type LaneChoice = (typeof LANE_CHOICES)[number];

/** What is shown: the figure that the other settings make, or a scenario as it stands. */
export type Shown =
  | { readonly kind: 'figure' }
  /** One of core/scenarios. */
  | { readonly kind: 'named'; readonly name: string }
  /** Somebody's own. `packed`: as a link has it, which takes time to make. */
  | { readonly kind: 'file'; readonly scenario: Scenario; readonly packed: string }
  /** One of src/incidents, which are files of their own. */
  | { readonly kind: 'incident'; readonly name: string };

export interface FigureSettings {
  readonly shows: Shown;
  readonly on: Readonly<Record<SwitchId, boolean>>;
  /** Which silence it is when "Posted, then silence" strikes. */
  readonly silence: Silence;
  readonly jitter: JitterChoice;
  /** The gateway refuses what would exceed the captured amount. */
  readonly refusesOverCapture: boolean;
  readonly lanes: LaneChoice;
  /** What stands between the loop and the tools, in lanes that are not there to compare it. */
  readonly handler: HandlerId;
  readonly params: Params;
}

/** It opens on the failure that costs money: posted, and the answer lost. */
export const DEFAULT_SETTINGS: FigureSettings = {
  shows: { kind: 'figure' },
  on: {
    'temporary-error': false,
    'too-slow': false,
    silence: true,
    'not-there': false,
    'nothing-found': false,
    'wrong-arguments': false,
    'no-such-tool': false,
  },
  silence: 'answer-lost',
  jitter: 'none',
  refusesOverCapture: false,
  lanes: 'both',
  handler: 'execute_tool',
  params: DEFAULT_PARAMS,
};

export const NO_GUARD = 'no-guard';
export const GUARDED = 'guarded';

/** Of the scenario that the settings make; the named ones have names of their own. */
export const FIGURE_NAME = 'figure';

export const FIGURE_ORDER = { id: 'ORD-5510', currency: 'USD', capturedMinor: 24_000 } as const;

/** The systems of the four documents, then what is mended of them. The first two are seen first: blind to a silence, and not. */
const COMPARED: readonly HandlerId[] = ['execute_tool', 'typed_failures', 'call_tool', 'run_tool', 'call_tool_repaired', 'run_tool_repaired'];

function figureLanes({ lanes, handler }: FigureSettings): Scenario['lanes'] {
  if (lanes === 'handlers') return [...COMPARED.map(handlerLane), DIRECT_LANE];
  const pair: Scenario['lanes'] = [
    { id: NO_GUARD, guard: { kind: 'none' }, handler },
    { id: GUARDED, guard: { kind: 'memory', key: 'order_id' }, handler },
  ];
  return pair.filter(({ id }) => lanes === 'both' || lanes === id);
}

/** The index that the agent asks for first when "Not there" is on, and the tool with "No such tool". */
const MISSING_INDEX = 'archive';
export const MISSING_TOOL = 'issue_refund';

export function figureScenario(settings: FigureSettings): Scenario {
  const { on, params, refusesOverCapture, lanes } = settings;
  const { readMs, refundMs, guardHitMs, latePostingMs, modelTurnMs, refundMinor } = params;
  return {
    version: 1,
    name: FIGURE_NAME,
    title: lanes === 'handlers' ? 'one refund task, through the handlers of four documents' : 'one refund task, with and without the guard',
    seed: params.seed,
    order: { ...FIGURE_ORDER, refundMinor },
    policy: { maxRetries: params.maxRetries, deadlineMs: params.deadlineMs, backoff: figureBackoff(settings) },
    latency: {
      readMs,
      refundMs,
      // A posting comes no later than its answer, whatever a link asks for.
      postingMs: Math.min(params.postingMs, refundMs),
      guardHitMs,
      latePostingMs,
      modelTurnMs,
    },
    gateway: { refusesOverCapture },
    faults: figureFaults(settings),
    agent: {
      controller: 'refund-task',
      slips: {
        index: on['not-there'] ? MISSING_INDEX : null,
        refundTool: on['no-such-tool'] ? MISSING_TOOL : null,
        amount: on['wrong-arguments'] ? spokenAmount(refundMinor) : null,
      },
    },
    lanes: figureLanes(settings),
  };
}

/** The amount as a model might write it: "80 dollars". */
export function spokenAmount(minor: number): string {
  return `${formatMoney(minor, FIGURE_ORDER.currency).slice(1).replace(/\.00$/, '')} dollars`;
}

function figureFaults({ on, silence, params }: FigureSettings): FaultRule[] {
  const rules: FaultRule[] = [];
  if (on['nothing-found']) rules.push({ tool: 'search_policy', requests: { from: 1, to: 1 }, fault: { kind: 'empty' } });
  if (on['temporary-error']) {
    // With "Too slow" as well, the first attempt is the error and the later ones are slow.
    const to = on['too-slow'] ? 1 : 2;
    rules.push({ tool: 'lookup_order', requests: { from: 1, to }, fault: { kind: 'http', status: 503 } });
  }
  if (on['too-slow']) {
    const fault = { kind: 'slow', latencyMs: params.slowMs } as const;
    rules.push({ tool: 'lookup_order', requests: { from: 1, to: null }, fault });
  }
  if (on.silence) {
    rules.push({ tool: 'process_refund', requests: { from: 1, to: 1 }, fault: { kind: 'silence', which: silence } });
  }
  return rules;
}

/** The multiplier of the decorrelated jitter in the AWS Architecture Blog ("Exponential Backoff And Jitter"). */
const DECORRELATED_MULTIPLIER = 3;
/** ±25 %, the width that most libraries with proportional jitter use (OpenAI Agents, Restate, gRPC ±20 %). */
const PROPORTIONAL_WIDTH = 0.25;

/** The six choices of the figure in the general model of core/backoff. */
function figureBackoff({ jitter, params }: Pick<FigureSettings, 'jitter' | 'params'>): Backoff {
  const { firstBackoffMs: initialMs, backoffFactor: factor, backoffCapMs: capMs } = params;
  const growth: Growth =
    jitter === 'decorrelated'
      ? { kind: 'decorrelatedAws', initialMs, multiplier: DECORRELATED_MULTIPLIER }
      : { kind: 'exponential', initialMs, factor };
  // The cap comes last, so that it is the longest wait with every jitter.
  return { growth, jitter: jitterOf(jitter, initialMs), capMs, capOrder: 'after', floorMs: null, rounding: 'none' };
}

function jitterOf(choice: JitterChoice, initialMs: number): Jitter {
  switch (choice) {
    case 'none':
    case 'decorrelated':
      return { kind: 'none' };
    case 'full':
      return { kind: 'scale', lo: 0, hi: 1 };
    case 'equal':
      return { kind: 'scale', lo: 0.5, hi: 1 };
    case 'proportional':
      return { kind: 'scale', lo: 1 - PROPORTIONAL_WIDTH, hi: 1 + PROPORTIONAL_WIDTH };
    case 'additive':
      return { kind: 'add', minMs: 0, maxMs: initialMs };
  }
}
