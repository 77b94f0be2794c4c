import { useState } from 'react';
import { useLater } from '../../store/useLater.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../words/useWords.ts';
import type { SpeakToFrame } from './Preview.tsx';

/** With the poster's drawing and the QR code. */
const fetchDialog = () => import('./ShareDialog.tsx').then(({ ShareDialog }) => ShareDialog);

interface ShareProps {
  readonly speakToFrame: SpeakToFrame;
}

export function Share({ speakToFrame }: ShareProps) {
  const words = useWords();
  const { later, hurry } = useLater(fetchDialog);
  const [open, setOpen] = useState(false);

  return (
    <>
      <Button
        onClick={() => {
          if (later.kind !== 'here') hurry();
          setOpen(true);
        }}
      >
        {words.buttons.share}
      </Button>
      {later.kind === 'here' && (
        <later.part
          open={open}
          speakToFrame={speakToFrame}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
      {open && later.kind === 'failed' && <span role="status">{words.share.notLoaded}</span>}
    </>
  );
}
