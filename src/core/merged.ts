/**
 * Objects are merged, everything else is replaced: lists whole, and an object of another `kind` whole too, since its fields
 * mean nothing there.
 */
export function merged(base: unknown, change: unknown): unknown {
  if (!isPlain(base) || !isPlain(change)) return change;
  if (base['kind'] !== undefined && change['kind'] !== undefined && base['kind'] !== change['kind']) return change;
  // Not by spread: `__proto__` in a file is a property like any other.
  const fields = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(change)) fields.set(name, merged(fields.get(name), value));
  return Object.fromEntries(fields);
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
