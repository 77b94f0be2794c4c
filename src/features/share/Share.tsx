import { useEffect, useState, type ComponentType } from 'react';
import { whenIdle } from '../../store/when-idle.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../words/useWords.ts';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

type Loaded =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'here'; readonly Dialog: ComponentType<DialogProps> }
  | { readonly kind: 'failed' };

/** The builder comes with the poster's drawing and the QR code: after everything else, and before the network may go. */
export function Share() {
  const words = useWords();
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'not-yet' });
  const [open, setOpen] = useState(false);

  const load = (): void => {
    import('./ShareDialog.tsx').then(
      ({ ShareDialog }) => {
        setLoaded({ kind: 'here', Dialog: ShareDialog });
      },
      () => {
        setLoaded({ kind: 'failed' });
      },
    );
  };
  useEffect(() => {
    whenIdle(load);
  }, []);

  return (
    <>
      <Button
        onClick={() => {
          if (loaded.kind !== 'here') load();
          setOpen(true);
        }}
      >
        {words.buttons.share}
      </Button>
      {loaded.kind === 'here' && (
        <loaded.Dialog
          open={open}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
      {open && loaded.kind === 'failed' && <span role="status">{words.share.notLoaded}</span>}
    </>
  );
}
