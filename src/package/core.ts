/**
 * What `import … from 'when-tools-fail/core'` gives: the engine for other people's programs, in Node, in a notebook or
 * in a page. Here and not in src/core, where everyone imports the file itself: what this file names is a promise to
 * people who cannot change with us, and what it does not name can still be renamed.
 */
export { simulate, simulateLane } from '../core/simulate.ts';
export type { LaneTrace, Trace, TraceEvent } from '../core/trace.ts';

export { parseScenario, type LaneSetting, type Scenario } from '../core/scenario.ts';
export type { NamedScenario } from '../core/named-scenario.ts';
export { NAMED_SCENARIOS } from '../core/scenarios.ts';
export { DEFAULT_SETTINGS, figureScenario, type FigureSettings, type SwitchId } from '../core/figure.ts';
export { PARAMS, type Params } from '../core/params.ts';

export { laneStateAt, type LaneState } from '../core/ledger.ts';
export { stepsOf, type Step } from '../core/steps.ts';
export { openingStep } from '../core/opening.ts';
export { describeClaim, holds, type Claim } from '../core/claim.ts';
export { essayText } from '../core/format/essay.ts';
export { formatMoney } from '../core/money.ts';

export { classify, type Outcome, type ToolOutcome } from '../core/outcome.ts';
export { decide } from '../core/retry.ts';
export { delayBeforeRetry, type Backoff } from '../core/backoff.ts';
export { TAXONOMY, type Category, type FailureCategory } from '../core/taxonomy.ts';
