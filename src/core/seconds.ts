/** Milliseconds as seconds with at least one decimal, and more only where needed: `2000` → `2.0`, `1250` → `1.25`. */
export function seconds(ms: number): string {
  const value = ms / 1000;
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value);
}
