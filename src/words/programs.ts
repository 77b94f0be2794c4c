import type { BreakerPhase, Gates } from '../core/gate-phases.ts';
import type { Harm } from '../core/harm.ts';
import type { LaneNumbers } from '../core/incident-entry.ts';
import type { LaneOutcome } from '../core/lane-result.ts';
import { formatMoney } from '../core/money.ts';
import { extentText, itemsText, tallyText } from '../core/item-text.ts';
import { OPERATION_TOOL, partsOfCall } from '../core/operation.ts';
import type { Disposition, ToolOutcome } from '../core/outcome.ts';
import type { ProgramEntry } from '../core/program-entries.ts';
import type { ProgramFinding } from '../core/program-finding.ts';
import type { ProgramState, ProgramVerdict } from '../core/program-state.ts';
import type { Scenario } from '../core/scenario.ts';
import type { PageEvent } from '../core/trace.ts';
import { counted, sentenceStart, uncapitalised, type Piece } from './counting.ts';
import { duration } from './durations.ts';

/** The words of runs without a model: what was asked for, what was done, what the caller was told. */

const usd = (minor: number): string => formatMoney(minor, 'USD');

/** Thousands apart, as amounts of that size are read: `15,000`. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

function entries(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'entry' : 'entries'}`;
}

const told: Record<LaneOutcome, string> = {
  ok: 'ok',
  'false-success': 'ok',
  'gave-up': 'gave up',
  rejected: 'rejected',
  unknown: 'outcome unknown',
  crashed: 'nothing, it crashed',
  aborted: 'stopped by the user',
  parked: 'parked',
  'handed-off': 'handed to a person',
  'fed-back': 'failed, fed back',
  incomplete: 'incomplete',
  'never-ends': 'nothing, it never ends',
};

const ended: Record<Disposition, string> = {
  succeeded: 'ok',
  recovered: 'ok',
  'fed-back': 'fed back',
  'gave-up': 'gave up',
  rejected: 'rejected',
  unknown: 'unknown',
  crashed: 'crashed',
  aborted: 'stopped',
  parked: 'parked',
  'handed-off': 'handed over',
  incomplete: 'incomplete',
  'never-ends': 'never ends',
};

/** Before what is said of a call: a lone operation needs no name, and a page has its number. */
function callName(call: string): string {
  const { whole, page } = partsOfCall(call);
  const parts = [...(whole === OPERATION_TOOL ? [] : [whole]), ...(page === null ? [] : [`page ${page}`])];
  return parts.length === 0 ? '' : `${parts.join(', ')} `;
}

/** What has been read when a page is there. */
function page({ itemsSoFar, total, cursor }: PageEvent): string {
  const soFar = total === null ? counted(itemsSoFar, 'item') : `${grouped(itemsSoFar)} of ${counted(total, 'item')}`;
  return `${soFar} so far, ${cursor === null ? 'and no next page' : 'and a next page'}`;
}

/** After how a call ended: what its caller is told that it has. */
function howMuch({ extent, tally }: Pick<ToolOutcome, 'extent' | 'tally'>): string {
  if (extent !== undefined) return `, ${extentText(extent)}`;
  return tally === undefined ? '' : `, ${tallyText(tally)}`;
}

/** What a lane is called within a sentence. */
function label(id: string): string {
  if (id === 'reported') return 'Reported';
  if (id === 'right') return 'Done right';
  return sentenceStart(id.replaceAll('-', ' '));
}

/** What was really done, at the end of a sentence. */
function truth(state: ProgramState): string {
  if (state.onlyReads) return state.read === null ? readTruth(state.told) : `${grouped(state.read.items)} of ${counted(state.read.of, 'item')}`;
  return [done(state), ...notes(state)].join(', ');
}

/** What counts do not say. */
function notes({ entries: all }: ProgramState): readonly string[] {
  const spoiled = all.filter(({ posting }) => posting.spoiled === true).length;
  const deleted = all.filter((entry) => entry.deleted).length;
  return [...(spoiled > 0 ? ['not as it was meant'] : []), ...(deleted > 0 ? [deleted === all.length ? 'deleted since' : `${deleted} of them deleted since`] : [])];
}

function readTruth(word: LaneOutcome | null): string {
  switch (word) {
    case 'ok':
      return 'the answer was good';
    case 'false-success':
      return 'the answer held an error';
    case 'gave-up':
    case 'rejected':
    case 'unknown':
    case 'crashed':
    case 'aborted':
    case 'parked':
    case 'handed-off':
    case 'fed-back':
    case 'incomplete':
    case 'never-ends':
    case null:
      return 'no good answer';
  }
}

