import { mayHaveHappened } from './ambiguity.ts';
import type { BatchSetting, ClientSetting } from './client.ts';
import { givenIn, isListed, type Judgement } from './judgement.ts';
import type { ItemResults, ItemTally, Outcome } from './outcome.ts';

/** What the client knows of one item. */
interface Known {
  /** The last definite word. What was done stays done. */
  readonly word: 'none' | 'done' | 'failed' | 'not-attempted';
  /** Of a failure. */
  readonly symptoms: readonly string[];
  /** A request that held it ended in a way that says nothing. */
  readonly mayBeDone: boolean;
}

const NOTHING_HEARD: Known = { word: 'none', symptoms: [], mayBeDone: false };

/** A batch under way, as its client knows it. */
export class Batch {
  readonly #setting: BatchSetting;
  readonly #known: Map<number, Known>;
  #next: readonly number[];

  constructor(items: readonly number[], setting: BatchSetting) {
    this.#setting = setting;
    this.#known = new Map(items.map((item) => [item, NOTHING_HEARD]));
    this.#next = items;
  }

  /** The items of the next request. */
  get next(): readonly number[] {
    return this.#next;
  }

  /** What the request that held `next` came to. */
  heard(outcome: Outcome): void {
    switch (outcome.kind) {
      case 'ok': {
        const { items } = outcome;
        if (items === undefined || this.#setting.reads === 'status') this.#note(this.#next, { word: 'done' });
        else this.#noteEach(items);
        return;
      }
      case 'failed':
        if (mayHaveHappened(outcome.error.symptoms ?? [])) this.#note(this.#next, { mayBeDone: true });
        return;
      case 'unknown':
        this.#note(this.#next, { mayBeDone: true });
    }
  }

  /**
   * What the client makes of an answer with results in it: done where every item is, else by the same lists as any
   * failure. An item that was not attempted is asked for again.
   *
   * @param open an earlier request may have done what it held
   * @returns null where the items say nothing against the answer
   */
  judge(outcome: Outcome, retryOn: readonly string[], client: ClientSetting, open: boolean): Judgement | null {
    if (outcome.kind !== 'ok' || this.#setting.reads === 'status') return null;
    const undone = [...this.#known.values()].filter(({ word }) => word !== 'done');
    const [first] = undone;
    if (first === undefined) return null;
    const again = undone.find((known) => mayClear(known, retryOn));
    if (again !== undefined) return { category: 'transient', symptoms: again.symptoms, recovery: 'retry' };
    // One that may have happened all the same decides before a definite no, whichever comes first.
    const { symptoms } = undone.find((known) => mayHaveHappened(known.symptoms)) ?? first;
    return givenIn(outcome, symptoms, client, open);
  }

  /** The gateway's own records show every item. */
  foundWhole(): void {
    this.#note([...this.#known.keys()], { word: 'done' });
  }

  /** A retry comes, of a layer that goes by this list. */
  retries(retryOn: readonly string[]): void {
    if (this.#setting.resends === 'all') this.#next = [...this.#known.keys()];
    else this.#next = [...this.#known].flatMap(([item, known]) => (known.word !== 'done' && mayClear(known, retryOn) ? [item] : []));
  }

  get tally(): ItemTally {
    const all = [...this.#known.values()];
    const open = all.filter(({ word, mayBeDone }) => word !== 'done' && !mayBeDone);
    const failed = open.filter(({ word }) => word === 'failed').length;
    return {
      done: all.filter(({ word }) => word === 'done').length,
      failed,
      unknown: all.filter(({ word, mayBeDone }) => word !== 'done' && mayBeDone).length,
      open: open.length - failed,
    };
  }

  #noteEach({ done, failed, notAttempted }: ItemResults): void {
    this.#note(done, { word: 'done' });
    for (const { item, symptoms } of failed) {
      this.#note([item], { word: 'failed', symptoms, ...(mayHaveHappened(symptoms) ? { mayBeDone: true } : {}) });
    }
    this.#note(notAttempted, { word: 'not-attempted', symptoms: [] });
  }

  #note(items: readonly number[], change: Partial<Known>): void {
    for (const item of items) {
      const known = this.#known.get(item) ?? NOTHING_HEARD;
      this.#known.set(item, known.word === 'done' ? known : { ...known, ...change });
    }
  }
}

/** A failed item that the list names, and one that nobody has refused. */
function mayClear({ word, symptoms }: Known, retryOn: readonly string[]): boolean {
  return word !== 'failed' || isListed(symptoms, retryOn);
}
