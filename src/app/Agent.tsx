import { lazy, Suspense } from 'react';
import { isProgram } from '../core/program.ts';
import { traceSeen } from '../store/derived.ts';
import { linkOf } from '../store/link-of.ts';
import { encodeUrl } from '../store/url.ts';
import { useFigure } from '../store/useFigure.ts';
import { InPageLink } from '../ui/InPageLink.tsx';
import { useWords } from '../words/useWords.ts';
import { OrElse } from './OrElse.tsx';

/** Not loaded with the page: who opens the figure looks at it first. */
const AgentPanels = lazy(async () => ({ default: (await import('../features/agent/AgentPanels.tsx')).AgentPanels }));

/** What a model made of the run; of a program's run only that there is no model in it. */
export function Agent() {
  const { agentView } = useWords();
  const isProgramRun = useFigure((state) => traceSeen(state).lanes.some(isProgram));
  if (isProgramRun) return <NoModel />;
  return (
    <OrElse otherwise={<p role="alert">{agentView.notLoaded}</p>}>
      <Suspense fallback={<p role="status">{agentView.loading}</p>}>
        <AgentPanels />
      </Suspense>
    </OrElse>
  );
}

function NoModel() {
  const { agentView } = useWords();
  const query = useFigure((state) => encodeUrl({ ...linkOf(state), view: 'figure' }));
  const choose = useFigure(({ viewChosen }) => viewChosen);
  return (
    <p>
      {agentView.program}{' '}
      <InPageLink
        query={query}
        className="underline"
        onFollow={() => {
          choose('figure');
        }}
      >
        {agentView.toFigure}
      </InPageLink>
    </p>
  );
}
