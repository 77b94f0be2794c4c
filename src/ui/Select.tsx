import { useId } from 'react';
import { Icon } from './icons.tsx';

interface Option<V extends string> {
  value: V;
  label: string;
}

interface SelectProps<V extends string> {
  label: string;
  options: readonly Option<V>[];
  /** Further options, under headings of their own. */
  groups?: readonly { label: string; options: readonly Option<V>[] }[];
  value: V;
  onChange: (value: V) => void;
  /** For one whose place already says what it is; the name stays. */
  labelHidden?: boolean;
  disabled?: boolean;
}

export function Select<V extends string>({ label, options, groups = [], value, onChange, labelHidden = false, disabled = false }: SelectProps<V>) {
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
            const chosen = [...options, ...groups.flatMap((group) => group.options)].find((option) => option.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
          className="min-h-target w-full cursor-pointer appearance-none rounded border bg-card pr-8 pl-2.5 text-ink hover:border-ink-3 disabled:cursor-not-allowed disabled:border-dashed disabled:text-ink-3"
        >
          <Options options={options} />
          {groups.map((group) => (
            <optgroup key={group.label} label={group.label}>
              <Options options={group.options} />
            </optgroup>
          ))}
        </select>
        <span className="pointer-events-none absolute inset-y-0 right-2 flex items-center text-ink-3">
          <Icon name="chevron" />
        </span>
      </div>
    </div>
  );
}

function Options({ options }: { readonly options: readonly Option<string>[] }) {
  return options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));
}
