import type { BreakerStanding, BreakerSetting } from './breaker.ts';
import type { Arguments, ContractProblem } from './contract.ts';
import type { Fault } from './fault.ts';
import type { GuardMove, GuardSetting, RecordState } from './guard.ts';
import type { HandlerId } from './handlers/handler.ts';
import type { Operation } from './operation.ts';
import type { Effect, Outcome, ToolOutcome } from './outcome.ts';
import type { RetryQuotaSetting, RetryQuotaState } from './retry-quota.ts';
import type { Category } from './taxonomy.ts';
import type { Currency } from './money.ts';

/** What the agent says when it ends: its claim, true or not. */
export type Report =
  | 'refunded'
  | 'failed'
  | 'not-attempted'
  | 'answered'
  /** It went on as though a failed call had worked: what it says is made up. */
  | 'invented'
  /** It stopped, and says what is done, what failed and what is unknown. */
  | 'handed-off'
  /** A guard of the loop ended it: the same call and result again and again, or too many steps. */
  | 'stopped';

interface At {
  /** Stable name within the lane, such as `refund.2.outcome`. */
  readonly id: string;
  /** Virtual time, milliseconds from the start of the run, whole microseconds. */
  readonly at: number;
  /** Order within the lane, from 0. */
  readonly seq: number;
}

interface OfCall extends At {
  /** The agent's action that this belongs to, such as `refund`. */
  readonly call: string;
}

interface OfAttempt extends OfCall {
  /** Counted from 1. */
  readonly attempt: number;
}

/** The model decided on a call. */
export interface ActionEvent extends OfCall {
  readonly kind: 'action';
  readonly step: number;
  readonly thought: string;
  readonly tool: string;
  readonly args: Arguments;
}

/** The contract check refused the call before any attempt. */
export interface RejectedEvent extends OfCall {
  readonly kind: 'rejected';
  readonly tool: string;
  /** `permanent`: the tool is off the table for this run. */
  readonly category: 'malformed' | 'unknown-tool' | 'permanent';
  readonly problems: readonly ContractProblem[];
}

export interface AttemptEvent extends OfAttempt {
  readonly kind: 'attempt';
  readonly tool: string;
  readonly effect: Effect;
  /** Which page it asks for, from 1. */
  readonly page?: number;
  /** Of a batch: those in this request, from 1. */
  readonly items?: readonly number[];
  /** Null: it waits for ever. */
  readonly deadlineAt: number | null;
  /** False where nothing leaves the process: the guard answers from its record, or the tool cannot use its arguments. */
  readonly sent: boolean;
  /** What the client's breaker made of it, where it is not closed: a probe is sent, what it rejects is not. */
  readonly admission?: 'probe' | 'rejected';
  /** The cause that is injected: for the narrator's eyes, never the caller's. */
  readonly fault: Fault | null;
  /** How long the answer takes, deadline or not; null: it never comes. */
  readonly answerAfterMs: number | null;
  /** When a sent write takes effect at the gateway; null: never, or nothing to take effect. */
  readonly landsAt: number | null;
}

export interface GuardEvent extends OfAttempt {
  readonly kind: 'guard';
  readonly move: GuardMove;
  readonly operation: string;
  readonly record: RecordState | null;
}

/** Money moved. The only event that makes a ledger entry. */
export interface PostingEvent extends OfAttempt {
  readonly kind: 'posting';
  readonly operation: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  /** It landed after its caller had stopped waiting. */
  readonly abandoned: boolean;
  /** The tool that moved it; the refund's, or a program's, where nothing is said. */
  readonly tool?: string;
  /** How many things it made; one, where nothing is said. */
  readonly units?: number;
  /** The items of a batch that it made. */
  readonly items?: readonly number[];
  /** What it made is not what was meant. */
  readonly spoiled?: true;
}

/** The caller looked into the gateway's own records. */
export interface ReadBackEvent extends OfAttempt {
  readonly kind: 'read-back';
  readonly operation: string;
  readonly found: boolean;
}

/** The client's breaker changed. */
export type BreakerEvent = OfAttempt & { readonly kind: 'gate'; readonly gate: 'breaker' } & BreakerStanding;

