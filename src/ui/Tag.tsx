import type { ReactNode } from 'react';

export type Tone =
  | 'plain'
  | 'ok'
  | 'bad'
  | 'permanent'
  | 'unknown'
  | 'transient'
  | 'empty-result'
  | 'malformed'
  | 'unknown-tool';

interface TagProps {
  tone: Tone;
  children: ReactNode;
  /** A verdict rather than a class. */
  strong?: boolean;
}

export function Tag({ tone, children, strong = false }: TagProps) {
  return (
    <span
      data-tone={tone}
      // The transparent border is what forced colours draw when they drop the tint.
      className={`inline-block rounded-sm border border-transparent bg-tone-tint px-1.5 whitespace-nowrap text-tone ${
        strong ? 'text-body font-semibold' : 'text-label'
      }`}
    >
      {children}
    </span>
  );
}
