import type { Scenario } from '../../src/core/scenario.ts';
import type { LaneResult } from '../../src/core/lane-result.ts';

/**
 * One lane of a program over again, as plainly as it can be said: written from SPEC.md and from the description of the
 * reports' format, with nothing of the engine but its types. It knows one layer, exponential backoff without jitter,
 * Retry-After in seconds, a total deadline, faults by count and by window, keys that expire, and a stop by the user.
 */

export type Told = Pick<LaneResult, 'startsMs' | 'endMs' | 'ledger' | 'outcome'>;

/** What the caller sees of one attempt: an answer or an error at a time, or nothing in time. */
interface Seen {
  readonly what: 'ok' | 'timeout' | { readonly classes: readonly string[]; readonly retryAfterS: number | null };
  readonly at: number;
}

/** An effect that will be there, and the request that it answers under its key. */
interface Effect {
  readonly key: string | null;
  readonly intent: string;
  readonly sentAt: number;
  readonly landsAt: number;
}

export function told({ policy, faults, agent, client, key, gateway, latency }: Scenario): Told {
  if (agent.controller !== 'operations') throw new Error('no program');
  const { backoff, deadlineMs, total = null, retryOn = null, retryAfter = null } = policy;
  const { growth } = backoff;
  if (growth.kind !== 'exponential') throw new Error('not the backoff that this knows');
  const listed = retryOn ?? ['network', 'timeout', '429', '5xx', 'crash', 'circuit-open'];
  const abortAt = client?.abort?.atMs ?? Infinity;
  const effects: Effect[] = [];
  const starts: number[] = [];
  const sentOf = new Map<string, number>();

  /** Sends once. Patience ends at `until`. */
  const send = ({ id, intent }: (typeof agent.operations)[number], now: number, until: number): Seen => {
    starts.push(now);
    const count = (sentOf.get(id) ?? 0) + 1;
    sentOf.set(id, count);
    const rule = faults.find(({ operation, requests, during }) => {
      const counted = operation === undefined ? starts.length : operation === id ? count : 0;
      const inWindow = during === undefined || (now >= during.fromMs && now < during.toMs);
      return counted >= requests.from && counted <= (requests.to ?? Infinity) && inWindow;
    });
    const fault = rule?.fault;
    const [answerMs, landsMs] = timesOf(fault, latency);

    let refusal: readonly string[] | null = null;
    if (landsMs !== null) {
      const ownKey = key?.scope === 'operation' ? intent : null;
      const ttlMs = gateway.dedupe?.ttlMs ?? Infinity;
      const known = effects.findLast((effect) => ownKey !== null && effect.key === ownKey && now - effect.sentAt < ttlMs);
      if (gateway.dedupe === undefined || gateway.dedupe === null || known === undefined) {
        effects.push({ key: ownKey, intent, sentAt: now, landsAt: now + landsMs });
      } else if (known.landsAt > now && gateway.dedupe.inFlight === '409') refusal = ['409-inflight', '409', '4xx'];
    }
    if (answerMs === null || now + answerMs > until) return { what: 'timeout', at: until };
    const at = now + answerMs;
    const classes = classesOf(fault) ?? refusal;
    if (classes === null) return { what: 'ok', at };
    const header = fault?.kind === 'http' ? fault.headers?.retryAfter : undefined;
    return { what: { classes, retryAfterS: header === undefined ? null : Number(header) }, at };
  };

  /** One operation: its end, and when. */
  const carryOut = (operation: (typeof agent.operations)[number], start: number): { outcome: LaneResult['outcome']; at: number } => {
    let now = start;
    for (let retry = 1; ; retry += 1) {
      if (now >= abortAt) return { outcome: 'aborted', at: now };
      const overallEnd = total === null ? Infinity : start + total.deadlineMs;
      const patience = Math.min(now + (deadlineMs ?? Infinity), overallEnd, abortAt);
      const seen = send(operation, now, patience);
      if (seen.at === Infinity) return { outcome: 'never-ends', at: now };
      now = seen.at;
      if (seen.what === 'timeout' && now === abortAt) return { outcome: 'aborted', at: now };
      if (seen.what === 'ok') return { outcome: now >= abortAt ? 'aborted' : 'ok', at: now };
      const unknown = client?.timeoutIsUnknown === true;
      const silent = seen.what === 'timeout';
      const silence = unknown ? 'unknown' : 'gave-up';
      const lastWord = now >= abortAt ? 'aborted' : null;
      if (silent && now >= overallEnd) return { outcome: lastWord ?? silence, at: now };
      const classes = seen.what === 'timeout' ? ['timeout'] : seen.what.classes;
      if (!classes.some((one) => listed.includes(one))) {
        // Without a connection nothing left; a 503 says that nothing was done.
        const ambiguous = !['connect', '503'].some((one) => classes.includes(one)) && ['network', '5xx', 'crash'].some((one) => classes.includes(one));
        const end = silent ? silence : ambiguous ? 'unknown' : classes.includes('429') ? 'gave-up' : 'rejected';
        return { outcome: lastWord ?? end, at: now };
      }
      const exhausted: { outcome: LaneResult['outcome']; at: number } = { outcome: lastWord ?? (silent ? silence : 'gave-up'), at: now };
      if (policy.maxRetries !== null && retry > policy.maxRetries) return exhausted;
      let grown = growth.initialMs;
      for (let power = 1; power < retry; power += 1) grown *= growth.factor;
      const own = Math.min(grown, backoff.capMs ?? Infinity);
      const askedS = seen.what === 'timeout' || retryAfter === null ? null : seen.what.retryAfterS;
      const wait = askedS === null ? own : retryAfter?.use === 'floor' ? Math.max(own, askedS * 1_000) : askedS * 1_000;
      if (now + wait >= overallEnd) return exhausted;
      if (abortAt >= now && abortAt < now + wait) return { outcome: 'aborted', at: abortAt };
      now += wait;
    }
  };

  let now = 0;
  let last: { outcome: LaneResult['outcome']; at: number } = { outcome: 'ok', at: 0 };
  for (const operation of agent.operations) {
    last = carryOut(operation, Math.max(now, operation.atMs));
    if (last.outcome === 'ok' && !effects.some(({ intent }) => intent === operation.intent)) last = { ...last, outcome: 'false-success' };
    if (last.outcome === 'never-ends') break;
    now = last.at;
  }
  return { startsMs: starts, endMs: last.outcome === 'never-ends' ? null : last.at, ledger: effects.length, outcome: last.outcome };
}

