import type { Scenario } from '../../src/core/scenario.ts';
import type { LaneResult } from '../../src/core/lane-result.ts';

/**
 * One lane of a program over again, as plainly as it can be said: written from SPEC.md and from the description of the
 * reports' format, with nothing of the engine but its types. It knows one layer, exponential backoff without jitter,
 * Retry-After in seconds, a total deadline, faults by count, by page and by window, keys that expire, a stop by the user,
 * reads in pages and batches.
 */

/** Without a connection nothing left; a 503 says that nothing was done. */
function isAmbiguous(classes: readonly string[]): boolean {
  return !['connect', '503'].some((one) => classes.includes(one)) && ['network', '5xx', 'crash'].some((one) => classes.includes(one));
}

const PASSED_OVER: readonly string[] = [];

export type Told = Pick<LaneResult, 'startsMs' | 'endMs' | 'ledger' | 'outcome'>;

/** What the caller sees of one attempt: an answer or an error at a time, or nothing in time. */
interface Seen {
  readonly what: 'ok' | 'timeout' | { readonly classes: readonly string[]; readonly retryAfterS: number | null };
  readonly at: number;
  /** Of a page: how many items are on it. */
  readonly got: number;
  /** Of a batch: those that failed, with their classes, and those that were passed over. The others are done. */
  readonly failed: ReadonlyMap<number, readonly string[]>;
  readonly skipped: readonly number[];
}

type Operation = Extract<Scenario['agent'], { controller: 'operations' }>['operations'][number];

/** What is asked for in one call: a page, the items of a batch that are still to be sent, or neither. */
interface Asked {
  readonly operation: Operation;
  readonly page: number | null;
  items: number[];
}

interface Over {
  readonly outcome: LaneResult['outcome'];
  readonly at: number;
  readonly got: number;
  readonly attempts: number;
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
  const requestsSent: { readonly id: string; readonly page: number | null }[] = [];

  /** Sends once. Patience ends at `until`. */
  const send = ({ operation: { id, intent, effect, pages, items: size }, page, items }: Asked, now: number, until: number): Seen => {
    starts.push(now);
    requestsSent.push({ id, page });
    const rule = faults.find(({ operation, page: ofPage, requests, during }) => {
      if ((operation !== undefined && operation !== id) || (ofPage !== undefined && ofPage !== page)) return false;
      const counted = requestsSent.filter((one) => (operation === undefined || one.id === id) && (ofPage === undefined || one.page === page)).length;
      const inWindow = during === undefined || (now >= during.fromMs && now < during.toMs);
      return counted >= requests.from && counted <= (requests.to ?? Infinity) && inWindow;
    });
    const fault = rule?.fault;
    const [answerMs, writeLandsMs] = timesOf(fault, effect === 'read' ? { ...latency, refundMs: latency.readMs } : latency);
    const landsMs = effect === 'read' ? null : writeLandsMs;

    let refusal: readonly string[] | null = null;
    const failed = new Map<number, readonly string[]>();
    const skipped: number[] = [];
    for (const item of size === undefined ? [0] : items) {
      if (fault?.kind === 'items' && size !== undefined) {
        const refused = fault.failed.find((one) => one.item === item);
        if (fault.ordered === true && failed.size > 0) {
          skipped.push(item);
          continue;
        }
        if (refused !== undefined) {
          failed.set(item, statusClasses(refused.status));
          continue;
        }
      }
      if (landsMs === null) continue;
      const wish = size === undefined ? intent : `${intent} ${item}`;
      const ownKey = key?.scope === 'operation' ? wish : null;
      const ttlMs = gateway.dedupe?.ttlMs ?? Infinity;
      const known = effects.findLast((effect) => ownKey !== null && effect.key === ownKey && now - effect.sentAt < ttlMs);
      if (gateway.dedupe === undefined || gateway.dedupe === null || known === undefined) {
        effects.push({ key: ownKey, intent: wish, sentAt: now, landsAt: now + landsMs });
      } else if (known.landsAt > now && gateway.dedupe.inFlight === '409') {
        if (size === undefined) refusal = ['409-inflight', '409', '4xx'];
        else failed.set(item, ['409-inflight', '409', '4xx']);
      }
    }
    const onPage = pages === undefined || page === null ? 0 : Math.min(pages.size, pages.items - (page - 1) * pages.size);
    const seen = { got: fault?.kind === 'partial' ? Math.min(fault.returned, onPage) : onPage, failed, skipped };
    if (answerMs === null || now + answerMs > until) return { ...seen, what: 'timeout', at: until };
    const at = now + answerMs;
    const classes = classesOf(fault) ?? refusal;
    if (classes === null) return { ...seen, what: 'ok', at };
    const header = fault?.kind === 'http' ? fault.headers?.retryAfter : undefined;
    return { ...seen, what: { classes, retryAfterS: header === undefined ? null : Number(header) }, at };
  };

