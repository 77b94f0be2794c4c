import type { ReactNode } from 'react';

interface TableCardProps {
  readonly id: string;
  readonly heading: string;
  readonly note: string;
  readonly children: ReactNode;
}

/** A table under its heading. Where it is wider than its card it scrolls, also by keys. */
export function TableCard({ id, heading, note, children }: TableCardProps) {
  return (
    <section aria-labelledby={id} className="min-w-0 rounded border bg-card p-4">
      <h2 id={id} className="font-semibold">
        {heading}
      </h2>
      <p className="mb-2 text-label text-ink-2">{note}</p>
      <div role="group" aria-labelledby={id} tabIndex={0} className="table-scroll">
        <table className="agent-table w-full text-label">{children}</table>
      </div>
    </section>
  );
}
