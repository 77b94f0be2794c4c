import { handlerOf, repairOf } from '../../core/handlers/handlers.ts';
import { handlerLaneId } from '../../core/handlers/handler-lane.ts';
import type { HandlerId } from '../../core/handlers/handler.ts';
import type { LaneTrace } from '../../core/trace.ts';
import { traceSeen } from '../../store/derived.ts';
import { isLocked } from '../../store/frame.ts';
import { pairWith } from '../../store/lane-pair.ts';
import { useFigure, useFigureStore } from '../../store/useFigure.ts';
import { Button } from '../../ui/Button.tsx';
import { laneName } from '../../words/lane-name.ts';
import { useAgentWords } from '../../words/useAgentWords.ts';
import { useWords } from '../../words/useWords.ts';

/** The handler of each lane with its flaws, and the mended one beside it. */
export function HandlerCards() {
  const agent = useAgentWords();
  const { lanes } = useFigure(traceSeen);
  const ofFigure = useFigure(({ settings }) => settings.shows.kind === 'figure');
  const compared = useFigure(({ settings }) => settings.lanes === 'handlers');
  const compare = useFigure(({ lanesChosen }) => lanesChosen);
  const locked = useFigure(({ frame }) => isLocked(frame, 'switches', 'lanes'));
  const [first] = lanes;
  const same = lanes.every(({ handler }) => handler === first?.handler);
  return (
    <section aria-labelledby="handlers-heading" className="border-t border-hair pt-3">
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="handlers-heading" className="mr-auto font-semibold">
          {agent.handlers}
        </h2>
        {ofFigure && !compared && (
          <Button
            unavailable={locked}
            onClick={() => {
              compare('handlers');
            }}
          >
            {agent.compareAll}
          </Button>
        )}
      </div>
      <div className="handlers">
        {(same ? lanes.slice(0, 1) : lanes).map((lane) => (
          <HandlerCard key={lane.id} lane={lane} ofBoth={same && lanes.length > 1} />
        ))}
      </div>
    </section>
  );
}

function HandlerCard({ lane, ofBoth }: { readonly lane: LaneTrace; readonly ofBoth: boolean }) {
  const words = useWords();
  const agent = useAgentWords();
  const { handler: id } = lane;
  const heading = ofBoth ? agent.bothLanes : laneName(words, lane);
  if (id === 'direct' || id === 'client') {
    return (
      <div className="handler rounded border bg-card p-4">
        <HandlerHeading lane={heading} name={agent.direct} />
        <p>{agent.directNote}</p>
      </div>
    );
  }
  const handler = handlerOf(id);
  const repair = repairOf(handler);
  return (
    <div className="handler rounded border bg-card p-4">
      <HandlerHeading lane={heading} name={words.handlerNames[id]} />
      <p className="text-label text-ink-2">{agent.from(handler.document, handler.variant)}</p>
      {handler.flaws.length === 0 ? (
        <p className="mt-2">{agent.noFlaws}</p>
      ) : (
        <ul className="flaws mt-2">
          {handler.flaws.map((flaw) => (
            <li key={flaw}>{agent.flaws[flaw]}</li>
          ))}
        </ul>
      )}
      {repair !== null && <Repair lane={lane} repair={repair.id} />}
    </div>
  );
}

function HandlerHeading({ lane, name }: { readonly lane: string; readonly name: string }) {
  return (
    <h3>
      {lane !== name && <span className="block text-label text-ink-3">{lane}</span>}
      <span className="font-semibold">{name}</span>
    </h3>
  );
}

/** The mended handler by its name; where it can take the place of this one, the way to it. */
function Repair({ lane, repair }: { readonly lane: LaneTrace; readonly repair: HandlerId }) {
  const words = useWords();
  const agent = useAgentWords();
  const store = useFigureStore();
  const name = words.handlerNames[repair];
  const ofFigure = useFigure(({ settings }) => settings.shows.kind === 'figure');
  const locked = useFigure(({ frame }) => isLocked(frame, 'policy', 'handler'));
  const use = (): void => {
    const state = store.getState();
    const [upper, lower] = traceSeen(state).lanes.map(({ id }) => id);
    if (state.settings.lanes !== 'handlers') state.handlerChosen(repair);
    else if (upper !== undefined && lower !== undefined) {
      state.lanesCompared(pairWith([upper, lower], lane.id === upper ? 'upper' : 'lower', handlerLaneId(repair)));
    }
  };
  if (!ofFigure) return <p className="mt-2 text-label text-ink-2">{agent.repairedAs(name)}</p>;
  return (
    <p className="mt-3">
      <Button unavailable={locked} onClick={use}>
        {agent.useRepaired(name)}
      </Button>
    </p>
  );
}
