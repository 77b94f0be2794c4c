/** How wide a text is without a page to measure it on. */
export type Face = 'serif' | 'sans' | 'sans-strong' | 'mono' | 'mono-strong';

/** The characters that the tables below have: ASCII from the space, and what the words of the page use beside it. */
const CHARACTERS = [...Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index)), '·', '–', '—', '‘', '’', '“', '”', '…', '×'];

// Advances in thousandths of an em, from the hmtx tables of @fontsource/ibm-plex-serif (500) and ibm-plex-sans (400, 600)
// 5.3.0, in the order of CHARACTERS. tests/poster/text-width.test.ts holds them against the files.
const SERIF = `232 292 444 671 593 919 726 249 336 336 506 600 272 396 272 392 600 600 600 600 600 600 600 600 600 600 292 293 600
  600 600 501 914 692 685 656 728 649 632 744 799 363 481 735 606 882 784 736 650 736 699 605 677 750 677 993 694 655 644 309
  392 309 600 563 600 553 609 524 619 547 360 560 635 323 311 597 310 958 648 572 622 610 464 497 361 631 549 817 574 550 511
  349 332 349 600 334 589 785 272 272 489 489 816 600`;
const SANS = `236 284 419 713 598 927 694 242 335 335 450 600 272 399 272 383 600 600 600 600 600 600 600 600 600 600 292 292 600
  600 600 477 891 641 653 621 671 583 559 695 707 400 510 634 501 812 707 708 606 708 640 581 572 678 609 891 613 593 580 317
  383 317 600 565 600 534 580 503 580 549 324 528 568 250 250 527 272 873 568 560 580 580 367 487 351 568 492 768 507 499 464
  343 314 343 600 326 588 780 273 273 475 474 803 600`;
const SANS_STRONG = `236 309 471 656 600 960 713 260 337 337 556 600 299 402 299 437 600 600 600 600 600 600 600 600 600 600 319
  319 600 600 600 493 899 672 663 642 689 600 577 712 719 423 545 678 521 817 719 712 641 712 664 611 580 689 638 949 655 632
  599 329 437 329 600 559 600 559 600 513 600 558 350 545 588 275 275 562 294 888 588 563 600 600 393 499 374 588 524 819 544
  524 502 363 376 363 600 349 588 780 292 292 517 517 869 600`;

function tableOf(advances: string): ReadonlyMap<string, number> {
  const numbers = advances.trim().split(/\s+/).map(Number);
  return new Map(CHARACTERS.map((character, index) => [character, (numbers[index] ?? 1_000) / 1_000]));
}

const sans = tableOf(SANS);
/** Every character of Plex Mono. */
const MONO = 0.6;

const TABLES: Readonly<Record<Face, ReadonlyMap<string, number> | null>> = {
  serif: tableOf(SERIF),
  sans,
  'sans-strong': tableOf(SANS_STRONG),
  mono: null,
  'mono-strong': null,
};

/** @returns in the unit of the size. Kerning is left out; a character that no table has counts as a whole em. */
export function textWidth(text: string, face: Face, size: number): number {
  const table = TABLES[face];
  let ems = 0;
  for (const character of text) ems += table === null && sans.has(character) ? MONO : ((table ?? sans).get(character) ?? 1);
  return ems * size;
}

/** Every character can be counted on: it is in the fonts that a poster is drawn with. */
export function isPlain(text: string): boolean {
  return Array.from(text).every((character) => sans.has(character));
}

/** The text, or as much of its beginning as fits, with an ellipsis. */
export function clipped(text: string, face: Face, size: number, width: number): string {
  if (textWidth(text, face, size) <= width) return text;
  const characters = Array.from(text);
  while (characters.length > 0 && textWidth(`${characters.join('')}…`, face, size) > width) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/** Lines that fit, of whole words where they do; what is beyond the last line ends in an ellipsis. */
export function wrapped(text: string, face: Face, size: number, width: number, atMost: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).flatMap((each) => pieces(each, face, size, width))) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, face, size) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= atMost) return lines;
  const kept = lines.slice(0, atMost);
  const last = kept.pop() ?? '';
  return [...kept, clipped(`${last} ${lines[atMost] ?? ''}`, face, size, width)];
}

/** A word that is wider than its line is broken where it has to be. */
function pieces(word: string, face: Face, size: number, width: number): string[] {
  const found: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && textWidth(piece + character, face, size) > width) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return piece === '' ? found : [...found, piece];
}
