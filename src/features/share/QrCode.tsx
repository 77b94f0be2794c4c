import { encode } from 'uqr';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** Where the text is longer than any code can be. */
  readonly tooLong: string;
}

/** Four modules of white around it, as the standard asks. */
const QUIET = 4;
/** What version 40 holds as bytes, with the least correction. */
const MOST_BYTES = 2_953;
/** Smaller modules no camera tells apart on a screen, in CSS pixels. */
const LEAST_MODULE = 2;
const USUAL_SIZE = 160;

/** Black on white in every theme: cameras do not read the reverse. */
export function QrCode({ text, label, tooLong }: QrCodeProps) {
  if (new TextEncoder().encode(text).length > MOST_BYTES) return <p className="text-ink-2">{tooLong}</p>;
  const { data, size } = encode(text, { border: QUIET });
  const width = Math.max(USUAL_SIZE, LEAST_MODULE * size);
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={width}
      height={width}
      shapeRendering="crispEdges"
      className="h-auto max-w-full forced-color-adjust-none"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
