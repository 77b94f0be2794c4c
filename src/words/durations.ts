/** Units a duration can be shown in, with the length from which a unit is used, in milliseconds. */
const UNITS = [
  { name: 'years', lengthMs: 365.25 * 86_400_000, fromMs: 1_000 * 86_400_000 },
  { name: 'days', lengthMs: 86_400_000, fromMs: 100 * 3_600_000 },
  { name: 'h', lengthMs: 3_600_000, fromMs: 100 * 60_000 },
  { name: 'min', lengthMs: 60_000, fromMs: 1_000 * 1_000 },
] as const;

// Written out, since the first Intl.NumberFormat of a page takes 16 ms, and 60 ms on a phone, before anything is drawn.

/** One or two decimals: `0.5`, `2.0`, `0.25`. */
function seconds(ms: number): string {
  // Rounded as a whole number of hundredths: halves go up, as they do not everywhere in toFixed.
  return (Math.round(ms / 10) / 100).toFixed(2).replace(/0$/, '');
}

/** Three digits that mean something: `16.7`, `3170`. */
function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** A wait that overflowed is longer than the world is old, and still a number that can be read. */
function large(value: number): string {
  if (value < 1e6) return short(value);
  if (value < 1e9) return `${short(value / 1e6)} million`;
  return value < 1e12 ? `${short(value / 1e9)} billion` : value.toExponential(1);
}

/** Below this, hundredths of a second would say nothing. */
const MILLISECONDS_BELOW = 10;

/** A length of time with its unit: `500` → `0.5 s`, `2000` → `2.0 s`; minutes and more, or milliseconds, where seconds are no help. */
export function duration(ms: number): string {
  if (ms > 0 && ms < MILLISECONDS_BELOW) return `${short(ms)} ms`;
  const unit = UNITS.find(({ fromMs }) => ms >= fromMs);
  if (unit === undefined) return `${seconds(ms)} s`;
  const value = ms / unit.lengthMs;
  return `${large(value)} ${unit.name}`;
}

/** A moment of the run, as a column of times shows it: `3700` → `3.70`, in seconds. */
export function moment(ms: number): string {
  if (ms > 0 && ms < MILLISECONDS_BELOW) return (ms / 1000).toFixed(3);
  return ms < 1e9 ? (ms / 1000).toFixed(2) : (ms / 1000).toExponential(2);
}