function done({ hasMoney, isNet, totalMinor, units, entries: { length }, inFlight }: ProgramState): string {
  const late = inFlight > 0 ? `, ${counted(inFlight, 'request')} still under way` : '';
  if (units === 0) return `${hasMoney ? 'nothing moved' : 'nothing done'}${late}`;
  if (hasMoney) return `${usd(totalMinor)} moved${isNet ? ' in sum' : ''}${length > 1 ? ` in ${length} entries` : ''}${late}`;
  return `${entries(units)}${late}`;
}

/** What was done beside what was asked for, in the words of a headline. */
function doneBesideAsked(state: ProgramState): string {
  const { hasMoney, totalMinor, expectedMinor, expectedUnits, units, surplus, missing, entries: all } = state;
  const asAsked = surplus === 0 && missing === 0;
  // Counts alone would say that all is well.
  if (all.some(({ posting, deleted }) => deleted || posting.spoiled === true)) return truth(state);
  if (asAsked && units > 0) {
    if (hasMoney) return `${usd(totalMinor)}, ${all.length === 1 ? 'once' : 'as asked for'}`;
    return expectedUnits === 1 && all.length === 1 ? 'done once' : `${truth(state)}, as asked for`;
  }
  if (asAsked) return hasMoney ? 'nothing moved' : 'nothing done';
  if (expectedUnits === 0) return `${truth(state)} where nothing was wanted any more`;
  if (hasMoney) return `${units === 0 ? 'nothing' : usd(totalMinor)} moved where ${usd(expectedMinor)} was asked for`;
  if (units === 0) return 'nothing done';
  return `${truth(state)} where ${grouped(expectedUnits)} ${expectedUnits === 1 ? 'was' : 'were'} asked for`;
}

/** The sentence about a run: what was done, and beside it what differs. */
function headline(findings: readonly ProgramFinding[]): readonly Piece[] {
  return findings.flatMap((finding, index): readonly Piece[] => {
    const other = findings[index === 0 ? 1 : 0];
    const before = findings.length === 1 ? '' : `${index === 0 ? '' : ' '}${label(finding.lane)}: `;
    const clauses = [
      ...attemptClauses(finding, other, index === 0),
      ...doneClauses(finding),
    ];
    const pieces: Piece[] = clauses.flatMap((clause, at): readonly Piece[] => (at === 0 ? [clause] : [{ text: ', ' }, clause]));
    return [{ text: before }, ...pieces, ...toldClause(finding, other, index === 0), { text: '.' }];
  });
}

function attemptClauses({ state, told: word }: ProgramFinding, other: ProgramFinding | undefined, first: boolean): readonly Piece[] {
  const sameTime = other !== undefined && other.state.endMs === state.endMs;
  const same = sameTime && other.state.attempts === state.attempts;
  if (same && !first) return [];
  const attempts = counted(state.attempts, 'attempt');
  if (sameTime || word === 'never-ends') return [{ text: attempts }];
  return [{ text: `${attempts} ${within(state.endMs)}` }];
}

function within(endMs: number | null): string {
  if (endMs === null) return 'without an end';
  return endMs === 0 ? 'at once' : `in ${duration(endMs)}`;
}

function doneClauses({ state, gravity }: ProgramFinding): readonly Piece[] {
  return state.onlyReads ? [] : [{ text: doneBesideAsked(state), gravity }];
}

function toldClause({ state, told: word, gravity }: ProgramFinding, other: ProgramFinding | undefined, first: boolean): readonly Piece[] {
  const whom = first ? ', its caller told' : ', told';
  if (word === 'false-success') {
    const but = state.read === null ? truth(state) : `it had ${truth(state)}`;
    return [{ text: `${whom} “ok”${state.onlyReads ? ' though ' : ''}` }, ...(state.onlyReads ? [{ text: but, gravity } as const] : [])];
  }
  if (other?.told === word && !state.onlyReads) return [];
  if (word === 'never-ends') return [{ text: ', and it ' }, { text: 'never ends', gravity }];
  if (word === 'crashed') return [{ text: ', and it ' }, { text: 'crashed', gravity }];
  return [{ text: `${whom} “${told[word]}”` }];
}

