import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, figureScenario } from '../../src/core/figure.ts';
import { failuresSeen } from '../../src/core/failures-seen.ts';
import { handlerFindings } from '../../src/core/handler-finding.ts';
import { handlerLane, handlerLaneId, handlerOfLaneId } from '../../src/core/handlers/handler-lane.ts';
import { HANDLERS, handlerOf, repairOf } from '../../src/core/handlers/handlers.ts';
import { parseScenario, type LaneSetting, type Scenario } from '../../src/core/scenario.ts';
import { simulate } from '../../src/core/simulate.ts';
import { timeoutMeaning } from '../../src/core/timeout-meaning.ts';
import { WHO_CAN_FIX } from '../../src/core/who-can-fix.ts';
import { figureWith } from './runs.ts';

const figure = figureScenario(DEFAULT_SETTINGS);
const WRITE = { effect: 'write' } as const;
const READ = { effect: 'read' } as const;

const KEYED: Scenario = {
  ...figure,
  gateway: {
    refusesOverCapture: false,
    dedupe: { by: 'key', ttlMs: null, fingerprint: null, inFlight: '409', leaseMs: null, storesFailures: false, onRepeat: 'replay', scope: 'global' },
  },
  key: { scope: 'operation', rotateOn: [], lifetimeMs: null },
};

describe('what a timeout means', () => {
  it.each([
    ['execute_tool', { kind: 'retried-blindly' }, 'nobody'],
    ['call_tool', { kind: 'retried-blindly' }, 'nobody'],
    ['run_tool', { kind: 'retried-blindly' }, 'nobody'],
    ['typed_failures', { kind: 'checked-first' }, 'gateway-records'],
    ['call_tool_repaired', { kind: 'told', category: 'unknown-outcome' }, 'nobody'],
    ['run_tool_repaired', { kind: 'told', category: 'unknown-outcome' }, 'nobody'],
  ] as const)('[J6] of a write is what %s says of silence', (handler, next, whoCanTell) => {
    expect(timeoutMeaning(figure, handlerLane(handler), WRITE)).toEqual({ next, whoCanTell });
  });

  it('[J6] of a read is a retry with every handler, and nobody has to know', () => {
    for (const { id } of HANDLERS) {
      expect(timeoutMeaning(figure, handlerLane(id), READ)).toEqual({ next: { kind: 'retried' }, whoCanTell: 'nobody-has-to' });
    }
  });

  it('[J6] depends on what stands before the write and on whether its target goes by a key', () => {
    const guarded: LaneSetting = { ...handlerLane('execute_tool'), guard: { kind: 'memory', key: 'order_id' } };
    expect(timeoutMeaning(figure, guarded, WRITE)).toEqual({ next: { kind: 'retried-behind-guard' }, whoCanTell: 'nobody' });
    const looking: LaneSetting = { ...guarded, guard: { kind: 'read-back', lagMs: 0, settleMs: null } };
    expect(timeoutMeaning(figure, looking, WRITE).whoCanTell).toBe('gateway-records');
    for (const { id } of HANDLERS) {
      expect(timeoutMeaning(KEYED, handlerLane(id), WRITE)).toEqual({ next: { kind: 'retried-with-key' }, whoCanTell: 'key' });
    }
    expect(timeoutMeaning(figure, { ...guarded, handler: 'direct' }, WRITE).next).toEqual({ kind: 'run-dies' });
  });
});

