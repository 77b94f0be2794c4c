import type { ComponentPropsWithRef } from 'react';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type' | 'disabled' | 'children' | 'className'> {
  icon: IconName;
  label: string;
  /** The one filled disc in a row of controls. */
  primary?: boolean;
  /** Stays in the tab order, so that stepping to the end does not throw the focus away. */
  unavailable?: boolean;
}

export function IconButton({ icon, label, primary = false, unavailable = false, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={unavailable || undefined}
      onClick={unavailable ? undefined : onClick}
      className={`inline-flex shrink-0 cursor-pointer items-center justify-center border text-body aria-disabled:cursor-default ${
        primary
          ? 'size-[max(2.25rem,var(--target))] rounded-full border-ink bg-ink text-card hover:border-ink-2 hover:bg-ink-2 aria-disabled:border-ink-3 aria-disabled:bg-ink-3'
          : 'size-target rounded border-transparent text-ink hover:bg-hair-2 aria-disabled:bg-transparent aria-disabled:text-ink-3 aria-disabled:opacity-50 forced-colors:aria-disabled:text-[GrayText] forced-colors:aria-disabled:opacity-100'
      }`}
    >
      <Icon name={icon} />
    </button>
  );
}
