import type { Gravity } from '../core/verdict.ts';

/** A piece of a sentence; one with a tone is underlined in it. */
export interface Piece {
  readonly text: string;
  readonly gravity?: Gravity;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A name within a sentence. */
export function uncapitalised(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Titles of scenarios and names of lanes are written in small letters. */
export function sentenceStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
