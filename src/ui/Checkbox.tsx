import { useId } from 'react';

interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

export function Checkbox({ label, checked, onChange, disabled = false }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex min-h-target items-center gap-2.5">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        disabled={disabled}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
        className="size-4 shrink-0 cursor-pointer accent-ink"
      />
      <label htmlFor={id} className="flex min-h-target cursor-pointer items-center">
        {label}
      </label>
    </div>
  );
}