function verdict(of: ProgramVerdict): string {
  switch (of.kind) {
    case 'open':
      return 'not over yet';
    case 'in-flight':
      return 'not settled: a request is still under way';
    case 'settled':
      switch (of.truth) {
        case 'more':
          return 'more than was asked for';
        case 'only-read':
          return verdictOfRead(of.told);
        case 'as-asked':
          return verdictAsAsked(of.told);
        case 'less':
          return of.told === 'false-success' ? 'told ok, and it is not so' : of.told === 'ok' ? 'less than was asked for' : verdictOfLess(of.told);
      }
  }
}

function verdictOfRead(word: LaneOutcome): string {
  if (word === 'false-success') return 'told ok, and it is not so';
  if (word === 'incomplete') return 'a part of it, and told so';
  return word === 'ok' ? 'a good answer' : 'no good answer';
}

function verdictAsAsked(word: LaneOutcome): string {
  switch (word) {
    case 'ok':
    case 'false-success':
      return 'as asked for, and told so';
    case 'aborted':
      return 'stopped in time';
    case 'crashed':
      return 'done, and the caller crashed';
    case 'never-ends':
      return 'done, and the caller waits for ever';
    case 'gave-up':
    case 'rejected':
    case 'fed-back':
      return 'done, though told it failed';
    case 'unknown':
    case 'parked':
    case 'handed-off':
    case 'incomplete':
      return 'done, not yet known';
  }
}

function verdictOfLess(word: Exclude<LaneOutcome, 'ok' | 'false-success'>): string {
  switch (word) {
    case 'aborted':
      return 'stopped before it was done';
    case 'crashed':
      return 'not done, and the caller crashed';
    case 'never-ends':
      return 'not done, and the caller waits for ever';
    case 'gave-up':
    case 'rejected':
    case 'fed-back':
      return 'not done, and told so';
    case 'unknown':
    case 'parked':
    case 'handed-off':
    case 'incomplete':
      return 'not done, and left open';
  }
}

function ending({ told: word, endMs, resumesAt }: ProgramState): string {
  if (word === 'never-ends') return 'never';
  if (endMs === null) return 'not yet';
  return resumesAt === null ? moment(endMs) : `${moment(endMs)}, to go on at ${moment(resumesAt)}`;
}

const gateRows: Record<keyof Gates, string> = { breaker: 'Breaker', retryQuota: 'Retry quota' };

/** What a breaker is, from the longest to the shortest. */
function breaker(phase: BreakerPhase): readonly string[] {
  switch (phase.state) {
    case 'closed':
      return ['closed'];
    case 'open':
      return [`open: nothing is sent until ${moment(phase.until)}`, `open until ${moment(phase.until)}`, 'open'];
    case 'due':
      return ['open: the next request is a probe', 'open: a probe is next', 'probe next'];
    case 'half-open':
      return ['half-open: only probes are sent', 'half-open'];
  }
}

/** What the gates are at one moment. */
function gateFacts({ breaker: phase, retryQuota }: Gates): readonly { readonly name: string; readonly value: string }[] {
  return [
    ...(phase === null ? [] : [{ name: gateRows.breaker, value: phase.state === 'half-open' ? 'half-open' : (breaker(phase)[1] ?? breaker(phase)[0] ?? '') }]),
    ...(retryQuota === null ? [] : [{ name: gateRows.retryQuota, value: `${retryQuota.tokens} of ${retryQuota.capacity} left` }]),
  ];
}

/** A moment of the run, with its unit. */
function moment(ms: number): string {
  return ms === 0 ? '0 s' : duration(ms);
}

function entryNote({ posting, again, deleted }: ProgramEntry): string {
  const notes = [
    ...(again ? ['again'] : []),
    ...(posting.items === undefined ? [] : [itemsText(posting.items)]),
    ...(posting.abandoned ? ['after the caller stopped waiting'] : []),
    ...(posting.spoiled === true ? ['not as it was meant'] : []),
    ...(deleted ? ['deleted since'] : []),
  ];
  return notes.join(', ');
}

const harms: Record<Harm, string> = {
  'more-than-asked': 'Done more often than asked',
  'said-done': 'Said done, was not',
  'called-failed': 'Done, but called a failure',
  'gave-up': 'Gave up on what could be done',
  crashed: 'Crashed the caller',
  'never-ends': 'Never ended',
  'too-often': 'Asked too often',
  'too-long': 'Waited too long',
  'too-soon': 'Waited too little',
};

type Basis = NonNullable<Scenario['incident']>['basis'];

const bases: Record<Basis, { readonly name: string; readonly what: string }> = {
  reported: { name: 'reported', what: 'The report gives the policy and the numbers.' },
  'partly-reported': { name: 'partly reported', what: 'The report gives some of the numbers; the others were chosen to fit it.' },
  reconstructed: { name: 'reconstructed', what: 'The report tells what went wrong; the policy and the numbers were chosen to show it.' },
};

