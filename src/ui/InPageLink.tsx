import type { MouseEvent, ReactNode, Ref } from 'react';

interface InPageLinkProps {
  /** Without its question mark. */
  query: string;
  current?: 'page' | undefined;
  className?: string;
  /** In this page, without loading it anew. */
  onFollow: () => void;
  ref?: Ref<HTMLAnchorElement>;
  children: ReactNode;
}

/** A link to a state of this very page. With a key held, the browser opens it as the person wants. */
export function InPageLink({ query, current, className, onFollow, ref, children }: InPageLinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow();
  };
  return (
    // The query alone: the page may be a file that has a name of its own.
    <a ref={ref} href={`?${query}`} aria-current={current} className={className} onClick={follow}>
      {children}
    </a>
  );
}
