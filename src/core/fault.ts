import type { RetryAfterHeaders } from './retry-after.ts';

/**
 * A fault is the cause that is injected: what the dependency does to one request. It says two things apart: what the
 * caller sees, which becomes an outcome, and whether the effect is applied, which silence hides.
 */

/** The three things that look the same to a caller who hears nothing. */
export type Silence = 'request-lost' | 'answer-lost' | 'late';

/** Whether the effect of a write happens, and when: counted from sending. */
export type Applied = 'never' | 'with-the-answer' | { readonly afterMs: number };

/** How far the process came with a write: to the gateway, and to its own record of it. */
export type CrashPoint = 'before-posting' | 'after-posting' | 'after-recording';

interface Timed {
  /** From sending to the answer; the usual latency of the tool where it is left out. */
  readonly latencyMs?: number;
}

interface Effectful {
  /** Where it is left out: as the kind of fault usually is. */
  readonly applied?: Applied;
}

export type Fault =
  /** No trouble; the thing that the write made may be deleted again by somebody else. */
  | ({ readonly kind: 'ok'; readonly thenDeleted?: boolean } & Timed)
  /**
   * The dependency answers with this HTTP status, and applies nothing unless it says so. `body` is what the answer's text
   * says where the status does not: a quota behind a 429, an error behind a 200.
   */
  | ({ readonly kind: 'http'; readonly status: number; readonly body?: string; readonly headers?: RetryAfterHeaders } & Timed & Effectful)
  /** The answer takes this long, null: for ever; a write still happens, shortly before its answer would come. */
  | ({
      readonly kind: 'slow';
      readonly latencyMs: number | null;
      /** When the status line arrives, where the body stalls after it. */
      readonly headersAfterMs?: number;
    } & Effectful)
  /** The call succeeds and returns nothing. */
  | { readonly kind: 'empty' }
  /** The call succeeds and returns the first page of several; where it asked for a page, only some of the items on it. */
  | { readonly kind: 'partial'; readonly returned: number; readonly total: number }
  /** The status says success, and the results of these items of a batch do not; without a batch it is no trouble at all. */
  | ({
      readonly kind: 'items';
      readonly failed: readonly { readonly item: number; readonly status: number }[];
      /** The items after the first that failed are not attempted. */
      readonly ordered?: boolean;
    } & Timed)
  /** No answer ever comes; which silence it was decides whether, and when, a write happens. */
  | ({ readonly kind: 'silence'; readonly which: Silence } & Effectful)
  /** The connection breaks, which the caller sees: before the request left (`connect`), or after. */
  | ({ readonly kind: 'network'; readonly phase: 'connect' | 'request' } & Timed & Effectful)
  /** The dependency understood, and declines: a business rule, not a technical error. */
  | ({ readonly kind: 'declined'; readonly code: string } & Timed)
  /** An error of the dependency that has a name instead of a status. */
  | ({ readonly kind: 'error'; readonly name: string } & Timed & Effectful)
  /** The caller's own process ends, and starts anew: what it held in memory is gone. */
  | ({ readonly kind: 'crash'; readonly point?: CrashPoint } & Timed & Effectful)
  /** The tool's own code raises something that no taxonomy names. */
  | { readonly kind: 'bug'; readonly type: string; readonly message: string };

/** Which requests a fault strikes; every condition that is there has to hold. */
export interface FaultRule {
  /** Requests of this tool are counted and struck. */
  readonly tool: string;
  /** Requests of this operation only, counted by themselves. */
  readonly operation?: string;
  /** Requests for this page only, counted by themselves. */
  readonly page?: number;
  /** Both counted from 1, `null`: every later one. */
  readonly requests: { readonly from: number; readonly to: number | null };
  /** From ≤ t < to, virtual time of sending. */
  readonly during?: { readonly fromMs: number; readonly toMs: number };
  /** Until this long after the request before it, or after the start: each request starts the window anew. */
  readonly quietMs?: number;
  readonly fault: Fault;
}

