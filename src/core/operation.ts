import type { Effect } from './outcome.ts';
import type { Pages } from './pages.ts';

/** One call of a program without a model: an intended effect, and when it is asked for. */
export interface Operation {
  readonly id: string;
  /** Not before; it also waits for the operation before it. */
  readonly atMs: number;
  /** Equal intents are the same wish, asked for again. */
  readonly intent: string;
  readonly effect: Effect;
  /** What it moves; 0 where no money is in it. Negative: it gives back. */
  readonly amountMinor: number;
  /** How many things one request makes. */
  readonly units: number;
  /** What several intents may share, and a key that is too coarse is made from. */
  readonly subject: string;
  readonly body: string;
  readonly endpoint: string;
  readonly tenant: string;
  /** A read whose result comes in pages; absent: in one answer. */
  readonly pages?: Pages;
  /** A batch: so many items in one request, each with a result, a key and an amount of its own; absent: it is no batch. */
  readonly items?: number;
}

/** A queue that hands an operation out again until somebody has acknowledged it. Deliveries may overlap: each has a worker of its own. */
export interface Redelivery {
  /** Counted from the first delivery. */
  readonly againAtMs: readonly number[];
  /** An acknowledgement later than this after its delivery is not heard; null: it always is. */
  readonly ackWithinMs: number | null;
  /** A worker keeps its lease while it works. */
  readonly renews: boolean;
  /** It acknowledges before the work: what it does not finish then is lost. */
  readonly ackFirst: boolean;
}

/** The name of a delivery's call. No operation can have it, since a colon is not allowed in theirs. */
export function deliveryCall(operation: string, delivery: number): string {
  return delivery === 1 ? operation : `${operation}:${delivery}`;
}

/** The name of the call that asks for one page, counted from 1. */
export function pageCall(call: string, page: number): string {
  return `${call}:page-${page}`;
}

/** The call that asked for a page, and which page; of any other call itself, and null. */
export function partsOfCall(call: string): { readonly whole: string; readonly page: number | null } {
  const [, whole = call, page] = /^(.*):page-(\d+)$/.exec(call) ?? [];
  return { whole, page: page === undefined ? null : Number(page) };
}

/** What is wished for, item by item, as names that are compared and never read: a key and the ledger know it by them. */
export function wishesOf(intent: string, items: readonly number[] | undefined): readonly string[] {
  return items === undefined ? [intent] : items.map((item) => `${intent}\u0000${item}`);
}

/** The items of a batch, from 1. */
export function itemsOf({ items }: { readonly items?: number | undefined }): readonly number[] | undefined {
  return items === undefined ? undefined : Array.from({ length: items }, (_, index) => index + 1);
}

export function operationOf(call: string): string {
  return call.split(':')[0] ?? call;
}

/** The tool that stands for whatever a program calls. */
export const OPERATION_TOOL = 'request';