  /** One call: its end, and when. */
  const call = (operation: Operation, page: number | null, start: number): Over => {
    let now = start;
    let got = 0;
    let attempts = 0;
    const all = Array.from({ length: operation.items ?? 0 }, (_, index) => index + 1);
    const asked: Asked = { operation, page, items: all };
    const done = new Set<number>();
    const failures = new Map<number, readonly string[]>();
    /** Items that nobody knows of; what is no batch is item 0. */
    const doubts = new Set<number>();
    const over = (outcome: LaneResult['outcome'], at: number): Over => ({ outcome, at, got, attempts });
    const isListed = (classes: readonly string[]): boolean => classes.some((one) => listed.includes(one));
    for (let retry = 1; ; retry += 1) {
      if (now >= abortAt) return over('aborted', now);
      const overallEnd = total === null ? Infinity : start + total.deadlineMs;
      const patience = Math.min(now + (deadlineMs ?? Infinity), overallEnd, abortAt);
      const seen = send(asked, now, patience);
      attempts += 1;
      if (seen.at === Infinity) return over('never-ends', now);
      now = seen.at;
      if (seen.what === 'timeout' && now === abortAt) return over('aborted', now);
      let ofItem: readonly string[] | null = null;
      if (seen.what === 'ok') {
        got = seen.got;
        const tellsAll = client?.batch?.reads === 'status';
        for (const item of asked.items) {
          const classes = tellsAll ? undefined : seen.failed.get(item);
          if (classes !== undefined && !done.has(item)) failures.set(item, classes);
          else if (tellsAll || !seen.skipped.includes(item)) done.add(item);
          else failures.delete(item);
        }
        const open = all.filter((item) => !done.has(item));
        const again = open.filter((item) => !failures.has(item) || isListed(failures.get(item) ?? []));
        if (open.length === 0) return over(now >= abortAt ? 'aborted' : 'ok', now);
        const doubtful = open.find((item) => isAmbiguous(failures.get(item) ?? []));
        ofItem = failures.get(again[0] ?? doubtful ?? open[0] ?? 0) ?? PASSED_OVER;
      }
      const unknown = client?.timeoutIsUnknown === true;
      const silent = seen.what === 'timeout';
      for (const item of operation.effect === 'read' ? [] : operation.items === undefined ? [0] : asked.items) {
        const ofRequest = typeof seen.what === 'object' ? seen.what.classes : (seen.failed.get(item) ?? []);
        if (silent || isAmbiguous(ofRequest)) doubts.add(item);
      }
      const inDoubt = unknown && [...doubts].some((item) => !done.has(item));
      const silence = unknown ? 'unknown' : 'gave-up';
      const lastWord = now >= abortAt ? 'aborted' : null;
      if (silent && now >= overallEnd) return over(lastWord ?? silence, now);
      const classes = seen.what === 'timeout' ? ['timeout'] : seen.what === 'ok' ? (ofItem ?? []) : seen.what.classes;
      // Nobody has refused an item that was passed over: it is sent again, whatever is listed.
      if (ofItem !== PASSED_OVER && !classes.some((one) => listed.includes(one))) {
        const end = silent ? silence : inDoubt || isAmbiguous(classes) ? 'unknown' : classes.includes('429') ? 'gave-up' : 'rejected';
        return over(lastWord ?? end, now);
      }
      const exhausted = over(lastWord ?? (silent ? silence : inDoubt ? 'unknown' : 'gave-up'), now);
      if (policy.maxRetries !== null && retry > policy.maxRetries) return exhausted;
      let grown = growth.initialMs;
      for (let power = 1; power < retry; power += 1) grown *= growth.factor;
      const own = Math.min(grown, backoff.capMs ?? Infinity);
      const askedS = typeof seen.what === 'string' || retryAfter === null ? null : seen.what.retryAfterS;
      const wait = askedS === null ? own : retryAfter?.use === 'floor' ? Math.max(own, askedS * 1_000) : askedS * 1_000;
      if (now + wait >= overallEnd) return exhausted;
      if (abortAt >= now && abortAt < now + wait) return over('aborted', abortAt);
      now += wait;
      asked.items = client?.batch?.resends === 'all' ? all : all.filter((item) => !done.has(item) && (!failures.has(item) || isListed(failures.get(item) ?? [])));
    }
  };

