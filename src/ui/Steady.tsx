import type { ReactNode } from 'react';

interface SteadyProps {
  /** The longest text that may stand here: it takes up its room and is never seen. */
  longest: string;
  children: ReactNode;
}

/** A text that changes while nothing around it moves. */
export function Steady({ longest, children }: SteadyProps) {
  return (
    <span className="grid">
      <span aria-hidden className="invisible col-start-1 row-start-1">
        {longest}
      </span>
      <span className="col-start-1 row-start-1">{children}</span>
    </span>
  );
}
