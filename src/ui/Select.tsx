import { useId } from 'react';
import { Icon } from './icons.tsx';

interface SelectProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  /** For one whose place already says what it is; the name stays. */
  labelHidden?: boolean;
  disabled?: boolean;
}

export function Select<V extends string>({ label, options, value, onChange, labelHidden = false, disabled = false }: SelectProps<V>) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mr-auto'}>
        {label}
      </label>
      <div className="relative min-w-0">
        <select
          id={id}
          value={value}
          disabled={disabled}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
          className="min-h-target w-full cursor-pointer appearance-none rounded border bg-card pr-8 pl-2.5 text-ink hover:border-ink-3 disabled:cursor-not-allowed disabled:border-dashed disabled:text-ink-3"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className="pointer-events-none absolute inset-y-0 right-2 flex items-center text-ink-3">
          <Icon name="chevron" />
        </span>
      </div>
    </div>
  );
}
