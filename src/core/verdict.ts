import type { LaneState } from './ledger.ts';

/** What can be said about a lane at one moment: how often it was really refunded, against what was said. */
export type Verdict =
  /** The agent is not done, or no definite word has been said yet. */
  | { readonly kind: 'open'; readonly count: number }
  /** The agent is done, and a refund that it sent has not landed: how it ends is unknown. */
  | { readonly kind: 'in-flight'; readonly count: number }
  | { readonly kind: 'settled'; readonly count: number; readonly said: Said };

export type Said = 'refunded' | 'failed' | 'not-attempted' | 'nothing';

export function verdictOf(state: LaneState): Verdict {
  const count = state.entries.filter(({ tool }) => tool === undefined).length;
  const said = saidBy(state);
  if (said === null) return { kind: 'open', count };
  if (state.inFlight.length > 0) return { kind: 'in-flight', count };
  return { kind: 'settled', count, said };
}

/** A usable answer is the agent's word already; a failure is its word only when it reports it. */
function saidBy(state: LaneState): Said | null {
  if (state.belief === 'refunded' && !state.waiting) return 'refunded';
  switch (state.status) {
    case 'running':
      return null;
    case 'died':
      return 'nothing';
    case 'finished':
      switch (state.report) {
        case 'refunded':
        case 'failed':
        case 'not-attempted':
          return state.report;
        case 'invented':
          return 'refunded';
        case 'answered':
        case 'handed-off':
        case 'stopped':
          return state.belief === 'nothing-sent' ? 'not-attempted' : 'failed';
        case null:
          return null;
      }
  }
}

/** How grave a verdict is; the page gives it a colour, a shape and a word. */
export type Gravity =
  /** Nothing to judge yet, or nothing moved and nobody says otherwise. */
  | 'neutral'
  | 'unknown'
  /** Once, and said so. */
  | 'right'
  /** More than once, or never although reported refunded. */
  | 'wrong'
  /** The money is right, the report is not. */
  | 'misreported';

export function gravityOf(verdict: Verdict): Gravity {
  if (verdict.count > 1) return 'wrong';
  switch (verdict.kind) {
    case 'open':
      return 'neutral';
    case 'in-flight':
      return 'unknown';
    case 'settled':
      if (verdict.count === 1) return verdict.said === 'refunded' ? 'right' : 'misreported';
      return verdict.said === 'refunded' ? 'wrong' : 'neutral';
  }
}
