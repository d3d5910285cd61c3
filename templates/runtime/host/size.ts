/**
 * Characters of a value as JSON. What cannot be written, since it is too deep,
 * is more than any limit: the one who counts goes on.
 */
export function sizeOf(value: unknown): number {
  try {
    return (JSON.stringify(value) as string | undefined)?.length ?? 0;
  } catch {
    return Infinity;
  }
}
