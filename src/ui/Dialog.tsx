import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  heading: ReactNode;
  closeLabel: string;
  /** For more than a column of text. */
  wide?: boolean;
  children: ReactNode;
}

export function Dialog({ open, onClose, heading, closeLabel, wide = false, children }: DialogProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  // A drag that starts on the text and ends on the backdrop is a selection, not a click outside.
  const pressedOutside = useRef(false);

  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || open === dialog.open) return;
    // Modal: the browser traps the focus, closes on Esc and gives the focus back.
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);

  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (pressedOutside.current && event.target === event.currentTarget) event.currentTarget.close();
      }}
      className={`m-auto max-h-[calc(100dvh-2rem)] ${wide ? 'w-[min(72rem,calc(100vw-2rem))]' : 'w-[min(40rem,calc(100vw-2rem))]'} overflow-auto rounded border bg-card p-0 text-ink backdrop:bg-[rgb(0_0_0/0.4)]`}
    >
      <div className="p-5 pt-4">
        <div className="mb-3 flex items-start gap-4">
          <h2 id={id} className="mr-auto pt-1 font-serif text-lead font-medium">
            {heading}
          </h2>
          <IconButton
            icon="close"
            label={closeLabel}
            onClick={() => {
              ref.current?.close();
            }}
          />
        </div>
        {children}
      </div>
    </dialog>
  );
}
