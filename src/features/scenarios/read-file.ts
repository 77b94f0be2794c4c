import { LONGEST_TEXT } from '../../core/scenario-text.ts';

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-big' | 'not-text' | 'not-readable' };

/** Never rejects. What is too big to be a scenario is not read at all. */
export async function readFile(file: File): Promise<FileText> {
  if (file.size > LONGEST_TEXT) return { kind: 'too-big' };
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return { kind: 'not-readable' };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-8 allows it, and no text has it.
    return text.includes('\0') ? { kind: 'not-text' } : { kind: 'text', text };
  } catch {
    return { kind: 'not-text' };
  }
}
