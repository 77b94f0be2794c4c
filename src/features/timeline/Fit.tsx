/**
 * The longest of several wordings that fits its box. CSS decides (`fit-from-*` and `fit-below-*` are container
 * queries, made in tailwind.config.js), so that the same markup is right at every width, before any script.
 */
interface FitProps {
  /** From the longest to the shortest. */
  readonly wordings: readonly string[];
  readonly font?: keyof typeof CH_PER_CHARACTER;
  /** What stands inside of the box beside the words, in ch. */
  readonly beside?: number;
  /** The room that even the shortest words ask for, in ch. */
  readonly atLeast?: number;
  readonly className?: string;
}

/** How wide a character is, in ch, the width of a zero: every one in Plex Mono, the average of our words in Plex Sans. */
const CH_PER_CHARACTER = { mono: 1, sans: 0.88 };
/** Thresholds exist for every ch up to the first number, then for every second one up to the last. */
const EVERY_UP_TO = 12;
const WIDEST = 72;

function needed(wording: string, chPerCharacter: number, beside: number): number {
  const width = wording.length * chPerCharacter + beside;
  return width <= EVERY_UP_TO ? Math.ceil(width) : Math.min(WIDEST, 2 * Math.ceil(width / 2));
}

export function Fit({ wordings, font = 'sans', beside = 0, atLeast = 0, className = '' }: FitProps) {
  const widths = wordings.map((wording) => Math.max(atLeast, needed(wording, CH_PER_CHARACTER[font], beside)));
  return (
    <span className={`@container block overflow-hidden whitespace-nowrap ${className}`}>
      {wordings.map((wording, index) => {
        const longer = widths[index - 1];
        const until = longer === undefined ? '' : ` fit-below-${longer}`;
        return (
          <span key={wording} className={`fit-from-${widths[index] ?? WIDEST}${until}`}>
            {wording}
          </span>
        );
      })}
    </span>
  );
}
