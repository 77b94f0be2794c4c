import { useState, type MouseEvent } from 'react';
import { DEFAULT_FRAME } from '../../store/frame.ts';
import { linkOf } from '../../store/link-of.ts';
import { encodeUrl } from '../../store/url.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectedField } from '../../ui/SelectedField.tsx';
import { useWords } from '../../words/useWords.ts';
import { useFullScreen } from './useFullScreen.ts';

/** From an embed to the whole screen, and to the whole page in the state that is seen. */
export function FullFigure() {
  const words = useWords();
  const query = useFigure((state) => {
    const { theme, language } = state.frame;
    return encodeUrl({ ...linkOf(state), frame: { ...DEFAULT_FRAME, theme, language } });
  });
  const fullScreen = useFullScreen();
  const [refused, setRefused] = useState<string | null>(null);
  const href = query === '' ? './' : `./?${query}`;

  const openTab = (address: string): void => {
    setRefused(openWindow(address) ? null : address);
  };

  const enter = (): void => {
    fullScreen.enter().catch(() => {
      openTab(new URL(href, window.location.href).href);
    });
  };

  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    // With a key held, the browser opens it as the person wants.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openTab(event.currentTarget.href);
  };

  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3">
        {fullScreen.isAllowed && (
          <Button onClick={fullScreen.isOn ? fullScreen.leave : enter}>{fullScreen.isOn ? words.leaveFullScreen : words.fullScreen}</Button>
        )}
        <a href={href} target="_blank" rel="noopener" onClick={follow} className="inline-flex min-h-target items-center underline">
          {words.fullFigure}
        </a>
      </div>
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