type Fault = Scenario['faults'][number]['fault'];

/** From sending to the answer, and to the effect; null: it never comes. */
function timesOf(fault: Fault | undefined, { refundMs, postingMs, latePostingMs }: Scenario['latency']): [answerMs: number | null, landsMs: number | null] {
  const gapMs = refundMs - postingMs;
  if (fault === undefined) return [refundMs, postingMs];
  const answerMs = fault.kind === 'silence' ? null : fault.kind === 'slow' ? fault.latencyMs : 'latencyMs' in fault ? (fault.latencyMs ?? refundMs) : refundMs;
  const applied = 'applied' in fault ? fault.applied : undefined;
  if (applied === 'never') return [answerMs, null];
  if (applied === 'with-the-answer') return [answerMs, answerMs ?? postingMs];
  if (applied !== undefined) return [answerMs, applied.afterMs];
  if (fault.kind === 'silence') return [null, fault.which === 'request-lost' ? null : fault.which === 'late' ? latePostingMs : postingMs];
  if (fault.kind === 'slow') return [answerMs, answerMs === null ? null : Math.max(0, answerMs - gapMs)];
  return [answerMs, null];
}

function classesOf(fault: Fault | undefined): readonly string[] | null {
  if (fault?.kind === 'http') return fault.status === 429 ? ['429'] : [String(fault.status), fault.status >= 500 ? '5xx' : '4xx'];
  if (fault?.kind === 'network') return fault.phase === 'connect' ? ['connect', 'network'] : ['network'];
  return fault?.kind === 'crash' ? ['crash'] : null;
}
