/**
 * The longest of several wordings that fits its box. CSS decides (`fit-from-*` and `fit-below-*` are container
 * queries, made in tailwind.config.js), so that the same markup is right at every width, before any script.
 */
interface FitProps {
  /** From the longest to the shortest. */
  readonly wordings: readonly string[];
  readonly className?: string;
}

/** A character of Plex Sans is narrower than its zero, which `ch` is; numbers and capitals are not. */
const CH_PER_CHARACTER = 0.94;
/** Thresholds exist for every second ch, up to this one. */
const WIDEST = 72;

function needed(wording: string): number {
  return Math.min(WIDEST, 2 * Math.ceil((wording.length * CH_PER_CHARACTER + 1.5) / 2));
}

export function Fit({ wordings, className = '' }: FitProps) {
  return (
    <span className={`@container block overflow-hidden whitespace-nowrap ${className}`}>
      {wordings.map((wording, index) => {
        const longer = wordings[index - 1];
        const until = longer === undefined ? '' : ` fit-below-${needed(longer)}`;
        return (
          <span key={wording} className={`fit-from-${needed(wording)}${until}`}>
            {wording}
          </span>
        );
      })}
    </span>
  );
}
