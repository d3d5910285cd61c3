/**
 * Returns a text that is equal for two nodes if their structure is equal.
 * Positions and doc comments are left out. Keys need not be sorted, because one
 * function creates all nodes of a kind.
 */
export function structureText(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) =>
    key === "position" || key === "doc" ? undefined : inner,
  );
}
