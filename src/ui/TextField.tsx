import { useId } from 'react';

interface TextFieldProps {
  label: string;
  value: string;
  type?: 'text' | 'search';
  onChange: (value: string) => void;
}

export function TextField({ label, value, type = 'text', onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="mr-auto">
        {label}
      </label>
      <input
        id={id}
        type={type}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
        className="min-h-target w-full min-w-0 rounded border bg-card px-2.5 text-ink hover:border-ink-3"
      />
    </div>
  );
}
