import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import type { Tone } from './Tag.tsx';

interface NoticeProps {
  children: ReactNode;
  dismissLabel: string;
  onDismiss: () => void;
  tone?: Tone;
}

export function Notice({ children, dismissLabel, onDismiss, tone = 'plain' }: NoticeProps) {
  return (
    <div data-tone={tone} className="flex items-start gap-2 rounded border bg-card py-1 pr-1 pl-3">
      <span aria-hidden className="my-0.5 w-0 self-stretch border-l-3 border-tone" />
      <div role="status" className="min-w-0 grow py-1.5 wrap-anywhere">
        {children}
      </div>
      <IconButton icon="close" label={dismissLabel} onClick={onDismiss} />
    </div>
  );
}
