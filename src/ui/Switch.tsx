import { useId } from 'react';
import type { ReactNode } from 'react';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  description?: ReactNode;
  /** At the right edge; read with the description. */
  aside?: ReactNode;
  disabled?: boolean;
  /** Controls that belong to the switch, inside its frame. */
  children?: ReactNode;
}

export function Switch({ checked, onChange, label, description, aside, disabled = false, children }: SwitchProps) {
  const id = useId();
  const describedBy = [
    ...(description === undefined ? [] : [`${id}-description`]),
    ...(aside === undefined ? [] : [`${id}-aside`]),
  ].join(' ');

  return (
    <div className="relative -mt-[var(--line)] border border-transparent border-b-hair-2 px-2 py-1.5 last:border-b-transparent has-checked:z-1 has-checked:rounded has-checked:border-hair has-checked:bg-card forced-colors:not-has-checked:border-[Canvas]">
      <div className="flex min-h-[calc(var(--target)-0.375rem)] items-start gap-3">
        <input
          type="checkbox"
          role="switch"
          id={id}
          className="switch mt-px"
          checked={checked}
          disabled={disabled}
          aria-describedby={describedBy === '' ? undefined : describedBy}
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        />
        {/* The aside goes below where text is large and the column narrow. */}
        <div className="flex min-w-0 grow flex-wrap gap-x-2">
          <div className="min-w-0 grow basis-[7em]">
            {/* The label's overlay makes the whole row the target. */}
            <label htmlFor={id} className="block cursor-pointer font-semibold after:absolute after:inset-0">
              {label}
            </label>
            {description !== undefined && (
              <div id={`${id}-description`} className="text-label text-ink-3">
                {description}
              </div>
            )}
          </div>
          {aside !== undefined && (
            <div id={`${id}-aside`} className="ml-auto flex flex-col items-end text-label text-ink-2">
              {aside}
            </div>
          )}
        </div>
      </div>
      {children !== undefined && <div className="relative z-1 pt-1.5 pb-0.5 pl-11">{children}</div>}
    </div>
  );
}
