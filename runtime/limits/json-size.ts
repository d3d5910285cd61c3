/**
 * Characters of a value as JSON; Infinity, above any limit, for what
 * JSON.stringify cannot write because it is too deep.
 */
export function sizeOf(value: unknown): number {
  try {
    return (JSON.stringify(value) as string | undefined)?.length ?? 0;
  } catch {
    return Infinity;
  }
}
