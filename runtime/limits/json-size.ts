/**
 * Returns the length of a value's JSON text, in characters. Returns `Infinity`,
 * which exceeds every limit, if the value is nested too deeply for
 * JSON.stringify.
 */
export function jsonSize(value: unknown): number {
  try {
    return (JSON.stringify(value) as string | undefined)?.length ?? 0;
  } catch {
    return Infinity;
  }
}
