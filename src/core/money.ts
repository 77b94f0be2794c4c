/** ISO 4217 codes this model can print. Amounts are integer minor units (cents). */
export type Currency = 'USD';

const SYMBOL: Record<Currency, string> = { USD: '$' };

/** `8000` → `$80.00`. Two decimals always, as a ledger prints them. */
export function formatMoney(minor: number, currency: Currency): string {
  return `${SYMBOL[currency]}${formatAmount(minor)}`;
}

/** `8000` → `80.00`: the figure alone, for a column whose heading names the currency. */
export function formatAmount(minor: number): string {
  return (minor / 100).toFixed(2);
}

/** The major-unit number a tool takes as its argument: `4999` → `49.99`. */
export function toMajor(minor: number): number {
  return minor / 100;
}

/** The inverse of {@link toMajor}; null where the number is not a whole count of minor units. */
export function toMinor(major: number): number | null {
  // 49.99 * 100 is 4998.999…, so it is the way back that is compared: a division is correctly rounded, and
  // gives the very double that the two decimals are written as.
  const minor = Math.round(major * 100);
  return Number.isSafeInteger(minor) && toMajor(minor) === major ? minor : null;
}
