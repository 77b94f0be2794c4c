import type { ReactNode } from 'react';

// On a grid of 16, optical centre at 8; drawn, since the characters for these turn into emoji on some systems.
const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

const icons = {
  first: <path d="M3 3h1.5v10H3zM13 3v10L5.5 8z" />,
  back: <path d="M11 3v10L4 8z" />,
  play: <path d="M4.5 2.5v11L13.5 8z" />,
  pause: <path d="M4 3h3v10H4zM9 3h3v10H9z" />,
  forward: <path d="M5 3v10l7-5z" />,
  last: <path d="M11.5 3H13v10h-1.5zM3 3v10l7.5-5z" />,
  reset: <path {...line} d="M12.9 6.2A5.25 5.25 0 1 0 13.25 8M13.25 2.75V6.25H9.75" />,
  undo: <path {...line} d="M5.5 2.75 2.5 5.75l3 3M2.5 5.75h6.75a3.75 3.75 0 0 1 0 7.5H6" />,
  redo: <path {...line} d="m10.5 2.75 3 3-3 3M13.5 5.75H6.75a3.75 3.75 0 0 0 0 7.5H10" />,
  copy: <path {...line} d="M5.75 5.75h7.5v7.5h-7.5zM3.5 10.25h-.75v-7.5h7.5v.75" />,
  close: <path {...line} d="m3.75 3.75 8.5 8.5M12.25 3.75l-8.5 8.5" />,
  info: (
    <>
      <circle {...line} cx="8" cy="8" r="5.75" />
      <path {...line} d="M8 7.5v3.25" />
      <circle cx="8" cy="5.25" r="0.9" />
    </>
  ),
  chevron: <path {...line} d="m4.5 6.25 3.5 3.5 3.5-3.5" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof icons;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" className="block size-[1.15em] shrink-0">
      {icons[name]}
    </svg>
  );
}