describe('who can fix a failure', () => {
  it('[J7] is time for what waiting clears, a person where somebody has to decide, the operator for a permission, else the model', () => {
    const by = (fixer: string) => Object.entries(WHO_CAN_FIX).flatMap(([category, who]) => (who === fixer ? [category] : []));
    expect(by('time')).toEqual(['transient', 'down']);
    expect(by('person')).toEqual(['unknown-outcome', 'business-rejection']);
    expect(by('operator')).toEqual(['denied']);
    expect(by('model')).toEqual(['permanent', 'empty-result', 'malformed', 'unknown-tool', 'incomplete']);
  });

  it('[J7] failures are counted up to the playhead, refusals before any attempt included', () => {
    const [lane] = simulate(figureWith(['silence', 'wrong-arguments'])).lanes;
    if (lane === undefined) throw new Error('no lane');
    expect([...failuresSeen(lane, 0)]).toEqual([]);
    expect([...failuresSeen(lane, Infinity)]).toEqual([
      ['malformed', 1],
      ['transient', 1],
    ]);
  });
});

describe('handlers side by side', () => {
  const compared = figureWith(['silence'], { lanes: 'handlers' });

  it('[F11] are the four documents, what is mended of them and no handler at all, each in a lane without a guard that is called after it', () => {
    expect(compared.lanes.map(({ id, guard, handler }) => [id, guard.kind, handler])).toEqual([
      ['execute-tool', 'none', 'execute_tool'],
      ['typed-failures', 'none', 'typed_failures'],
      ['call-tool', 'none', 'call_tool'],
      ['run-tool', 'none', 'run_tool'],
      ['call-tool-repaired', 'none', 'call_tool_repaired'],
      ['run-tool-repaired', 'none', 'run_tool_repaired'],
      ['direct', 'none', 'direct'],
    ]);
    expect(parseScenario(compared)).toMatchObject({ ok: true });
  });

  it('[F11] meet the same fault: as printed they pay twice, and what asks or stops pays once', () => {
    const counts = handlerFindings(simulate(compared))?.map(({ handler, finding: { count, said } }) => [handler, count, said]);
    expect(counts).toEqual([
      ['execute_tool', 2, 'refunded'],
      ['typed_failures', 1, 'refunded'],
      ['call_tool', 2, 'refunded'],
      ['run_tool', 2, 'refunded'],
      ['call_tool_repaired', 1, 'failed'],
      ['run_tool_repaired', 1, 'failed'],
      ['direct', 1, 'nothing'],
    ]);
  });

  it('are no comparison of handlers where two lanes have the same, or one is a program', () => {
    const [first, second] = compared.lanes;
    if (first === undefined || second === undefined) throw new Error('no lanes');
    const findingsOf = (handlers: readonly (typeof first.handler)[]) =>
      handlerFindings(simulate({ ...compared, lanes: handlers.map((handler, index) => ({ ...first, id: `lane-${index}`, handler })) }));
    expect(findingsOf(['execute_tool', 'direct'])?.map(({ handler }) => handler)).toEqual(['execute_tool', 'direct']);
    expect(findingsOf(['direct', 'direct'])).toBeNull();
    expect(findingsOf(['execute_tool', 'client'])).toBeNull();
    expect(findingsOf(['direct'])).toBeNull();
  });

  it('[F11] every handler can be that of both lanes', () => {
    for (const { id } of HANDLERS) {
      const scenario = figureWith(['silence'], { handler: id });
      expect(scenario.lanes.map(({ handler }) => handler)).toEqual([id, id]);
      expect(handlerFindings(simulate(scenario))).toBeNull();
    }
  });

  it('a lane is called after its handler and found by its name', () => {
    for (const { id } of HANDLERS) {
      expect(handlerLaneId(id)).toMatch(/^[a-z-]+$/);
      expect(handlerOfLaneId(handlerLaneId(id))).toBe(id);
    }
    expect(handlerOfLaneId('no-guard')).toBeNull();
  });

  it('a printed handler with flaws that were mended leads to the mended one', () => {
    expect(repairOf(handlerOf('call_tool'))?.id).toBe('call_tool_repaired');
    expect(repairOf(handlerOf('run_tool'))?.id).toBe('run_tool_repaired');
    for (const id of ['execute_tool', 'typed_failures', 'call_tool_repaired'] as const) expect(repairOf(handlerOf(id))).toBeNull();
  });
});
