/**
 * Returns a text that is equal for equal structures. Positions and doc comments
 * are left out. Keys need no sorting, because all nodes of a kind are created
 * in one place.
 */
export function structureText(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) =>
    key === "position" || key === "doc" ? undefined : inner,
  );
}
