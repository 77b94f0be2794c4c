import { useWords } from '../../words/useWords.ts';

/** Where a report is to be found: a link only where it is an address as it stands. Nothing is fetched from there. */
export function Source({ text }: { readonly text: string }) {
  const { incidents } = useWords().program;
  if (!/^https:\/\/\S+$/.test(text)) return text;
  return (
    <a href={text} rel="noreferrer" target="_blank" className="underline">
      {text}
      <span className="sr-only"> ({incidents.opensElsewhere})</span>
    </a>
  );
}
