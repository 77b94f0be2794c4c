import { useEffect, useState } from 'react';
import { isLocked } from '../../store/frame.ts';
import { useFigure } from '../../store/useFigure.ts';
import { useLater } from '../../store/useLater.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../words/useWords.ts';
import { watchDrops } from './watch-drops.ts';

/** With the reader of scenarios. */
const fetchDialog = () => import('./ScenarioDialog.tsx').then(({ ScenarioDialog }) => ScenarioDialog);

/** Somebody's own scenario: from a file, a text, or a file that is dropped anywhere on the page. */
export function OpenScenario() {
  const words = useWords();
  const locked = useFigure(({ frame }) => isLocked(frame, 'switches', 'scenario'));
  const { later, hurry } = useLater(fetchDialog);
  const [open, setOpen] = useState(false);
  const [dropped, setDropped] = useState<File | null>(null);
  const [dragged, setDragged] = useState(false);

  useEffect(() => {
    if (locked) return undefined;
    return watchDrops({
      onDrag: setDragged,
      onDrop: (file) => {
        setDropped(file);
        hurry();
        setOpen(true);
      },
    });
  }, [locked, hurry]);

  return (
    <>
      <Button
        unavailable={locked}
        onClick={() => {
          if (later.kind !== 'here') hurry();
          setOpen(true);
        }}
      >
        {words.openScenario.open}
      </Button>
      {later.kind === 'here' && (
        <later.part
          open={open}
          dropped={dropped}
          onClose={() => {
            setOpen(false);
            setDropped(null);
          }}
        />
      )}
      {open && later.kind === 'failed' && <span role="status">{words.openScenario.notLoaded}</span>}
      {dragged && (
        <p className="pointer-events-none fixed inset-3 z-10 m-0 flex items-center justify-center rounded border-3 border-dashed border-ink bg-card/90 p-4 text-center text-lead">
          {words.openScenario.dropHere}
        </p>
      )}
    </>
  );
}
