import { useId } from 'react';
import type { ReactNode } from 'react';

interface CardProps {
  heading: ReactNode;
  /** The region's name where the heading alone is ambiguous out of its place. */
  label?: string;
  level?: 2 | 3;
  /** On the heading's line, at its end. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Card({ heading, label, level = 2, aside, className = '', children }: CardProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      {...(label === undefined ? { 'aria-labelledby': id } : { 'aria-label': label })}
      className={`min-w-0 rounded border bg-card p-4 ${className}`}
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Heading id={id} className="mr-auto font-semibold">
          {heading}
        </Heading>
        {/* Taller than the heading's line, yet headings of cards side by side stay level. */}
        {aside !== undefined && <div className="-my-1.5">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
