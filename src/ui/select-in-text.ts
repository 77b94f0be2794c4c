/** Puts the selection of a field on a part of its text, and that part into view, which browsers leave to the caller. */
export function selectInText(field: HTMLTextAreaElement, offset: number, length: number, line: number): void {
  // In a low window the field may be out of sight itself.
  field.scrollIntoView({ block: 'center' });
  field.focus({ preventScroll: true });
  field.setSelectionRange(offset, offset + length);
  const lineHeight = Number.parseFloat(getComputedStyle(field).lineHeight);
  field.scrollTop = Math.max(0, (line - 1) * lineHeight - field.clientHeight / 3);
  field.scrollLeft = 0;
}