  /** One operation: all its pages, where it has any. */
  const carryOut = (operation: Operation, start: number): { outcome: LaneResult['outcome']; at: number } => {
    const { pages } = operation;
    if (pages === undefined) {
      const { outcome, at } = call(operation, null, start);
      const wishes = operation.items === undefined ? [operation.intent] : Array.from({ length: operation.items }, (_, index) => `${operation.intent} ${index + 1}`);
      const isThere = wishes.every((wish) => effects.some(({ intent }) => intent === wish));
      return { outcome: outcome === 'ok' && !isThere ? 'false-success' : outcome, at };
    }
    const { follows = 'cursor', maxPages = null, maxAttempts = null, totalMs = null, incomplete = 'told' } = client?.paging ?? {};
    const count = Math.max(1, Math.ceil(pages.items / pages.size));
    const careless = incomplete === 'ignored';
    const truth = (items: number): LaneResult['outcome'] => (items === pages.items ? 'ok' : 'false-success');
    let items = 0;
    let attempts = 0;
    let now = start;
    for (let page = 1; ; page += 1) {
      const over = call(operation, page, now);
      now = over.at;
      attempts += over.attempts;
      if (over.outcome !== 'ok') {
        const hidden = careless && over.outcome !== 'aborted' && over.outcome !== 'never-ends';
        return { outcome: hidden ? truth(items) : over.outcome, at: now };
      }
      items += over.got;
      const hasCursor = page < count && !(follows === 'non-empty-cursor' && pages.emptyCursor && page === 1);
      const spent = page >= (maxPages ?? Infinity) || attempts >= (maxAttempts ?? Infinity) || now - start >= (totalMs ?? Infinity);
      if (hasCursor && follows !== 'nothing' && !spent) continue;
      const looksWhole = !hasCursor && (!pages.tellsTotal || items >= pages.items);
      return { outcome: careless || looksWhole ? truth(items) : 'incomplete', at: now };
    }
  };

  let now = 0;
  let last: { outcome: LaneResult['outcome']; at: number } = { outcome: 'ok', at: 0 };
  for (const operation of agent.operations) {
    last = carryOut(operation, Math.max(now, operation.atMs));
    if (last.outcome === 'never-ends') break;
    now = last.at;
  }
  return { startsMs: starts, endMs: last.outcome === 'never-ends' ? null : last.at, ledger: effects.length, outcome: last.outcome };
}

type Fault = Scenario['faults'][number]['fault'];

/** From sending to the answer, and to the effect; null: it never comes. */
function timesOf(fault: Fault | undefined, { refundMs, postingMs, latePostingMs }: Scenario['latency']): [answerMs: number | null, landsMs: number | null] {
  const gapMs = refundMs - postingMs;
  if (fault === undefined || (fault.kind === 'items' && fault.latencyMs === undefined)) return [refundMs, postingMs];
  const answerMs = fault.kind === 'silence' ? null : fault.kind === 'slow' ? fault.latencyMs : 'latencyMs' in fault ? (fault.latencyMs ?? refundMs) : refundMs;
  const applied = 'applied' in fault ? fault.applied : undefined;
  if (applied === 'never') return [answerMs, null];
  if (applied === 'with-the-answer') return [answerMs, answerMs ?? postingMs];
  if (applied !== undefined) return [answerMs, applied.afterMs];
  if (fault.kind === 'silence') return [null, fault.which === 'request-lost' ? null : fault.which === 'late' ? latePostingMs : postingMs];
  if (fault.kind === 'slow' || fault.kind === 'items') return [answerMs, answerMs === null ? null : Math.max(0, answerMs - gapMs)];
  return [answerMs, null];
}

function classesOf(fault: Fault | undefined): readonly string[] | null {
  if (fault?.kind === 'http') return statusClasses(fault.status);
  if (fault?.kind === 'network') return fault.phase === 'connect' ? ['connect', 'network'] : ['network'];
  return fault?.kind === 'crash' ? ['crash'] : null;
}

function statusClasses(status: number): readonly string[] {
  return status === 429 ? ['429'] : [String(status), status >= 500 ? '5xx' : '4xx'];
}
