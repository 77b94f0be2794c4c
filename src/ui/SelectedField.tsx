import { useEffect, useRef } from 'react';

interface SelectedFieldProps {
  label: string;
  text: string;
  rows: number;
}

/** A text that may not be copied or opened by script: it stands selected, for the keyboard. */
export function SelectedField({ label, text, rows }: SelectedFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.select();
  }, [text]);
  return (
    <label className="mt-2 block text-label text-ink-2">
      {label}
      <textarea ref={field} readOnly value={text} rows={rows} className="mt-1 block w-full rounded border bg-card p-2 font-mono text-label" />
    </label>
  );
}
