import { useId } from 'react';

interface SegmentedProps<V extends string> {
  legend: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  /** For a group whose place already says what it is; the name stays. */
  legendHidden?: boolean;
  disabled?: boolean;
}

export function Segmented<V extends string>({
  legend,
  options,
  value,
  onChange,
  legendHidden = false,
  disabled = false,
}: SegmentedProps<V>) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className={legendHidden ? 'sr-only' : 'mb-1 text-label text-ink-2'}>{legend}</legend>
      <div className="flex flex-wrap gap-y-1 pl-[var(--line)]">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative -ml-[var(--line)] flex min-h-[max(1.75rem,var(--target)-0.25rem)] cursor-pointer items-center border bg-card px-2 text-label text-ink-2 first:rounded-l last:rounded-r hover:text-ink has-checked:z-1 has-checked:border-ink has-checked:bg-ink has-checked:text-card has-focus-visible:z-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed pointer-coarse:min-h-target pointer-coarse:min-w-[calc(var(--target)+2*var(--line))] pointer-coarse:justify-center forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => {
                onChange(option.value);
              }}
              className="absolute inset-0 m-0 cursor-pointer appearance-none opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
