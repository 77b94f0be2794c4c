import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../words/useWords.ts';

// With the poster's drawing and the QR code: few ask for it.
const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));

export function Share() {
  const words = useWords();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {words.buttons.share}
      </Button>
      {asked && (
        <Suspense>
          <ShareDialog
            open={open}
            onClose={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
