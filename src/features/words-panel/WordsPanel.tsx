import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useWords } from '../../words/useWords.ts';

/** The terms of the figure, in a dialog that is out of the way, and empty, until it is asked for. */
export function WordsPanel() {
  const words = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
        }}
      >
        {words.buttons.words}
      </Button>
      <Dialog
        open={open}
        onClose={() => {
          setOpen(false);
        }}
        heading={words.wordsPanel.heading}
        closeLabel={words.buttons.close}
      >
        {open && <Terms />}
      </Dialog>
    </>
  );
}

function Terms() {
  const words = useWords();
  return (
    <>
      <dl className="grid gap-3">
        {words.wordsPanel.terms.map(([term, meaning]) => (
          <div key={term}>
            <dt className="font-semibold">{term}</dt>
            <dd className="text-ink-2">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 border-t border-hair pt-3 text-ink-2">{words.leftOut}</p>
    </>
  );
}
