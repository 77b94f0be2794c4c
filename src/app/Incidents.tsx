import { Component, lazy, Suspense, type ReactNode } from 'react';
import { useWords } from '../words/useWords.ts';
import { NewPlace } from './new-place.tsx';

/** Not loaded with the page: few who open the figure want the list, and it brings all incidents with it. */
const IncidentList = lazy(async () => ({ default: (await import('../features/incidents/IncidentList.tsx')).IncidentList }));

export function Incidents() {
  const { incidents } = useWords().program;
  return (
    <OrElse otherwise={<p role="alert">{incidents.notLoaded}</p>}>
      <Suspense fallback={<p role="status">{incidents.loading}</p>}>
        <IncidentList />
        <NewPlace />
      </Suspense>
    </OrElse>
  );
}

interface OrElseProps {
  readonly otherwise: ReactNode;
  readonly children: ReactNode;
}

/** A chunk that does not come is an error of React's rendering, which only a class can catch. */
class OrElse extends Component<OrElseProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