/** The client's retry quota changed, or had too little. */
export interface RetryQuotaEvent extends OfAttempt {
  readonly kind: 'gate';
  readonly gate: 'retry-quota';
  readonly state: RetryQuotaState;
  /** What is left. */
  readonly tokens: number;
}

/** The gateway refused: the order's refunds would exceed what was captured. */
export interface RefusalEvent extends OfAttempt {
  readonly kind: 'refusal';
  readonly operation: string;
  readonly amountMinor: number;
}

export interface OutcomeEvent extends OfAttempt {
  readonly kind: 'outcome';
  readonly outcome: Outcome;
  readonly category: Category;
}

/** A page has arrived; its call is over, and the read may go on. */
export interface PageEvent extends OfCall {
  readonly kind: 'page';
  /** Counted from 1. */
  readonly page: number;
  /** On this page, and on all up to it. */
  readonly items: number;
  readonly itemsSoFar: number;
  /** As the pages say; null: they do not. */
  readonly total: number | null;
  /** Of the next page; null: there is none. */
  readonly cursor: string | null;
}

/** A backoff that starts now. */
export interface WaitEvent extends OfAttempt {
  readonly kind: 'wait';
  /** Counted from 1: the retry that this wait comes before. */
  readonly retry: number;
  /** Null: no limit. */
  readonly maxRetries: number | null;
  /** The layer that waits, where there are several. */
  readonly layer?: string;
  /** Who set its length: the own backoff, where nothing is said. */
  readonly source?: 'retry-after';
  /** No attempt comes after it. */
  readonly forNothing?: true;
  /** Before jitter. */
  readonly nominalMs: number;
  readonly delayMs: number;
  readonly until: number;
}

/** The call resolved; the model reads the Observation. */
export interface ObservationEvent extends OfCall {
  readonly kind: 'observation';
  readonly result: ToolOutcome;
}

export interface FinishEvent extends At {
  readonly kind: 'finish';
  readonly step: number;
  readonly thought: string;
  readonly answer: string;
  readonly report: Report;
}

/** The loop warns the model: the same call came to the same result this many times in a row. */
export interface LoopWarningEvent extends OfCall {
  readonly kind: 'loop-warning';
  readonly times: number;
}

/** A call is put aside with the state of its case, until the dependency may be back. */
export interface ParkEvent extends OfCall {
  readonly kind: 'park';
  readonly until: number;
}

/** A step that was done could not be undone: a person has to step in. */
export interface AlertEvent extends OfCall {
  readonly kind: 'alert';
  readonly tool: string;
}

/** An exception reached the loop and ended the run: only where no handler stands between. */
export interface DiedEvent extends OfCall {
  readonly kind: 'died';
  readonly tool: string;
}

export type TraceEvent =
  | ActionEvent
  | RejectedEvent
  | AttemptEvent
  | GuardEvent
  | PostingEvent
  | RefusalEvent
  | ReadBackEvent
  | BreakerEvent
  | RetryQuotaEvent
  | OutcomeEvent
  | WaitEvent
  | PageEvent
  | ObservationEvent
  | FinishEvent
  | LoopWarningEvent
  | ParkEvent
  | AlertEvent
  | DiedEvent;

/** What stands between the loop and its tools. */
export type LaneHandler =
  | HandlerId
  /** A program's client, which has settings instead of a taxonomy. */
  | 'client'
  /** Nothing: the call goes straight to the tool, and the first raise ends the run. */
  | 'direct';

export interface LaneTrace {
  readonly id: string;
  /** What the scenario calls it, where it calls it anything. */
  readonly title?: string;
  readonly guard: GuardSetting;
  readonly handler: LaneHandler;
  /** What a program was to carry out here; absent where a model decides. */
  readonly operations?: readonly Operation[];
  /** The gates of its client, where it has them: closed at the start, and full. */
  readonly breaker?: BreakerSetting;
  readonly retryQuota?: RetryQuotaSetting;
  /** In the order of time; events at the same time in the order in which they caused each other. */
  readonly events: readonly TraceEvent[];
}

/** One run, in every lane. Everything shown is a function of this and a cursor. */
export interface Trace {
  readonly lanes: readonly LaneTrace[];
}
