import type { ComponentPropsWithRef } from 'react';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type' | 'disabled' | 'className'> {
  primary?: boolean;
  icon?: IconName;
  /** Stays in the tab order and keeps its focus. */
  unavailable?: boolean;
}

export function Button({ primary = false, icon, unavailable = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-disabled={unavailable || undefined}
      onClick={unavailable ? undefined : onClick}
      className={`inline-flex min-h-target cursor-pointer items-center justify-center gap-2 rounded border px-3 whitespace-nowrap aria-disabled:cursor-default ${
        primary
          ? 'border-ink bg-ink text-card hover:border-ink-2 hover:bg-ink-2 aria-disabled:border-ink-3 aria-disabled:bg-ink-3'
          : 'bg-card text-ink hover:border-ink-3 aria-disabled:border-dashed aria-disabled:border-hair aria-disabled:text-ink-3'
      }`}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
