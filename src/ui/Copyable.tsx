import { Button } from './Button.tsx';
import { SelectedField } from './SelectedField.tsx';
import { useCopy } from './useCopy.ts';

interface CopyableProps {
  text: string;
  label: string;
  copiedLabel: string;
  /** Beside the selected field, where copying is refused. */
  byHandLabel: string;
}

export function Copyable({ text, label, copiedLabel, byHandLabel }: CopyableProps) {
  const { copying, copy } = useCopy(text);
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-3">
        <Button icon="copy" onClick={copy}>
          {label}
        </Button>
        <span role="status" className="text-label text-ink-2">
          {copying === 'copied' ? copiedLabel : ''}
        </span>
      </div>
      {copying === 'refused' && <SelectedField label={byHandLabel} text={text} rows={4} />}
    </div>
  );
}
