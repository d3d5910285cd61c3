/**
 * Text that is equal for equal structure: places and doc comments are left
 * out. Keys stand in the order in which the model's types list them, as all
 * nodes of a kind are made in one place.
 */
export function structureText(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) =>
    key === "position" || key === "doc" ? undefined : inner,
  );
}
