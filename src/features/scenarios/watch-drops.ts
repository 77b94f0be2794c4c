interface DropListener {
  /** Whether a file is held over the page. */
  readonly onDrag: (held: boolean) => void;
  readonly onDrop: (file: File) => void;
}

/** Takes a file that is dropped anywhere on the page, which the browser would otherwise leave for it. Returns how to stop. */
export function watchDrops({ onDrag, onDrop }: DropListener): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const over = (event: DragEvent): void => {
    if (!holdsFile(event)) return;
    event.preventDefault();
    onDrag(true);
  };
  window.addEventListener('dragenter', over, { signal });
  window.addEventListener('dragover', over, { signal });
  window.addEventListener(
    'dragleave',
    ({ relatedTarget }) => {
      // From one element to the next is no leaving.
      if (relatedTarget === null) onDrag(false);
    },
    { signal },
  );
  window.addEventListener(
    'drop',
    (event) => {
      onDrag(false);
      if (!holdsFile(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) onDrop(file);
    },
    { signal },
  );
  return () => {
    stop.abort();
  };
}

/** A text that is dragged into a field is none of it. */
function holdsFile({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