/** One request, as rules look at it. */
export interface SentRequest {
  readonly tool: string;
  readonly operation: string | null;
  /** Which one it asks for, from 1; null: it asks for no page. */
  readonly page: number | null;
  readonly at: number;
  /** Counted as they are sent, from 1: all of the tool, those of the operation, and of either those for the same page. */
  readonly ofTool: number;
  readonly ofOperation: number;
  readonly ofToolPage: number;
  readonly ofOperationPage: number;
  /** When the request before it was sent, to the same tool. */
  readonly lastAt: number | null;
}

/**
 * The fault that a request meets: the first rule that matches.
 *
 * Requests are counted as they are sent, not as they are attempted, so that an attempt which a guard
 * answered from its record uses up no fault, and lanes meet the same faults until they part.
 */
export function faultOf(rules: readonly FaultRule[], request: SentRequest): Fault | null {
  return rules.find((rule) => strikes(rule, request))?.fault ?? null;
}

function strikes(rule: FaultRule, request: SentRequest): boolean {
  const { tool, operation, page, requests, during, quietMs } = rule;
  if (tool !== request.tool || (operation !== undefined && operation !== request.operation)) return false;
  if (page !== undefined && page !== request.page) return false;
  const count = countFor(rule, request);
  if (count < requests.from || (requests.to !== null && count > requests.to)) return false;
  if (during !== undefined && (request.at < during.fromMs || request.at >= during.toMs)) return false;
  return quietMs === undefined || request.lastAt === null || request.at - request.lastAt < quietMs;
}

/** Which of its counts a rule goes by. */
function countFor({ operation, page }: FaultRule, { ofTool, ofOperation, ofToolPage, ofOperationPage }: SentRequest): number {
  if (page === undefined) return operation === undefined ? ofTool : ofOperation;
  return operation === undefined ? ofToolPage : ofOperationPage;
}

/** Milliseconds until the answer is there; null: it never comes. */
export function answerTime(fault: Fault | null, usualMs: number): number | null {
  switch (fault?.kind) {
    case 'slow':
      return fault.latencyMs;
    case 'silence':
      return null;
    case 'ok':
    case 'items':
    case 'http':
    case 'network':
    case 'declined':
    case 'error':
    case 'crash':
      return fault.latencyMs ?? usualMs;
    case 'empty':
    case 'partial':
    case 'bug':
    case undefined:
      return usualMs;
  }
}

/** The usual times of a write, in milliseconds from sending. */
export interface WriteTimes {
  readonly answerMs: number;
  readonly postingMs: number;
  readonly lateMs: number;
}

/** Milliseconds until a sent write takes effect; null: it never does. */
export function landingTime(fault: Fault | null, times: WriteTimes): number | null {
  if (fault !== null && 'applied' in fault) return appliedTime(fault, fault.applied, times);
  const { answerMs, postingMs, lateMs } = times;
  switch (fault?.kind) {
    case 'http':
    case 'network':
    case 'declined':
    case 'error':
    case 'empty':
    case 'partial':
    case 'bug':
      return null;
    case 'crash':
      return fault.point === undefined || fault.point === 'before-posting' ? null : (fault.latencyMs ?? postingMs);
    case 'slow':
      // The slow part is before the posting: the answer follows it as closely as it always does.
      return fault.latencyMs === null ? null : Math.max(0, fault.latencyMs - (answerMs - postingMs));
    case 'silence':
      return { 'request-lost': null, 'answer-lost': postingMs, late: lateMs }[fault.which];
    case 'ok':
    case 'items':
      return fault.latencyMs === undefined ? postingMs : Math.max(0, fault.latencyMs - (answerMs - postingMs));
    case undefined:
      return postingMs;
  }
}

function appliedTime(fault: Fault, applied: Applied, times: WriteTimes): number | null {
  if (applied === 'never') return null;
  if (applied !== 'with-the-answer') return applied.afterMs;
  return answerTime(fault, times.answerMs) ?? times.postingMs;
}
