import { useEffect, useRef, type ReactNode } from 'react';
import { repeatEarlyInput } from './early-input.ts';

interface PartProps {
  readonly id?: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A part of the page that comes alive as a whole. What was pressed in it before is not lost. */
export function Part({ id, className, children }: PartProps) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (part.current !== null) repeatEarlyInput(part.current);
  }, []);
  return (
    <div ref={part} id={id} className={className} data-early="">
      {children}
    </div>
  );
}
