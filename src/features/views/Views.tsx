import { DEFAULT_SETTINGS } from '../../core/figure.ts';
import { linkOf } from '../../store/link-of.ts';
import { encodeUrl } from '../../store/url.ts';
import { useFigure } from '../../store/useFigure.ts';
import { viewOf, VIEWS, type View } from '../../store/view.ts';
import { InPageLink } from '../../ui/InPageLink.tsx';
import { useWords } from '../../words/useWords.ts';

/** From one view of the page to another. Each is a link of its own, so that it opens in another tab too. */
export function Views() {
  const words = useWords();
  const seen = useFigure(viewOf);
  const choose = useFigure(({ viewChosen }) => viewChosen);
  return (
    <nav aria-label={words.views.heading} className="views flex">
      {VIEWS.map((view) => (
        <ViewLink key={view} view={view} current={view === seen} label={words.views[view]} onFollow={() => choose(view)} />
      ))}
    </nav>
  );
}

interface ViewLinkProps {
  readonly view: View;
  readonly current: boolean;
  readonly label: string;
  readonly onFollow: () => void;
}

function ViewLink({ view, current, label, onFollow }: ViewLinkProps) {
  const query = useFigure((state) => {
    const { settings } = state;
    const shows = settings.shows.kind === 'incident' ? DEFAULT_SETTINGS.shows : settings.shows;
    const link = linkOf({ ...state, settings: { ...settings, shows }, view });
    return encodeUrl(settings.shows.kind === 'incident' ? { ...link, cursor: null, compare: null } : link);
  });
  return (
    <InPageLink query={query} current={current ? 'page' : undefined} className="views-link" onFollow={onFollow}>
      {label}
    </InPageLink>
  );
}