/** A lane in a row of the list. */
function numbers({ attempts, endMs, units, totalMinor, hasMoney, onlyReads, told: word }: LaneNumbers): string {
  const result = onlyReads ? [] : [hasMoney ? usd(totalMinor) : units === 0 ? 'nothing done' : entries(units)];
  const end = endMs === null ? [] : [endMs === 0 ? 'at once' : duration(endMs)];
  return [counted(attempts, 'attempt'), ...end, ...result, said[word]].join(' · ');
}

const said: Record<LaneOutcome, string> = { ...told, 'false-success': '“ok”, which is not so', crashed: 'crashed', 'never-ends': 'never ends' };

export const programs = {
  laneLabel: label,
  laneChoice: { legend: 'Lanes', upper: 'Upper lane', lower: 'Lower lane' },
  notToScale: 'Not to scale: what happens at one moment is spread out.',
  traceNote: 'Told by one who can see the gateway. The caller cannot: it sees only its own row.',
  leftOut: 'What this model leaves out: a lane is one program that sends one request after the other, and no load makes its gateway slower.',
  headline,
  toldName: 'Told',
  told: ({ told: word, toldOf }: ProgramState): string => (word === null ? 'nothing yet' : `${told[word]}${howMuch(toldOf)}`),
  callName,
  page,
  howMuch,
  trueName: 'True',
  truth,
  attemptsName: 'Attempts',
  endName: 'Over at',
  ending,
  verdict,
  ledger: (name: string): string => `Ledger, ${name}`,
  entry: (operation: string): string => operation,
  entryNote,
  units: grouped,
  entries,
  total: (state: ProgramState): string => {
    if (state.hasMoney) return usd(state.totalMinor);
    return state.onlyReads ? (state.read === null ? '–' : `${grouped(state.read.items)} of ${grouped(state.read.of)}`) : grouped(state.units);
  },
  totalName: ({ hasMoney, onlyReads, read }: ProgramState): string => {
    if (hasMoney) return 'moved';
    return onlyReads ? (read === null ? 'a read: nothing is entered' : 'items read') : 'entries';
  },
  expectedName: 'expected',
  actualName: 'actual',
  expected: ({ hasMoney, expectedMinor, expectedUnits }: ProgramState): string => (hasMoney ? usd(expectedMinor) : entries(expectedUnits)),
  actual: (state: ProgramState): string => [state.hasMoney ? usd(state.totalMinor) : entries(state.units), ...notes(state)].join(', '),
  columns: { time: 'time, seconds', entry: 'entry', amount: 'amount, US dollars', units: 'entries' },
  noEntries: (over: boolean): string => (over ? 'no entry' : 'no entry yet'),
  picture: (name: string, state: ProgramState, gates: Gates): string =>
    [
      `${name}: ${counted(state.attempts, 'attempt')}`,
      `told: ${state.told === null ? 'nothing yet' : told[state.told]}`,
      `true: ${truth(state)}`,
      ...gateFacts(gates).map(({ name: gate, value }) => `${uncapitalised(gate)}: ${value}`),
    ].join('; '),
  gateRows,
  gateFacts,
  breaker,
  tokens: (left: number, capacity: number): readonly string[] => [`${left} of ${capacity} left`, `${left} left`, String(left)],
  tooFewTokens: (left: number): readonly string[] => [`${left} left: too little for a retry`, `${left}: too little`, String(left)],

  bar: {
    alike: (from: number, count: number, what: string): readonly string[] => [
      `attempts ${from} to ${from + count - 1} · ${what}`,
      `${count} attempts · ${what}`,
      `${count} attempts`,
      `${count}×`,
    ],
    one: (call: string, attempt: number, what: string, short: string): readonly string[] => [
      `${call} · attempt ${attempt} · ${what}`,
      `attempt ${attempt} · ${what}`,
      `${attempt} · ${what}`,
      `${attempt} · ${short}`,
      String(attempt),
    ],
    probe: (call: string, attempt: number, what: string, short: string): readonly string[] => [
      `${call} · attempt ${attempt}, a probe · ${what}`,
      `attempt ${attempt}, a probe · ${what}`,
      `probe · ${what}`,
      `probe · ${short}`,
      'probe',
      String(attempt),
    ],
    rejected: (call: string, attempt: number): readonly string[] => [
      `${call} · attempt ${attempt} · rejected by the breaker, not sent`,
      `attempt ${attempt} · rejected, not sent`,
      'rejected, not sent',
      'rejected',
      String(attempt),
    ],
    page: (page: number, pages: number, attempt: number, what: string, short: string): readonly string[] => [
      `page ${page} of ${pages} · attempt ${attempt} · ${what}`,
      `page ${page} of ${pages} · ${what}`,
      `${page} of ${pages} · ${short}`,
      `${page} of ${pages}`,
      `${page}/${pages}`,
    ],
    batch: (items: number, attempt: number, what: string, short: string): readonly string[] => [
      `attempt ${attempt} · ${counted(items, 'item')} · ${what}`,
      `${counted(items, 'item')} · ${what}`,
      ...(what === short ? [] : [`${counted(items, 'item')} · ${short}`]),
      `${attempt} · ${short}`,
      `${attempt}`,
    ],
    /** An answer whose items differ. */
    batchInPart: (attempt: number, what: string, done: number, all: number): readonly string[] => [
      `attempt ${attempt} · ${what}`,
      what,
      `${done} of ${all} items done`,
      `${done} of ${all} items`,
      `${done} of ${all}`,
      `${done}/${all}`,
    ],
    waiting: 'waiting for an answer',
    waitingForEver: 'waiting, without a deadline',
    silent: 'no answer in time',
    notSent: 'not sent',
    short: { waiting: '…', silent: 'no answer', notSent: 'not sent', ok: 'OK', failed: 'failed' },
  },
  endless: ['waits for ever: nothing ends it', 'never ends', '∞'] as readonly string[],
  ended: (disposition: Disposition): readonly string[] => {
    // Nobody is told of these.
    const untold = disposition === 'never-ends' || disposition === 'crashed';
    return untold ? [ended[disposition]] : [`told: ${ended[disposition]}`, ended[disposition]];
  },
  wait: (delayMs: number, asked: boolean, layer: string | null): readonly string[] => {
    const length = duration(delayMs);
    const whose = layer === null ? '' : ` · ${layer}`;
    return asked ? [`${length} as asked${whose}`, `${length} as asked`, length] : [`${length}${whose}`, length];
  },
  posted: (entry: ProgramEntry): readonly string[] => {
    const { amountMinor, units = 1, abandoned, spoiled = false } = entry.posting;
    const what = amountMinor !== 0 ? [usd(amountMinor)] : units === 1 ? [] : [grouped(units)];
    const how = [...(entry.again ? ['again'] : []), ...(abandoned ? ['late'] : []), ...(spoiled ? ['spoiled'] : []), ...(entry.deleted ? ['deleted since'] : [])];
    return [[...what, 'posted', ...how].join(' '), [...what, ...how].join(' ') || 'posted', how[0] ?? what[0] ?? 'posted'];
  },
  guardMoves: {
    claimed: (operation: string): readonly string[] => [`claims ${operation}`, 'claims'],
    released: (): readonly string[] => ['releases the claim', 'releases'],
    recorded: (): readonly string[] => ['records the effect', 'records'],
    hit: (): readonly string[] => ['recognised: not sent again', 'not sent again', 'known'],
  },

  incidents: {
    link: 'Incidents',
    heading: (count: number, more: number, saidDone: number): string =>
      `${count} public incidents, replayed: ${more} did more than was asked for, ${saidDone} said “done” of what was not.`,
    explanation: 'Each as it was reported, and as it should have gone. Every number is computed by the engine of this page.',
    filters: 'Filters',
    kind: 'Kind',
    basis: 'How much is reported',
    harm: 'What it did',
    search: 'Search',
    all: (count: number): string => `All (${count})`,
    option: (name: string, count: number): string => `${name} (${count})`,
    found: (count: number, of: number): string => (count === of ? `All ${of} incidents` : `${count} of ${of} incidents`),
    none: 'No incident is like that.',
    clear: 'Show all',
    group: (kind: string, count: number): string => `${kind} (${count})`,
    reported: 'Reported',
    right: 'Done right',
    numbers,
    source: 'Source',
    opensElsewhere: 'opens another site',
    what: 'What happened',
    why: 'Why',
    lesson: 'What to do instead',
    steps: 'Incidents',
    back: 'All incidents',
    previous: 'Previous',
    next: 'Next',
    /** After both, for those who hear them. */
    incident: 'incident',
    place: (index: number, count: number): string => `${index + 1} of ${count}`,
    loading: 'The incidents are loading.',
    notLoaded: 'The incidents could not be loaded. Is the network gone?',
  },
  harms,
  bases,
};
