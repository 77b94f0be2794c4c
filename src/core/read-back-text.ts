/** The answer to a write that nobody heard of, and that the gateway's records show. */
const FOUND = 'found by reading back: ';

export function readBackText(operation: string): string {
  return FOUND + operation;
}

export function isReadBackText(text: string): boolean {
  return text.startsWith(FOUND);
}
