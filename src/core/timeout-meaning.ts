import { handlerOf } from './handlers/handlers.ts';
import { isKeyed } from './idempotency-key.ts';
import { laneScenario } from './lane-scenario.ts';
import type { LaneSetting, Scenario } from './scenario.ts';
import type { FailureCategory } from './taxonomy.ts';
import type { Tool } from './tools.ts';

/** What a timeout of a tool means in one lane, and who can tell afterwards whether the tool acted. */
export interface TimeoutMeaning {
  readonly next: TimeoutNext;
  readonly whoCanTell: WhoCanTell;
}

export type TimeoutNext =
  /** A read may be sent as often as one likes. */
  | { readonly kind: 'retried' }
  /** Nothing recognises the repeat: it may act twice. */
  | { readonly kind: 'retried-blindly' }
  /** The repeat is answered by a guard, which knows of the attempt and not of the effect. */
  | { readonly kind: 'retried-behind-guard' }
  /** The target recognises the repeat. */
  | { readonly kind: 'retried-with-key' }
  /** The target is asked, then a person. */
  | { readonly kind: 'checked-first' }
  /** The model is told what is known. */
  | { readonly kind: 'told'; readonly category: FailureCategory }
  /** Nothing catches it. */
  | { readonly kind: 'run-dies' };

export type WhoCanTell = 'nobody-has-to' | 'nobody' | 'gateway-records' | 'key';

/** Asked of the lane's own handler, with an attempt that nobody answered. */
export function timeoutMeaning(scenario: Scenario, lane: LaneSetting, { effect }: Pick<Tool, 'effect'>): TimeoutMeaning {
  const changed = laneScenario(scenario, lane);
  const keyed = isKeyed(changed);
  const looks = lane.guard.kind === 'read-back' || lane.guard.kind === 'durable';
  const whoCanTell = (asks: boolean): WhoCanTell =>
    effect === 'read' ? 'nobody-has-to' : keyed ? 'key' : asks || looks ? 'gateway-records' : 'nobody';
  const { handler } = lane;
  if (handler === 'client' || handler === 'direct') return { next: { kind: 'run-dies' }, whoCanTell: whoCanTell(false) };
  const guarded = lane.guard.kind !== 'none';
  const silence = { kind: 'unknown', effect, deadlineMs: changed.policy.deadlineMs ?? 0 } as const;
  const { next, category } = handlerOf(handler).judge(silence, { effect, keyed, guarded });
  switch (next) {
    case 'retry':
    case 'retry-at-once': {
      const kind = effect === 'read' ? 'retried' : keyed ? 'retried-with-key' : guarded ? 'retried-behind-guard' : 'retried-blindly';
      return { next: { kind }, whoCanTell: whoCanTell(false) };
    }
    case 'look':
      return { next: { kind: 'checked-first' }, whoCanTell: whoCanTell(true) };
    case 'raise':
      return { next: { kind: 'run-dies' }, whoCanTell: whoCanTell(false) };
    case 'feed-back':
    case 'done':
      // Silence is no class `ok` anywhere.
      return { next: { kind: 'told', category: category === 'ok' ? 'unknown-outcome' : category }, whoCanTell: whoCanTell(false) };
  }
}
