/**
 * Returns a text that is equal for two type nodes if their structure is equal.
 * Positions, doc comments and `integer` (which follows from the doc comments)
 * are left out. Keys need not be sorted, because all nodes of one kind have
 * their keys in the same order.
 */
export function structureText(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) =>
    key === "position" || key === "doc" || key === "integer"
      ? undefined
      : inner,
  );
}
