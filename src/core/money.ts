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
  const minor = Math.round(major * 100);
  // 49.99 * 100 is 4998.999…: accept what binary fractions lose, refuse a real third decimal.
  const lostToBinary = Math.abs(major * 100 - minor) <= 1e-6 * Math.max(1, Math.abs(minor));
  return Number.isSafeInteger(minor) && lostToBinary ? minor : null;
}
