/**
 * Returns a text that is equal for equal structures. Positions and doc comments
 * are left out. Keys need not be sorted, because the same function creates all
 * nodes of a kind.
 */
export function structureText(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) =>
    key === "position" || key === "doc" ? undefined : inner,
  );
}
