import { useShallow } from 'zustand/react/shallow';
import { DEFAULT_SETTINGS } from '../../core/figure.ts';
import { linkOf } from '../../store/link-of.ts';
import { encodeUrl } from '../../store/url.ts';
import { useFigure } from '../../store/useFigure.ts';

/** The link of an incident, with all else as it is. */
export function useIncidentLink(): (name: string) => string {
  const link = useFigure(useShallow(linkOf));
  return (name) => encodeUrl({ ...link, view: 'incidents', settings: { ...link.settings, shows: { kind: 'incident', name } }, cursor: null, compare: null });
}

export function useListLink(): string {
  return useFigure((state) => {
    const { settings, ...link } = linkOf(state);
    const shows = settings.shows.kind === 'incident' ? DEFAULT_SETTINGS.shows : settings.shows;
    return encodeUrl({ ...link, settings: { ...settings, shows }, view: 'incidents', cursor: null, compare: null });
  });
}
