import { useState, type MouseEvent } from 'react';
import { DEFAULT_FRAME } from '../../store/frame.ts';
import { linkOf } from '../../store/link-of.ts';
import { encodeUrl } from '../../store/url.ts';
import { useFigure } from '../../store/useFigure.ts';
import { SelectedField } from '../../ui/SelectedField.tsx';
import { useWords } from '../../words/useWords.ts';

/** From an embed to the whole page, in the state that is seen. */
export function FullFigure() {
  const words = useWords();
  const query = useFigure((state) => {
    const { theme, language } = state.frame;
    return encodeUrl({ ...linkOf(state), frame: { ...DEFAULT_FRAME, theme, language } });
  });
  const [refused, setRefused] = useState<string | null>(null);
  const href = query === '' ? './' : `./?${query}`;

  const open = (event: MouseEvent<HTMLAnchorElement>): void => {
    // With a key held, the browser opens it as the person wants.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const address = event.currentTarget.href;
    const opened = openWindow(address);
    setRefused(opened ? null : address);
  };

  return (
    <div className="min-w-0">
      <a href={href} target="_blank" rel="noopener" onClick={open} className="inline-flex min-h-target items-center underline">
        {words.fullFigure}
      </a>
      {refused !== null && <SelectedField label={words.newWindowRefused} text={refused} rows={2} />}
    </div>
  );
}

/** False where a sandbox refuses new windows, by null or by throwing. */
function openWindow(address: string): boolean {
  try {
    const opened = window.open(address, '_blank');
    if (opened === null) return false;
    // As rel="noopener" has it, which would hide whether it opened.
    opened.opener = null;
    return true;
  } catch {
    return false;
  }
}
