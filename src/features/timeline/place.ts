import type { CSSProperties } from 'react';

/** Places on the time axis are shares of its width, so that they hold at every width. */
export function percent(share: number): string {
  return `${+(share * 100).toFixed(4)}%`;
}

export function extent({ from, to }: { readonly from: number; readonly to: number }): CSSProperties {
  return { left: percent(from), width: percent(to - from) };
}
