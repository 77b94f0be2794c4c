import { lazy, Suspense } from 'react';
import { useWords } from '../words/useWords.ts';
import { NewPlace } from './new-place.tsx';
import { OrElse } from './OrElse.tsx';

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
